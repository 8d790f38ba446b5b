package org.trueghz.app.model

import org.trueghz.ClaimNumbers
import org.trueghz.ClockCurve
import org.trueghz.Frequency
import org.trueghz.FrequencyDisplay
import org.trueghz.MeasurementReport
import org.trueghz.Reading
import org.trueghz.ReadingNumbers
import org.trueghz.RefusalReason
import org.trueghz.Verdict
import org.trueghz.Warning
import org.trueghz.readingCurve
import org.trueghz.readingNumbers
import org.trueghz.runningDisplay

/** Progress of a measurement. */
sealed interface Phase {
    /** Nothing was measured yet. */
    data object Idle : Phase

    /** [core] warms up. */
    data class Warming(
        val core: Int,
    ) : Phase

    /** The windows of [core] are taken; [part] of their time is over, 0 to 1. */
    data class Measuring(
        val core: Int,
        val part: Float,
    ) : Phase

    /** There is a report. */
    data object Done : Phase

    /** There is none, and [failure] says why. */
    data class Failed(
        val failure: Failure,
    ) : Phase
}

/** Reason why there is no report at all. */
data class Failure(
    val kind: Kind,
    val detail: String,
) {
    enum class Kind {
        NO_CLOCK,
        NO_THREAD,
        NO_CORE,
        NOT_A_RECORDING,
        OTHER_SCHEMA,
        UNREADABLE,
        TOO_LARGE,
        DEFECT,
    }
}

/** One core of a session, as far as it is known. */
data class CoreState(
    val kind: String,
    val cpus: List<UInt>,
    /** Reason why it will not be measured; absent if it will. */
    val outOfReach: RefusalReason? = null,
    /** The claimed clock, for the time before there is a reading. */
    val claim: ClaimNumbers? = null,
    /** The number so far. */
    val frequency: Frequency? = null,
    val reading: Reading? = null,
    /** Of rounds that follow one another: its numbers of the last minute, the oldest first. */
    val past: List<Past> = emptyList(),
    /** The round of its reading; 0 if that does not matter. */
    val round: Int = 0,
) {
    /** Why there is no number; absent if there is one, or may still come. */
    val refusal: RefusalReason?
        get() = if (reading == null) outOfReach else reading.reason

    /** As [refusal], unless it only had no turn. */
    val reason: RefusalReason?
        get() = refusal?.takeIf { it != RefusalReason.CANCELLED }

    /** The verdict, as soon as it is known. */
    val verdict: Verdict?
        get() = reading?.verdict ?: outOfReach?.let { Verdict.REFUSED }

    /** The reading's numbers, asked of core once: they are drawn many times. */
    val numbers: ReadingNumbers? by lazy { reading?.let(::readingNumbers) }

    /**
     * The reading's curve. Before there is one nothing of it is drawn: that keeps a second core busy, and
     * phones with two fast ones then lower the clock of both.
     */
    val curve: ClockCurve? by lazy { reading?.let(::readingCurve) }

    /** The number in its digits; null if there is none, or not yet. */
    val display: FrequencyDisplay? by lazy { numbers?.frequency ?: frequency?.let(::runningDisplay) }
}

/** All that the screens show. */
data class MeasureState(
    val phase: Phase = Phase.Idle,
    val cores: List<CoreState> = emptyList(),
    /** The core that the user wants to see; absent until one was chosen. */
    val chosen: Int? = null,
    /** Whether the end was requested. */
    val stopping: Boolean = false,
    /** Whether another app was in front before the end. */
    val leftEarly: Boolean = false,
    /** Number of the round, from 1: rounds may follow one another until they are stopped. */
    val round: Int = 1,
    val report: MeasurementReport? = null,
    /** The recorded windows of [report]. */
    val windowsJson: String? = null,
    /** All rounds, if there were several. */
    val log: RoundLog? = null,
) {
    val running: Boolean
        get() = phase is Phase.Warming || phase is Phase.Measuring

    /** The core that is measured now. */
    val current: Int?
        get() =
            when (phase) {
                is Phase.Warming -> phase.core
                is Phase.Measuring -> phase.core
                else -> null
            }

    /** The core that is shown large: the chosen one, else the one at work, else the fastest. */
    val shown: Int?
        get() = chosen ?: current ?: fastest

    private val fastest: Int?
        get() = cores.indices.maxByOrNull { cores[it].reading?.frequencyHz?.value ?: 0.0 }

    /** Whether it was ended before every core had its turn. */
    val stoppedEarly: Boolean
        get() = phase == Phase.Done && cores.mapNotNull { it.reading }.any(::isCut)

    /** Of several rounds the newest may be cut: what is shown of it is whole. */
    private fun isCut(reading: Reading) =
        reading.reason == RefusalReason.CANCELLED || (round == 1 && Warning.Cancelled in reading.warnings)

    /**
     * Share of the session that is over, 0 to 1. A warm-up takes as long as it takes, and counts
     * nothing.
     */
    val progress: Float
        get() {
            if (cores.isEmpty()) return 0f
            val part = (phase as? Phase.Measuring)?.part ?: 0f
            return ((current ?: 0) + part) / cores.size
        }
}

/** All of a measurement that has ended; where it was of [everyCore], each stands for itself alone. */
fun finished(
    report: MeasurementReport,
    windowsJson: String?,
    everyCore: Boolean = false,
) = MeasureState(
    phase = Phase.Done,
    // The numbers of an iPhone's or a Mac's cores are places in a list, without a meaning to users.
    cores =
        report.cores.map { reading ->
            val cpus = cpus(reading.cpu, reading.cpus, everyCore)
            CoreState(
                reading.kind,
                cpus.takeIf { report.machine.hasOsCpuIds }.orEmpty(),
                reading = reading,
            )
        },
    report = report,
    windowsJson = windowsJson,
)

/** The cores that [cpu] stands for: of a kind that was not reached, all of it. */
internal fun cpus(
    cpu: UInt?,
    ofKind: List<UInt>,
    everyCore: Boolean,
): List<UInt> = if (everyCore && cpu != null) listOf(cpu) else ofKind
