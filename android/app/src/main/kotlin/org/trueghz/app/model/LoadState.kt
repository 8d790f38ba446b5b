package org.trueghz.app.model

import org.trueghz.SustainedCurve
import org.trueghz.SustainedNow
import org.trueghz.SustainedSummary

/** How far a sustained load is. */
sealed interface LoadPhase {
    data object Idle : LoadPhase

    data object Running : LoadPhase

    /** It is over, and core has said what became of the clock. */
    data object Done : LoadPhase

    data class Failed(
        val failure: Failure,
    ) : LoadPhase
}

/** All that the screen of a sustained load shows. */
data class LoadState(
    val phase: LoadPhase = LoadPhase.Idle,
    val plan: LoadPlan = LoadPlan(),
    /** The kind of the measured core, as soon as it is known. */
    val kind: String? = null,
    val cpu: UInt? = null,
    /** How long the load has lasted, in milliseconds, as far as it was recorded. */
    val elapsedMs: Double = 0.0,
    /** How things stand; absent before the first record. */
    val now: SustainedNow? = null,
    val curve: SustainedCurve? = null,
    /** What became of the clock. */
    val summary: SustainedSummary? = null,
    val stopping: Boolean = false,
    /** The battery when the last record came, and what it was meanwhile. */
    val battery: Battery = Battery(),
    val wasCharging: Boolean = false,
    val coolest: Int? = null,
    val warmest: Int? = null,
) {
    val running: Boolean
        get() = phase == LoadPhase.Running
}
