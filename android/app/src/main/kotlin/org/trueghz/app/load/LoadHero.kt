package org.trueghz.app.load

import android.text.format.DateUtils
import android.view.View
import android.view.ViewGroup
import org.trueghz.SustainedSummary
import org.trueghz.Verdict
import org.trueghz.app.R
import org.trueghz.app.measure.fill
import org.trueghz.app.model.LoadPhase
import org.trueghz.app.model.LoadState
import org.trueghz.app.ui.BigNumberView
import org.trueghz.app.ui.Note
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ReadingWords
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.sign
import org.trueghz.app.ui.text

/** The present clock, or the loss in the end; the plot below it, and the sentences around. */
class LoadHero(
    private val screen: View,
    private val words: Words,
    private val numbers: Numbers,
    private val results: LoadResults,
) {
    private val context = screen.context
    private val found = ReadingWords(context, words, numbers)
    private val number: BigNumberView = screen.findViewById(R.id.number)!!
    private val uncertainty = screen.text(R.id.uncertainty)
    private val status = screen.text(R.id.status)
    private val curve: LoadView = screen.findViewById(R.id.load_curve)!!
    private val warnings: ViewGroup = screen.findViewById(R.id.warnings)!!
    private var shown: List<Note>? = null

    fun show(state: LoadState) {
        val core = state.kind?.let { found.title(it, listOfNotNull(state.cpu)) }
        screen.text(R.id.core).showIf(core?.let { context.getString(R.string.sustained_core, it) })
        val isNow = state.running && state.now != null
        screen.text(R.id.at_least).showIf(context.getString(R.string.sustained_now).takeIf { isNow })
        when (val phase = state.phase) {
            is LoadPhase.Idle -> showNothing()
            is LoadPhase.Running -> showRunning(state)
            is LoadPhase.Done -> showDone(checkNotNull(state.summary) { "done without a summary" })
            is LoadPhase.Failed -> showReason(words.failure(phase.failure).text)
        }
        val sentence = state.summary?.numbers?.let(results::finding)
        // The effect on the clock is shown next to the number, or how the load ended, if that was
        // early.
        val end = state.summary?.end?.let(results::end)
        showStatus(state, end ?: sentence, listOfNotNull(sentence, end))
        screen.text(R.id.advice).showIf(advice(state))
        showCurve(state, sentence, isSaidAbove = end == null)
        showNotes(results.notes(state))
    }

    private fun showNothing() {
        number.showIf(false)
        uncertainty.showIf(null)
    }

    private fun showRunning(state: LoadState) {
        number.showIf(true)
        val now = state.now?.frequency
        val said = now?.let { context.getString(R.string.sustained_now_spoken, numbers.frequency(it)) }
        number.showNow(now, numbers, said ?: context.getString(R.string.state_warming))
        val elapsed = clock(state.elapsedMs.toLong())
        val whole = clock(state.plan.lengthMs.toLong())
        showBelow(context.getString(R.string.sustained_elapsed, elapsed, whole), R.style.Text, sign = 0)
    }

    /** "1:15", as clocks in this language show it. */
    private fun clock(ms: Long): String = DateUtils.formatElapsedTime(ms / DateUtils.SECOND_IN_MILLIS)

    private fun showDone(all: SustainedSummary) {
        val lost = all.numbers ?: return showReason(context.getString(R.string.sustained_finding_none))
        number.showIf(true)
        number.showPercent(lost.lossPercent, numbers, results.spoken(lost))
        showBelow(results.loss(lost), R.style.Text, sign = 0)
    }

    private fun showReason(reason: String) {
        number.showIf(false)
        showBelow(reason, R.style.Text_Reason, sign(Verdict.REFUSED))
    }

    private fun showBelow(
        text: String,
        style: Int,
        sign: Int,
    ) {
        uncertainty.setTextAppearance(style)
        uncertainty.showIf(text)
        uncertainty.setCompoundDrawablesRelativeWithIntrinsicBounds(sign, 0, 0, 0)
    }

    /**
     * The text that is read out when it changes: heat, and in the end all, so that no search for it
     * is needed.
     */
    private fun showStatus(
        state: LoadState,
        ended: String?,
        news: List<String>,
    ) {
        val summary = state.summary
        val failure = (state.phase as? LoadPhase.Failed)?.failure?.let(words::failure)
        val said = ended ?: failure?.advice ?: word(state)
        val all =
            when {
                failure != null -> listOf(failure.text, said)
                summary != null -> listOfNotNull(summary.numbers?.let(results::spoken)) + news
                else -> emptyList()
            }
        status.contentDescription = all.joinToString(" ") { it.removeSuffix(".") + "." }.ifEmpty { null }
        status.showIf(said)
    }

    private fun word(state: LoadState): String {
        val otherwise =
            when (state.phase) {
                is LoadPhase.Idle -> R.string.sustained_keep_open
                is LoadPhase.Running -> R.string.state_measuring
                is LoadPhase.Done -> R.string.state_done
                is LoadPhase.Failed -> R.string.state_failed
            }
        return heat(state).takeIf { state.running } ?: context.getString(otherwise)
    }

    private fun heat(state: LoadState): String? =
        state.now?.thermal?.let { context.getString(R.string.thermal_line, words.thermal(it)) }

    private fun advice(state: LoadState): String? {
        val all = state.summary
        return when {
            state.phase == LoadPhase.Idle -> R.string.sustained_sentence
            all != null && all.numbers == null -> R.string.sustained_finding_none_advice
            else -> null
        }?.let(context::getString)
    }

    private fun showCurve(
        state: LoadState,
        sentence: String?,
        isSaidAbove: Boolean,
    ) {
        val isToBeSeen = state.phase !is LoadPhase.Failed
        curve.show(state.curve)
        curve.showIf(isToBeSeen)
        curve.contentDescription =
            listOfNotNull(context.getString(R.string.curve_title), sentence).joinToString(". ")
        val isToCome = isToBeSeen && state.curve == null
        val coming = context.getString(R.string.sustained_after).takeIf { isToCome }
        screen.text(R.id.finding).showIf(sentence.takeIf { !isSaidAbove } ?: coming)
    }

    private fun showNotes(notes: List<Note>) {
        if (notes == shown) return
        shown = notes
        warnings.fill(notes)
    }
}
