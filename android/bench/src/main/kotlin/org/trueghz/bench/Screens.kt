package org.trueghz.bench

import kotlinx.coroutines.runBlocking
import org.trueghz.CoreSelection
import org.trueghz.FfiConverterTypeFrequencyDisplay
import org.trueghz.FfiConverterTypeOutcome
import org.trueghz.FfiConverterTypeSessionEvent
import org.trueghz.FfiConverterTypeSustainedCurve
import org.trueghz.FfiConverterTypeSustainedNow
import org.trueghz.FfiConverterTypeSustainedRecord
import org.trueghz.MeasureOptions
import org.trueghz.Meter
import org.trueghz.MeterEvent
import org.trueghz.SessionEvent
import org.trueghz.SessionJob
import org.trueghz.SustainedLoad
import org.trueghz.SustainedTimeline
import org.trueghz.runningDisplay

private const val LOAD_MS = 20_000

/** The job that each screen of the app gives to the core. */
private val SCREENS: List<Pair<String, SessionJob>> =
    listOf(
        "one core of each kind" to SessionJob.Measure(MeasureOptions(CoreSelection.EachCoreType)),
        "all cores" to SessionJob.Measure(MeasureOptions(CoreSelection.All)),
        "sustained load" to SessionJob.Sustained(LOAD_MS.toUInt(), SustainedLoad.ONE),
        "instructions" to SessionJob.Instructions(emptyList()),
    )

/** Prints the boundary's traffic for each screen until its end: events, and the calls for each. */
fun screens() {
    println("What each screen and the core say to each other, the end included:")
    Meter().use { meter ->
        for ((name, job) in SCREENS) {
            val traffic = Traffic(name)
            val begun = System.nanoTime()
            Screen(traffic).use { screen -> runBlocking { meter.events(job).collect(screen::take) } }
            traffic.lastedMs = (System.nanoTime() - begun) / NS_PER_MS
            traffic.print()
        }
    }
}

/** Makes the same calls to core as the app. */
private class Screen(
    private val traffic: Traffic,
) : AutoCloseable {
    private var track: SustainedTimeline? = null

    fun take(event: MeterEvent) {
        when (event) {
            is MeterEvent.Progress -> {
                traffic.count(FfiConverterTypeSessionEvent.allocationSize(event.event))
                ask(event.event)
            }

            is MeterEvent.Ended -> {
                traffic.count(FfiConverterTypeOutcome.allocationSize(event.session.outcome))
            }
        }
    }

    private fun ask(event: SessionEvent) {
        when (event) {
            is SessionEvent.Running -> {
                event.frequency?.let(::runningDisplay)?.let {
                    traffic.count(FfiConverterTypeFrequencyDisplay.allocationSize(it))
                }
            }

            is SessionEvent.SustainedBegun -> {
                track = SustainedTimeline(event.run)
            }

            is SessionEvent.SustainedRecorded -> {
                track?.let { track ->
                    val record = FfiConverterTypeSustainedRecord.allocationSize(event.record)
                    val now = FfiConverterTypeSustainedNow.allocationSize(track.add(event.record))
                    traffic.count(record + now)
                    traffic.count(FfiConverterTypeSustainedCurve.allocationSize(track.curve()))
                }
            }

            else -> {}
        }
    }

    override fun close() {
        track?.close()
    }
}

private const val NS_PER_MS = 1e6
