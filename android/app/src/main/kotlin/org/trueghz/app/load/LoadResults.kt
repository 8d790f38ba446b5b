package org.trueghz.app.load

import android.content.Context
import android.text.format.DateUtils
import org.trueghz.app.R
import org.trueghz.app.details.Sections
import org.trueghz.app.ui.Note
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.Words
import org.trueghz.ffi.FrequencyDisplay
import org.trueghz.ffi.SustainedEnd
import org.trueghz.ffi.SustainedFinding
import org.trueghz.ffi.SustainedNumbers
import org.trueghz.ffi.SustainedSummary

/** What became of a clock under a load, in words and rows. */
class LoadResults(
    private val context: Context,
    private val words: Words,
    private val numbers: Numbers,
) {
    /** Rows of all that is known. */
    fun show(
        sections: Sections,
        all: SustainedSummary,
        tookMs: Double,
    ) = sections.section(null as String?) {
        all.numbers?.let { found ->
            row(R.string.sustained_peak, clock(found.peak))
            row(last(found), clock(found.last))
            val throttled =
                found.throttledAfterS?.let {
                    context.getString(R.string.sustained_seconds, numbers.number(it))
                }
            row(
                R.string.sustained_throttled,
                throttled ?: context.getString(R.string.sustained_throttled_none),
            )
            val levels = found.levels?.let { numbers.frequency(it.low) to numbers.frequency(it.high) }
            row(
                R.string.sustained_levels,
                levels?.let { context.getString(R.string.details_from_to, it.first, it.second) },
            )
        }
        val seconds = tookMs.toLong() / DateUtils.SECOND_IN_MILLIS
        row(R.string.sustained_length, DateUtils.formatElapsedTime(seconds))
        row(R.string.sustained_hottest, all.hottest?.let(words::thermal))
    }

    /** The clock at the end is that of a minute, of short loads of less. */
    private fun last(found: SustainedNumbers): String =
        if (found.isLastMinute) {
            context.getString(R.string.sustained_last_minute)
        } else {
            context.getString(R.string.sustained_last_seconds, numbers.number(found.lastS))
        }

    private fun clock(display: FrequencyDisplay): String {
        val (value, plusMinus) = numbers.frequency(display.number) to numbers.frequency(display.uncertainty)
        return context.getString(R.string.number_with_uncertainty, value, plusMinus)
    }

    /** "Loss · 17 to 19 %"; without the interval where all of it is the number, as that is rounded. */
    fun loss(found: SustainedNumbers): String {
        val (low, high) = numbers.number(found.lossLowPercent) to numbers.number(found.lossHighPercent)
        val loss = context.getString(R.string.sustained_loss)
        if (low == high) return loss
        val range = context.getString(R.string.sustained_loss_range, low, high)
        return context.getString(R.string.core_title, loss, range)
    }

    /** What a screen reader says in the end. */
    fun spoken(found: SustainedNumbers): String =
        listOf(
            context.getString(R.string.sustained_loss),
            context.getString(R.string.compare_percent, numbers.number(found.lossPercent)),
        ).joinToString(" ")

    fun finding(found: SustainedNumbers): String =
        context.getString(
            when (found.finding) {
                SustainedFinding.HELD -> R.string.sustained_finding_held
                SustainedFinding.THROTTLED -> R.string.sustained_finding_throttled
                SustainedFinding.RECOVERED -> R.string.sustained_finding_recovered
                SustainedFinding.ALTERNATED -> R.string.sustained_finding_alternated
            },
        )

    /** How it ended, where it ended early. */
    fun end(end: SustainedEnd): String? =
        when (end) {
            SustainedEnd.COMPLETE -> null
            SustainedEnd.CRITICAL -> R.string.sustained_ended_critical
            SustainedEnd.IN_BACKGROUND -> R.string.sustained_ended_in_background
            SustainedEnd.STOPPED -> R.string.sustained_ended_early
        }?.let(context::getString)

    /** What is missing of it. */
    fun missing(all: SustainedSummary): Note? {
        val seconds = all.missingS ?: return null
        val text = context.getString(R.string.sustained_missing_text, numbers.number(seconds))
        return Note(text, context.getString(R.string.sustained_missing_advice))
    }
}
