package org.trueghz.app.measure

import android.content.Context
import org.trueghz.app.R
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Phase
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.Words

/** Where a measurement of each kind of core stands, and how it ended. */
class MeasureStatus(
    private val context: Context,
    private val words: Words,
    private val numbers: Numbers,
    private val onPaper: Boolean,
) {
    fun of(state: MeasureState): String? =
        when (state.phase) {
            is Phase.Idle -> context.getString(R.string.app_sentence)
            is Phase.Warming -> step(R.string.state_warming, state)
            is Phase.Measuring -> step(R.string.state_measuring, state)
            is Phase.Done -> ending(state)
            is Phase.Failed -> context.getString(R.string.state_failed)
        }

    private fun ending(state: MeasureState): String? =
        when {
            state.leftEarly -> {
                context.getString(R.string.state_ended_in_background)
            }

            else -> {
                listOfNotNull(kinds(state), heat(state)).joinToString("\n").ifEmpty { null }
                    ?: context.getString(R.string.state_done).takeIf { !onPaper }
            }
        }

    /** "3 of 4 core types measured"; absent if all were, or none: then the reason is shown. */
    private fun kinds(state: MeasureState): String? {
        val measured = state.cores.count { it.refusal == null }
        if (measured == 0 || measured == state.cores.size) return null
        val (some, all) = listOf(measured, state.cores.size).map { numbers.count(it.toULong()) }
        return context.getString(R.string.state_kinds, some, all)
    }

    private fun step(
        doing: Int,
        state: MeasureState,
    ): String {
        val what = context.getString(doing)
        if (state.cores.size < 2) return what
        val which =
            context.getString(
                R.string.state_core_of,
                numbers.count((state.current ?: 0).toULong() + 1uL),
                numbers.count(state.cores.size.toULong()),
            )
        return context.getString(R.string.core_title, what, which)
    }

    private fun heat(state: MeasureState): String? {
        val thermal = state.cores.mapNotNull { it.reading?.conditions?.thermal }.maxOrNull() ?: return null
        return context.getString(R.string.thermal_line, words.thermal(thermal))
    }
}
