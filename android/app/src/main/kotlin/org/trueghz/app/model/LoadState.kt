package org.trueghz.app.model

import org.trueghz.SustainedCurve
import org.trueghz.SustainedNow
import org.trueghz.SustainedSummary

/** Progress of a sustained load. */
sealed interface LoadPhase {
    data object Idle : LoadPhase

    data object Running : LoadPhase

    /** It is over, and core has reported the effect on the clock. */
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
    /** Duration of the load so far, in milliseconds, as far as it was recorded. */
    val elapsedMs: Double = 0.0,
    /** The present state; null before the first record. */
    val now: SustainedNow? = null,
    val curve: SustainedCurve? = null,
    /** The effect on the clock. */
    val summary: SustainedSummary? = null,
    val stopping: Boolean = false,
    /** The battery when the last record came, and whether it was charging during the load. */
    val battery: Battery = Battery(),
    val wasCharging: Boolean = false,
    val coolest: Int? = null,
    val warmest: Int? = null,
) {
    val running: Boolean
        get() = phase == LoadPhase.Running
}
