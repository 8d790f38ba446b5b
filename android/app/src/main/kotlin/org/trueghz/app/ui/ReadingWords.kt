package org.trueghz.app.ui

import android.content.Context
import org.trueghz.FrequencyDisplay
import org.trueghz.Reading
import org.trueghz.Verdict
import org.trueghz.Warning
import org.trueghz.app.R
import org.trueghz.app.model.CoreState
import org.trueghz.isUrgent

/** The findings for a core, in words: the same on every screen. */
class ReadingWords(
    private val context: Context,
    private val words: Words,
    private val numbers: Numbers,
) {
    /** The claims that the clock is compared with. */
    val claims = ClaimWords(context, words, numbers)

    /** "Cortex-A715 · cores 4–6". */
    fun title(
        kind: String,
        cpus: List<UInt>,
    ): String {
        val which = words.cores(cpus, numbers) ?: return kind
        return context.getString(R.string.core_title, kind, which)
    }

    /** The number, or its lower bound; absent if neither is known. */
    fun number(core: CoreState): String? =
        core.display?.let { numbers.frequency(it.number) }
            ?: core.numbers?.atLeast?.let {
                context.getString(R.string.number_at_least_of, numbers.frequency(it))
            }

    /** "± 21 kHz · steady"; the verdict as soon as there is one. */
    fun uncertainty(
        display: FrequencyDisplay,
        verdict: Verdict?,
    ): String {
        val plusMinus = numbers.frequency(display.uncertainty)
        if (verdict == null) return context.getString(R.string.number_uncertainty, plusMinus)
        return context.getString(R.string.number_uncertainty_and_verdict, plusMinus, words.verdict(verdict))
    }

    /** The average of a clock whose two levels stand where the number would; absent for any other. */
    fun average(core: CoreState): String? {
        val display = core.display?.takeIf { core.numbers?.between != null } ?: return null
        val (value, plusMinus) = numbers.frequency(display.number) to numbers.frequency(display.uncertainty)
        return context.getString(R.string.number_average, value, plusMinus)
    }

    /** The clock next to its claim; absent if there is no claim or no number. */
    fun yardstick(core: CoreState): String? = core.numbers?.claim?.let(claims::yardstick)

    /** "Full clock", or "held down" with the cause; absent if neither is known. */
    fun reach(core: CoreState): String? =
        core.numbers?.reach?.let { claims.reach(it, core.reading?.lowBecause) }

    /**
     * The text below the number of a core that is done: its uncertainty, or the reason why there is
     * none.
     */
    fun below(core: CoreState): String? {
        val reading = core.reading ?: return null
        return core.display?.let { uncertainty(it, reading.verdict) }
            ?: reading.reason?.let(words::reason)?.text
            ?: words.verdict(reading.verdict)
    }

    /**
     * The most important warning that changes the meaning of the number; absent if there is none.
     */
    fun condition(reading: Reading): String? =
        reading.warnings
            .firstOrNull(Warning::isUrgent)
            ?.let(words::warning)
            ?.text

    /** The text of a core for a screen reader; null before it is done. */
    fun spoken(core: CoreState): String? {
        val reading = core.reading ?: return null
        val reason = reading.reason?.let(words::reason)?.text
        val bound =
            core.numbers?.atLeast?.takeIf { reason != null }?.let {
                context.getString(R.string.number_at_least_spoken, numbers.frequency(it), reason)
            }
        return core.display?.let { spoken(it, reading.verdict) }
            ?: bound
            ?: reason
            ?: words.verdict(reading.verdict)
    }

    /** "3.1869 GHz, plus or minus 21 kHz, steady". */
    fun spoken(
        display: FrequencyDisplay,
        verdict: Verdict,
    ): String {
        val (number, plusMinus) = numbers.frequency(display.number) to numbers.frequency(display.uncertainty)
        return context.getString(R.string.number_spoken, number, plusMinus, words.verdict(verdict))
    }
}
