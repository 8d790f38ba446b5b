package org.trueghz.app.load

import android.content.Context
import android.text.format.DateUtils
import org.trueghz.FrequencyDisplay
import org.trueghz.LoadClass
import org.trueghz.SustainedEnd
import org.trueghz.SustainedFinding
import org.trueghz.SustainedNumbers
import org.trueghz.SustainedSummary
import org.trueghz.Warning
import org.trueghz.app.R
import org.trueghz.app.model.LoadState
import org.trueghz.app.model.PowerSource
import org.trueghz.app.ui.Note
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.Words

/** The effect of a load on the clock, in words and rows. */
class LoadResults(
    private val context: Context,
    private val words: Words,
    private val numbers: Numbers,
) {
    /** Labels and values of all that is known in the end. */
    fun found(
        all: SustainedSummary,
        state: LoadState,
    ): List<Pair<String, String>> {
        val seconds = state.elapsedMs.toLong() / DateUtils.SECOND_IN_MILLIS
        val found = all.numbers?.let(::clocks).orEmpty()
        val meanwhile =
            listOf(
                R.string.sustained_work to work(all),
                R.string.sustained_length to DateUtils.formatElapsedTime(seconds),
                R.string.sustained_hottest to all.hottest?.let(words::thermal),
                R.string.sustained_battery_temperature to celsius(state.coolest, state.warmest),
            )
        return found + rows(meanwhile)
    }

    /**
     * The present state while it goes on, as far as the system reports it; how hot it is stands by
     * the number.
     */
    fun running(state: LoadState): List<Pair<String, String>> {
        if (!state.running) return emptyList()
        val headroom =
            state.now?.headroomPercent?.let {
                context.getString(R.string.sustained_headroom_reached, numbers.number(it))
            }
        val battery = state.battery
        val all =
            listOf(
                R.string.sustained_headroom to headroom,
                R.string.sustained_power to battery.power?.let { context.getString(power(it)) },
                R.string.sustained_battery_temperature to celsius(battery.decidegrees, battery.decidegrees),
            )
        return rows(all)
    }

    private fun rows(all: List<Pair<Int, String?>>): List<Pair<String, String>> =
        all.mapNotNull { (label, value) -> value?.let { context.getString(label) to it } }

    private fun clocks(found: SustainedNumbers): List<Pair<String, String>> {
        val throttled =
            found.throttledAfterS?.let { context.getString(R.string.sustained_seconds, numbers.number(it)) }
                ?: context.getString(R.string.sustained_throttled_none)
        val levels =
            found.levels?.let {
                val (low, high) = numbers.frequency(it.low) to numbers.frequency(it.high)
                context.getString(R.string.details_from_to, low, high)
            }
        val peak = context.getString(R.string.sustained_peak) to clock(found.peak)
        val more = listOf(R.string.sustained_throttled to throttled, R.string.sustained_levels to levels)
        return listOf(peak, last(found) to clock(found.last)) + rows(more)
    }

    /** "Vectors, 15.9 operations per cycle"; `null` if the work is unknown. */
    private fun work(all: SustainedSummary): String? {
        val work = all.work?.let { context.getString(name(it)) } ?: return null
        val counted =
            all.operations?.let {
                context.getString(R.string.sustained_work_operations, work, numbers.number(it))
            }
        return counted ?: work
    }

    private fun power(power: PowerSource): Int =
        when (power) {
            PowerSource.BATTERY -> R.string.sustained_power_battery
            PowerSource.CHARGING -> R.string.sustained_power_charging
            PowerSource.FULL -> R.string.sustained_power_full
        }

    /** "31.4 °C", or between what it was. */
    private fun celsius(
        coolest: Int?,
        warmest: Int?,
    ): String? {
        if (coolest == null || warmest == null) return null
        val (from, to) = numbers.tenths(coolest) to numbers.tenths(warmest)
        return if (from == to) {
            context.getString(R.string.sustained_celsius, from)
        } else {
            context.getString(R.string.sustained_celsius_from_to, from, to)
        }
    }

    /** The clock at the end covers the last minute, for short loads less. */
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

    /** The text for a screen reader in the end. */
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

    /** Missing parts of it, and notes on it. */
    fun notes(state: LoadState): List<Note> {
        val all = state.summary
        val missing =
            all?.missingS?.let {
                val text = context.getString(R.string.sustained_missing_text, numbers.number(it))
                Note(text, context.getString(R.string.sustained_missing_advice))
            }
        val saving = words.warning(Warning.LowPower).takeIf { all?.powerSaving == true }
        val charging =
            Note(
                context.getString(R.string.sustained_charging_text),
                context.getString(R.string.sustained_charging_advice),
            ).takeIf { state.wasCharging }
        return listOfNotNull(missing, saving, charging)
    }
}

private fun name(work: LoadClass): Int =
    when (work) {
        LoadClass.SCALAR -> R.string.sustained_work_scalar
        LoadClass.VECTOR -> R.string.sustained_work_vector
        LoadClass.MEMORY -> R.string.sustained_work_memory
    }
