package org.trueghz.app.measure

import android.content.Context
import org.trueghz.app.R
import org.trueghz.app.model.CoreState
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Phase
import org.trueghz.app.ui.ReadingWords
import org.trueghz.app.ui.Words

/** The text of results for a screen reader. */
class Spoken(
    private val context: Context,
    private val words: Words,
    private val found: ReadingWords,
) {
    /** The findings since the last announcement; [shown] is the core that is shown large. */
    fun news(
        state: MeasureState,
        shown: CoreState?,
    ): List<String> =
        when (val phase = state.phase) {
            is Phase.Warming -> {
                val before = state.cores.take(phase.core)
                // A kind that is refused takes no time: what came before it may not have been heard yet.
                before.drop(maxOf(0, before.indexOfLast { it.display != null })).mapNotNull(::named)
            }

            is Phase.Done -> {
                val last = state.cores.lastOrNull().takeIf { state.chosen == null && it != shown }
                listOfNotNull(last?.let(::named), shown?.let(found::spoken), shown?.let(found::reach))
            }

            is Phase.Failed -> {
                val note = words.failure(phase.failure)
                listOfNotNull(note.text, note.advice)
            }

            else -> {
                emptyList()
            }
        }

    private fun named(core: CoreState): String? =
        found.spoken(core)?.let { context.getString(R.string.core_title, core.kind, it) }
}
