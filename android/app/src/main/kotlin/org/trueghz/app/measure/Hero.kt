package org.trueghz.app.measure

import android.view.View
import android.widget.TextView
import org.trueghz.ClockCurve
import org.trueghz.CurveFinding
import org.trueghz.FrequencyDisplay
import org.trueghz.Machine
import org.trueghz.ReplayFrame
import org.trueghz.Rounded
import org.trueghz.Verdict
import org.trueghz.Warning
import org.trueghz.app.R
import org.trueghz.app.cores.RoundStatus
import org.trueghz.app.model.CoreState
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Phase
import org.trueghz.app.model.claimHz
import org.trueghz.app.ui.BigNumberView
import org.trueghz.app.ui.CurveView
import org.trueghz.app.ui.Note
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ReadingWords
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.sign
import org.trueghz.isUrgent
import org.trueghz.statedFrequency

/**
 * The number with its details, and the curve below, if the screen has one; [onPaper] nothing is
 * read out. If there are [manyCores], the end alone is read out, not the result of each.
 */
class Hero(
    screen: View,
    private val words: Words,
    private val numbers: Numbers,
    onPaper: Boolean = false,
    private val manyCores: Boolean = false,
) {
    private val context = screen.context
    private val core: TextView = screen.findViewById(R.id.core)!!
    private val atLeast: TextView = screen.findViewById(R.id.at_least)!!
    private val number: BigNumberView = screen.findViewById(R.id.number)!!
    private val uncertainty: TextView = screen.findViewById(R.id.uncertainty)!!
    private val yardstick: TextView = screen.findViewById(R.id.yardstick)!!
    private val advice: TextView = screen.findViewById(R.id.advice)!!
    private val status: TextView = screen.findViewById(R.id.status)!!
    private val warnings = Notes(screen.findViewById(R.id.warnings)!!, words, Warning::isUrgent)
    private val found = ReadingWords(context, words, numbers)
    private val spoken = Spoken(context, words, found)
    private val curve: CurveView? = screen.findViewById(R.id.curve)
    private val finding: TextView? = screen.findViewById(R.id.finding)
    private val doing: (MeasureState) -> String? =
        if (manyCores) {
            RoundStatus(context, numbers)::of
        } else {
            MeasureStatus(context, words, numbers, onPaper)::of
        }
    private val claimTexts = mutableMapOf<Double, String>()

    /** The views that are known in the end only. */
    private val verdict: List<View> =
        listOf(R.id.uncertainty, R.id.yardstick, R.id.advice, R.id.warnings, R.id.finding)
            .mapNotNull(screen::findViewById)

    fun show(
        state: MeasureState,
        machine: Machine?,
    ) {
        val shown = state.shown?.let(state.cores::getOrNull)
        verdict.forEach { it.alpha = 1f }
        core.showIf(shown?.takeIf { state.phase != Phase.Idle }?.let { found.title(it.kind, it.cpus) })
        val refused = shown?.reading?.reason
        when {
            state.phase is Phase.Failed -> showNote(words.failure(state.phase.failure))
            refused != null -> showNote(words.reason(refused), shown.numbers?.atLeast)
            else -> showNumber(state, shown)
        }
        // Not as long as something goes on below: it would jump.
        warnings.show(if (state.running) emptyList() else state.cores)
        showStatus(state, shown)
        showCurve(state, shown, machine)
    }

    private fun showNumber(
        state: MeasureState,
        core: CoreState?,
    ) {
        val display = core?.display
        val verdict = core?.reading?.verdict
        atLeast.showIf(null)
        // Before the first press there is nothing to hold a place for.
        number.showIf(state.phase != Phase.Idle)
        val phase = context.getString(word(state.phase))
        val between = core?.numbers?.between
        if (between != null) {
            number.showBetween(between, numbers)
        } else {
            number.show(display, numbers, settling = state.phase != Phase.Done, spoken = phase)
        }
        uncertainty.setTextAppearance(R.style.Text)
        uncertainty.showIf(display?.let { line(it, verdict, isOfTwoLevels = between != null) })
        // Its line is kept, so that nothing below jumps when the first number of a core comes.
        if (display == null && state.phase != Phase.Idle) uncertainty.visibility = View.INVISIBLE
        uncertainty.setCompoundDrawablesRelativeWithIntrinsicBounds(verdict?.let(::sign) ?: 0, 0, 0, 0)
        val done = core?.takeIf { !state.running }
        val beside =
            listOfNotNull(done?.let(found::average), done?.let(found::reach), done?.let(found::yardstick))
        yardstick.showIf(beside.joinToString("\n").ifEmpty { null })
        advice.showIf(core?.reading?.let(words::advice))
    }

    /** The uncertainty is the average's, where two levels stand in the number's place. */
    private fun line(
        display: FrequencyDisplay,
        verdict: Verdict?,
        isOfTwoLevels: Boolean,
    ) = if (isOfTwoLevels && verdict != null) words.verdict(verdict) else found.uncertainty(display, verdict)

    /** Shows [frame] of the replay of a measurement: what was found keeps its place, and comes in the end. */
    fun replay(
        state: MeasureState,
        machine: Machine?,
        frame: ReplayFrame,
    ) {
        val shown = state.cores.getOrNull(frame.core.toInt()) ?: return
        core.text = found.title(shown.kind, shown.cpus)
        atLeast.showIf(null)
        number.visibility = View.VISIBLE
        number.showPassing(frame.frequency, numbers)
        verdict.forEach { it.alpha = 0f }
        curve?.visibility = View.VISIBLE
        curve?.show(shown.curve, claim(shown, machine), frame.untilMs)
    }

    /** A reason stands where the number would, or below what the clock was at least. */
    private fun showNote(
        note: Note,
        bound: Rounded? = null,
    ) {
        number.showIf(bound != null)
        bound?.let { number.showBound(it, numbers) }
        atLeast.showIf(bound?.let { context.getString(R.string.number_at_least) })
        uncertainty.setTextAppearance(if (bound == null) R.style.Text_Reason else R.style.Text)
        uncertainty.showIf(note.text)
        uncertainty.setCompoundDrawablesRelativeWithIntrinsicBounds(sign(Verdict.REFUSED), 0, 0, 0)
        yardstick.showIf(null)
        advice.showIf(note.advice)
    }

    private fun word(phase: Phase): Int =
        when (phase) {
            is Phase.Idle -> R.string.state_ready
            is Phase.Warming -> R.string.state_warming
            is Phase.Measuring -> R.string.state_measuring
            is Phase.Done -> R.string.state_done
            is Phase.Failed -> R.string.state_failed
        }

    /**
     * The text that is read out when it changes: the current step, the result of each core, and in
     * the end of all. A view that is gone is silent, so there is a word in every phase.
     */
    private fun showStatus(
        state: MeasureState,
        core: CoreState?,
    ) {
        val text = doing(state)
        val news = if (manyCores && state.running) emptyList() else spoken.news(state, core)
        status.contentDescription =
            if (news.isEmpty()) null else (news + listOfNotNull(text)).joinToString(". ")
        // Rounds that follow one another are not read out for ever.
        val isOld = state.running && state.round > 1
        status.accessibilityLiveRegion =
            if (isOld) View.ACCESSIBILITY_LIVE_REGION_NONE else View.ACCESSIBILITY_LIVE_REGION_POLITE
        status.showIf(text)
    }

    private fun showCurve(
        state: MeasureState,
        core: CoreState?,
        machine: Machine?,
    ) {
        val curve = curve ?: return
        val shown = core?.curve
        curve.show(shown, core?.let { claim(it, machine) })
        // Without a reading no curve will follow.
        val refused = core?.reading?.reason != null && shown?.warmUp.isNullOrEmpty()
        val nothing = refused || state.phase is Phase.Failed || state.phase == Phase.Idle
        curve.showIf(!nothing)
        val sentence = shown?.let(::sentence)
        val toCome = context.getString(R.string.curve_after).takeIf { state.running }
        finding?.showIf(sentence ?: toCome)
        curve.contentDescription =
            listOfNotNull(context.getString(R.string.curve_title), sentence).joinToString(". ")
    }

    /** The text in the line of comparison of [core]: at first the system's claim. */
    private fun claim(
        core: CoreState,
        machine: Machine?,
    ): String? =
        core.numbers?.claim?.let(found.claims::mark)
            ?: machine?.claimHz(core.cpus)?.let(::claimText)

    /** Core rounds the claim, and is called once for each claim. */
    private fun claimText(hz: Double): String =
        claimTexts.getOrPut(hz) {
            context.getString(R.string.curve_claimed, numbers.frequency(statedFrequency(hz)))
        }

    private fun sentence(curve: ClockCurve): String? =
        when (val found = curve.finding) {
            is CurveFinding.Reached -> {
                val (from, to) = numbers.frequency(found.from) to numbers.frequency(found.frequency)
                context.getString(R.string.curve_finding_reached, from, to, numbers.number(found.afterMs))
            }

            is CurveFinding.Fell -> {
                val (from, to) = numbers.frequency(found.from) to numbers.frequency(found.frequency)
                val after = numbers.number(found.afterMs)
                val lost = numbers.number(found.lostPercent)
                context.getString(R.string.curve_finding_fell, from, to, after, lost)
            }

            is CurveFinding.AlreadyAtClock -> {
                context.getString(R.string.curve_finding_already_at_clock, numbers.frequency(found.frequency))
            }

            is CurveFinding.Moved -> {
                val (low, high) = numbers.frequency(found.low) to numbers.frequency(found.high)
                context.getString(R.string.curve_finding_moved, low, high)
            }

            is CurveFinding.WarmUpIncomplete -> {
                context.getString(R.string.curve_finding_warm_up_incomplete)
            }

            null -> {
                null
            }
        }
}
