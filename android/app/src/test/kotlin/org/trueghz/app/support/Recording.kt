package org.trueghz.app.support

import kotlinx.coroutines.runBlocking
import org.robolectric.internal.bytecode.SandboxClassLoader
import org.trueghz.Estimate
import org.trueghz.Frequency
import org.trueghz.Interval
import org.trueghz.MeasurementReport
import org.trueghz.Reading
import org.trueghz.RefusalReason
import org.trueghz.SessionEvent
import org.trueghz.Target
import org.trueghz.ThreadPriority
import org.trueghz.WarmUpEnd
import org.trueghz.app.model.Step
import org.trueghz.replay
import org.trueghz.runningCurve
import java.io.File

/** Recordings on simulated phones (core/examples/phones.rs), and the sessions that led to them. */
class Recording private constructor(
    file: File,
) {
    val windows: String = file.readText()

    val report: MeasurementReport = runBlocking { replay(windows) }

    /** All events that a session would have reported, in their order. */
    val steps: List<Step> =
        listOf(started()) + report.cores.flatMapIndexed(::steps) + Step.Ended(report, windows)

    private fun started(): Step {
        val targets =
            report.cores.map {
                Target(
                    it.cpu,
                    ThreadPriority.USER_INTERACTIVE,
                    0uL,
                    it.kind,
                    it.cpus,
                    it.reason.takeIf(WITHOUT_ATTEMPT::contains),
                )
            }
        return Step.On(SessionEvent.Started(targets))
    }

    private fun steps(
        place: Int,
        reading: Reading,
    ): List<Step> {
        val core = place.toULong()
        val all = reading.warmUpCurve
        val claim = reading.claim?.hz
        val quarters = all.indices.chunked(maxOf(1, all.size / 4)).map { all.take(it.last() + 1) }
        val warmUp = quarters.map { SessionEvent.WarmUp(core, runningCurve(it, null, claim)) }
        val measured =
            if (reading.reason != null) {
                emptyList()
            } else {
                val warm = SessionEvent.WarmedUp(core, WarmUpEnd.FLAT, reading.warmUpMs)
                listOf(warm) + listOf(0.3, 0.6, 0.9).map { running(core, reading, it) }
            }
        val events =
            listOf(SessionEvent.CoreStarted(core)) + warmUp + measured +
                SessionEvent.CoreFinished(core, reading)
        return events.map(Step::On)
    }

    /** The reading as it may have looked when [part] of the time was over: the interval was wider then. */
    private fun running(
        core: ULong,
        reading: Reading,
        part: Double,
    ): SessionEvent {
        val clock = checkNotNull(reading.frequencyHz)
        val half = (clock.high - clock.value) / part / part
        val hz = Interval(clock.value, clock.value - half, clock.value + half)
        val frequency = Frequency(hz, checkNotNull(reading.uncertainty))
        val line = reading.timeLine.take((reading.timeLine.size * part).toInt())
        val estimate =
            Estimate(
                reading.verdict,
                null,
                frequency,
                null,
                reading.range,
                reading.states,
                line,
                reading.chains,
                reading.tightLoop,
                reading.effectiveHz,
                reading.windows,
                reading.cpu,
                emptyList(),
            )
        val curve = runningCurve(reading.warmUpCurve, estimate, reading.claim?.hz)
        return SessionEvent.Running(core, frequency, estimate, part, curve)
    }

    companion object {
        init {
            // Each class loader's start of the library takes the callbacks away from the one before.
            val isShared = Recording::class.java.classLoader is SandboxClassLoader
            check(isShared) { "the test needs Robolectric's runner" }
        }

        /** The reasons that a session knows at its start. */
        private val WITHOUT_ATTEMPT = setOf(RefusalReason.CORE_TYPE_UNREACHABLE, RefusalReason.OFFLINE)

        private val known = mutableMapOf<String, Recording>()

        fun of(name: String): Recording = from("phones", name)

        /** The vectors with which all languages are compared (tests/vectors). */
        fun vector(name: String): Recording = from("vectors", name)

        private fun from(
            folder: String,
            name: String,
        ) = known.getOrPut(name) { Recording(File(checkNotNull(System.getProperty(folder)), "$name.json")) }
    }
}
