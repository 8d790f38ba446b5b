package org.trueghz.app.model

import org.trueghz.SustainedLoad

/** The cores to be busy, and the duration. */
data class LoadPlan(
    val minutes: UInt = LENGTHS[1],
    val load: SustainedLoad = SustainedLoad.ONE,
) {
    val lengthMs: UInt
        get() = minutes * MS_PER_MINUTE

    companion object {
        /**
         * Minutes: phones begin to throttle after one, and have reached their sustained clock after
         * twenty.
         */
        val LENGTHS = listOf(1u, 5u, 20u)

        private const val MS_PER_MINUTE = 60_000u
    }
}
