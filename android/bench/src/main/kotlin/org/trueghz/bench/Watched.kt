package org.trueghz.bench

import kotlinx.coroutines.runBlocking
import org.trueghz.Meter
import org.trueghz.MeterEvent
import org.trueghz.display
import org.trueghz.ffi.CoreSelection
import org.trueghz.ffi.MeasureOptions
import org.trueghz.ffi.Reading
import org.trueghz.ffi.SessionEvent
import org.trueghz.ffi.SessionJob
import org.trueghz.ffi.WarmUpSample
import org.trueghz.ffi.runningCurve
import org.trueghz.ffi.runningDisplay

private const val READINGS = 20

/** The core that is measured, the same each time. */
private val options = MeasureOptions(CoreSelection.Cpus(listOf(1u)))

/** Readings with and without somebody who watches, in turn, so that a drift of the machine meets both. */
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
    println("%-10s %8s %16s %16s %12s".format("", "numbers", "median Hz", "middle half ppm", "all ppm"))
    val medians =
        listOf("alone" to alone, "watched" to watched).map { (name, readings) ->
            summary(name, readings)
        }
    println("medians apart: %.1f ppm; %d events".format((medians[1] / medians[0] - 1) * PPM, events))
}

/** Collects every event, up to sixty a second, and makes the curve of each. */
private suspend fun Meter.watch(): Pair<Reading, Int> {
    var reading: Reading? = null
    var seen = 0
    val warmUp = mutableListOf<WarmUpSample>()
    events(SessionJob.Measure(options)).collect { event ->
        seen++
        when (event) {
            is MeterEvent.Progress -> {
                show(event.event, warmUp)
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

private fun show(
    event: SessionEvent,
    warmUp: MutableList<WarmUpSample>,
) {
    when (event) {
        is SessionEvent.WarmUp -> {
            warmUp += event.samples
            runningCurve(warmUp, null, null)
        }

        is SessionEvent.Running -> {
            event.frequency?.let(::runningDisplay)
            runningCurve(warmUp, event.estimate, null)
        }

        else -> {}
    }
}

/** Prints the row and returns the median, in hertz. */
private fun summary(
    name: String,
    readings: List<Reading>,
): Double {
    val hz = readings.mapNotNull { it.frequencyHz }.sorted()
    check(hz.isNotEmpty()) { "no reading had a number: ${readings.map { it.reason }}" }
    val median = (hz[hz.size / 2] + hz[(hz.size - 1) / 2]) / 2
    val half = (hz[hz.size * 3 / 4] - hz[hz.size / 4]) / median * PPM
    val all = (hz.last() - hz.first()) / median * PPM
    println("%-10s %5d/%d %16.0f %16.1f %12.1f".format(name, hz.size, readings.size, median, half, all))
    return median
}

private const val PPM = 1e6
