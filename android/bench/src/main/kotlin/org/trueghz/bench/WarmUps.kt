package org.trueghz.bench

import kotlinx.coroutines.runBlocking
import org.trueghz.CoreSelection
import org.trueghz.FfiConverterSequenceTypeWarmUpSample
import org.trueghz.FfiConverterTypeClockCurve
import org.trueghz.FfiConverterTypeSessionEvent
import org.trueghz.MeasureOptions
import org.trueghz.Meter
import org.trueghz.MeterEvent
import org.trueghz.SessionEvent
import org.trueghz.SessionJob
import org.trueghz.WarmUpSample
import org.trueghz.runningCurve

private const val WARM_UPS = 100

/** The first design's events of a warm-up (commit 00da4f4): samples per event, events per second. */
private const val FIRST_SAMPLES = 50
private const val FIRST_EVENTS_PER_S = 200

/** Prints the traffic over the boundary while a core warms up, now and by the first design. */
fun traffic() {
    val now = Traffic("$WARM_UPS warm-ups, now")
    val first = Traffic("$WARM_UPS warm-ups, first")
    val options = MeasureOptions(CoreSelection.Cpus(listOf(1u)), durationMs = 20u, keepClear = true)
    Meter().use { meter ->
        repeat(WARM_UPS) {
            val before = now.lastedMs
            runBlocking { meter.events(SessionJob.Measure(options)).collect { now.take(it) } }
            first.takeAsAtFirst(now.lastedMs - before)
        }
    }
    now.print()
    first.print()
    now.print(first)
}

/**
 * A warm-up of [lengthMs] as the first design reported it: each event brought new samples, and for
 * each event the app sent all samples so far and got their curve.
 */
private fun Traffic.takeAsAtFirst(lengthMs: Double) {
    val stretch = List(FIRST_SAMPLES) { WarmUpSample(it.toDouble(), A_CLOCK_HZ) }
    val event = FfiConverterSequenceTypeWarmUpSample.allocationSize(stretch)
    val events = (lengthMs / MS_PER_S * FIRST_EVENTS_PER_S).toInt()
    for (soFar in 1..events) {
        count(event)
        val samples = List(soFar * FIRST_SAMPLES) { WarmUpSample(it.toDouble(), A_CLOCK_HZ) }
        val curve = runningCurve(samples, null, null)
        val sent = FfiConverterSequenceTypeWarmUpSample.allocationSize(samples)
        count(sent + FfiConverterTypeClockCurve.allocationSize(curve))
    }
    lastedMs += lengthMs
}

private fun Traffic.take(event: MeterEvent) {
    when (val progress = (event as? MeterEvent.Progress)?.event) {
        // The curve comes with it, so no call is needed.
        is SessionEvent.WarmUp -> {
            count(FfiConverterTypeSessionEvent.allocationSize(progress))
        }

        is SessionEvent.WarmedUp -> {
            lastedMs += progress.elapsedMs
        }

        else -> {}
    }
}

private const val A_CLOCK_HZ = 3e9
