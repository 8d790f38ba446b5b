package org.trueghz.app.model

import org.trueghz.ffi.ClockCurve
import org.trueghz.ffi.Machine
import org.trueghz.ffi.SessionEvent
import org.trueghz.ffi.Target
import org.trueghz.ffi.WarmUpSample
import org.trueghz.ffi.runningCurve

/**
 * The curve of the core at work. It is made anew of all that was told so far, up to sixty times a second:
 * work for the thread that takes the events, not for the one that draws.
 *
 * @param machine tells what the system claims of a core.
 */
class LiveCurves(
    private val machine: Machine,
) {
    private var targets = emptyList<Target>()
    private val warmUp = mutableListOf<WarmUpSample>()

    /** Adds to [step] the curve as it is then. */
    fun with(step: Step): Step = if (step is Step.On) step.copy(curve = after(step.event)) else step

    private fun after(event: SessionEvent): ClockCurve? =
        when (event) {
            is SessionEvent.Started -> {
                targets = event.targets
                null
            }

            is SessionEvent.CoreStarted -> {
                warmUp.clear()
                null
            }

            is SessionEvent.WarmUp -> {
                warmUp += event.samples
                runningCurve(warmUp, null, claimHz(event.core))
            }

            is SessionEvent.Running -> {
                runningCurve(warmUp, event.estimate, claimHz(event.core))
            }

            else -> {
                null
            }
        }

    private fun claimHz(core: ULong): Double? =
        targets.getOrNull(core.toInt())?.let { machine.claimHz(it.cpus) }
}

/** What the system claims of the cores with these numbers, in hertz; absent where it does not say. */
fun Machine.claimHz(cpus: List<UInt>): Double? {
    val cpu = cpus.firstOrNull() ?: return null
    return clusters
        .find { cpu in it.cpus }
        ?.claim
        ?.hz
        ?.toDouble()
}
