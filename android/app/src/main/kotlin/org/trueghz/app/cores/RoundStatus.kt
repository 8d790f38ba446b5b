package org.trueghz.app.cores

import android.content.Context
import org.trueghz.app.R
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Phase
import org.trueghz.app.ui.Numbers

/** Where a look at every core stands, and how it ended. */
class RoundStatus(
    private val context: Context,
    private val numbers: Numbers,
) {
    fun of(state: MeasureState): String =
        when {
            state.phase is Phase.Idle -> context.getString(R.string.all_sentence)
            state.phase is Phase.Failed -> context.getString(R.string.state_failed)
            state.running -> running(state)
            state.leftEarly -> context.getString(R.string.all_ended_in_background)
            state.stoppedEarly -> context.getString(R.string.all_ended_early)
            else -> context.getString(R.string.all_done)
        }

    private fun running(state: MeasureState): String {
        if (state.cores.isEmpty()) return context.getString(R.string.state_warming)
        val done = numbers.count((state.current ?: 0).toULong())
        val all = numbers.count(state.cores.size.toULong())
        val progress = context.getString(R.string.all_progress, done, all)
        return if (state.round == 1) progress else inRound(state.round, progress)
    }

    private fun inRound(
        round: Int,
        progress: String,
    ): String {
        val which = context.getString(R.string.all_round, numbers.count(round.toULong()))
        return context.getString(R.string.core_title, progress, which)
    }
}
