package org.trueghz.bench

import kotlinx.coroutines.runBlocking
import org.trueghz.Meter
import org.trueghz.MeterEvent
import org.trueghz.ffi.CoreSelection
import org.trueghz.ffi.FfiConverterTypeSessionEvent
import org.trueghz.ffi.MeasureOptions
import org.trueghz.ffi.SessionEvent
import org.trueghz.ffi.SessionJob

private const val WARM_UPS = 100
private const val MS_PER_S = 1e3

/** What goes over the boundary, either way. */
private class Traffic {
    private var calls = 0
    private var bytes = 0uL

    /** How long the cores warmed up, in milliseconds. */
    var lastedMs = 0.0

    /** An event or a call; [size] is that of what it takes or brings, in bytes. */
    fun count(size: ULong) {
        calls++
        bytes += size
    }

    fun print() {
        val seconds = lastedMs / MS_PER_S
        val whole = "%d warm-ups, %.2f s: %.1f calls and %.0f bytes a second"
        println(whole.format(WARM_UPS, seconds, calls / seconds, bytes.toDouble() / seconds))
    }
}

/** How much goes over the boundary while a core warms up and an app draws its curve. */
fun traffic() {
    val traffic = Traffic()
    val options = MeasureOptions(CoreSelection.Cpus(listOf(1u)), durationMs = 20u, keepClear = true)
    Meter().use { meter ->
        repeat(WARM_UPS) {
            runBlocking { meter.events(SessionJob.Measure(options)).collect { traffic.take(it) } }
        }
    }
    traffic.print()
}

private fun Traffic.take(event: MeterEvent) {
    when (val progress = (event as? MeterEvent.Progress)?.event) {
        // The curve comes with it, and nothing is asked for.
        is SessionEvent.WarmUp -> {
            count(FfiConverterTypeSessionEvent.allocationSize(progress))
        }

        is SessionEvent.WarmedUp -> {
            lastedMs += progress.elapsedMs
        }

        else -> {}
    }
}
