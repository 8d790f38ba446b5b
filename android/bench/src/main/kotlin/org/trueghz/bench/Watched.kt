package org.trueghz.bench

import kotlinx.coroutines.runBlocking
import org.trueghz.CoreSelection
import org.trueghz.MeasureOptions
import org.trueghz.Meter
import org.trueghz.MeterEvent
import org.trueghz.Reading
import org.trueghz.SessionEvent
import org.trueghz.SessionJob
import org.trueghz.Verdict
import org.trueghz.display
import org.trueghz.runningDisplay

private const val READINGS = 20

/** The core that is measured, the same each time; the others' threads keep off it, as in the app. */
private val options = MeasureOptions(CoreSelection.Cpus(listOf(1u)), keepClear = true)

/** Alternates readings with and without an observer, so that a drift of the machine affects both. */
fun watched() {
    val alone = mutableListOf<Reading>()
    val watched = mutableListOf<Reading>()
    var events = 0
    Meter().use { meter ->
        repeat(READINGS) {
            alone += runBlocking { meter.measure(options) }.cores
            val (reading, seen) = runBlocking { meter.watch() }
            watched += reading
            events += seen
        }
    }
    println("$READINGS readings of 500 ms each without and with a Kotlin observer that makes the curve:")
    println("$events events. The clock of this machine may move, which the steady ones leave out.")
    println(HEADER.format("", "readings", "median Hz", "middle half", "all", "±"))
    compare("all", alone, watched)
    compare("steady", alone.filter(::isSteady), watched.filter(::isSteady))
}

private fun isSteady(reading: Reading) = reading.verdict == Verdict.STEADY

/** Prints a row each, and how far the medians are apart. */
private fun compare(
    which: String,
    alone: List<Reading>,
    watched: List<Reading>,
) {
    val without = summary("$which, alone", alone) ?: return
    val with = summary("$which, watched", watched) ?: return
    println("medians apart: %.1f ppm".format((with / without - 1) * PPM))
}

/** Collects every event, up to sixty a second, each with its curve. */
private suspend fun Meter.watch(): Pair<Reading, Int> {
    var reading: Reading? = null
    var seen = 0
    events(SessionJob.Measure(options)).collect { event ->
        seen++
        when (event) {
            is MeterEvent.Progress -> {
                show(event.event)
            }

            is MeterEvent.Ended -> {
                reading =
                    event.session.report!!
                        .cores
                        .single()
                        .also { it.display }
            }
        }
    }
    return reading!! to seen
}

/** The calls of an app to core for each event. */
private fun show(event: SessionEvent) {
    if (event is SessionEvent.Running) event.frequency?.let(::runningDisplay)
}

/** Prints the row and returns the median, in hertz; `null` if no reading has a number. */
private fun summary(
    name: String,
    readings: List<Reading>,
): Double? {
    val measured = readings.filter { it.frequencyHz != null }
    val hz = measured.map { it.frequencyHz!!.value }.sorted()
    if (hz.isEmpty()) {
        println("$name: none")
        return null
    }
    val median = median(hz)
    val half = (hz[hz.size * 3 / 4] - hz[hz.size / 4]) / median * PPM
    val all = (hz.last() - hz.first()) / median * PPM
    val widths = measured.map { with(it.frequencyHz!!) { (high - low) / 2 / value * PPM } }
    println(ROW.format(name, hz.size, median, half, all, median(widths.sorted())))
    return median
}

private fun median(sorted: List<Double>) = (sorted[sorted.size / 2] + sorted[(sorted.size - 1) / 2]) / 2

/** Spreads and the median ± in parts per million. */
private const val HEADER = "%-16s %8s %14s %12s %10s %8s"
private const val ROW = "%-16s %8d %14.0f %12.1f %10.1f %8.1f"

private const val PPM = 1e6
