package org.trueghz.app.model

import org.trueghz.ComingCore
import org.trueghz.MeasurementReport
import org.trueghz.SessionEvent
import org.trueghz.Target

/**
 * The state of the screens, and how it changes. No thread, no view, no Android: it is called from
 * one thread.
 *
 * @param everyCore whether each core stands for itself, not for its kind.
 * @param nowMs by what rounds are timed, in milliseconds.
 */
class MeasureModel(
    private val everyCore: Boolean = false,
    private val nowMs: () -> Long = { 0 },
) : Shown<MeasureState>(MeasureState()) {
    private var coming: List<CoreState> = emptyList()

    /** The cores that a session would begin with: they are shown as long as there is nothing else. */
    fun meet(coming: List<ComingCore>) {
        this.coming = coming.map { waiting(it.target, everyCore).copy(claim = it.claim) }
        if (state.phase == Phase.Idle) state = state.copy(cores = this.coming)
    }

    /** A session begins; what was shown before goes. */
    fun start() {
        if (!state.running) state = MeasureState(phase = Phase.Warming(core = 0), cores = coming)
    }

    /** Another round begins; what the ones before found stays until there is something newer. */
    fun startRound() {
        if (!state.running) return
        state = state.copy(phase = Phase.Warming(core = 0), round = state.round + 1)
    }

    /** A round has ended with [report], and another one is to come. */
    fun endRound(report: MeasurementReport) {
        if (state.running) state = state.copy(cores = merged(report), report = report, windowsJson = null)
    }

    /** The end was requested. */
    fun stopping() {
        if (state.running) state = state.copy(stopping = true)
    }

    /** Another app is in front, which ends a session. */
    fun left() {
        if (state.running) state = state.copy(stopping = true, leftEarly = true)
    }

    /** The user wants to see [core]; nothing happens if there is none of that number. */
    fun choose(core: Int) {
        if (core in state.cores.indices) state = state.copy(chosen = core)
    }

    /** As the other; a stop before the session had begun found nothing to end, so [stop] follows now. */
    fun take(
        step: Step.On,
        stop: () -> Unit,
    ) {
        take(step)
        if (step.event is SessionEvent.Started && state.stopping) stop()
    }

    fun take(step: Step.On) {
        if (!state.running) return
        when (val event = step.event) {
            is SessionEvent.Started -> {
                val cores = event.targets.map { waiting(it, everyCore) }
                // Usually those that were to come, or the cores of the round before.
                if (state.cores.map { it.cpus to it.outOfReach } != cores.map { it.cpus to it.outOfReach }) {
                    state = state.copy(cores = cores)
                }
            }

            is SessionEvent.CoreStarted -> {
                state = state.copy(phase = Phase.Warming(event.core.toInt()))
            }

            is SessionEvent.WarmedUp -> {
                state = state.copy(phase = Phase.Measuring(event.core.toInt(), part = 0f))
            }

            is SessionEvent.Running -> {
                val phase = Phase.Measuring(event.core.toInt(), event.part.toFloat())
                state =
                    state.copy(phase = phase).changed(event.core) { it.copy(frequency = event.frequency) }
            }

            is SessionEvent.CoreFinished -> {
                state = state.changed(event.core) { it.taken(event.reading, state.round, nowMs()) }
            }

            // A curve is drawn when it is whole, and the others are of other kinds of sessions.
            is SessionEvent.WarmUp,
            is SessionEvent.Progressed,
            is SessionEvent.SustainedBegun,
            is SessionEvent.SustainedRecorded,
            -> {}
        }
    }

    /** The session has ended with [report]; [log] has all rounds, if there were several. */
    fun done(
        report: MeasurementReport,
        windowsJson: String?,
        log: RoundLog? = null,
    ) {
        if (!state.running) return
        val chosen = state.chosen?.takeIf { it in report.cores.indices }
        val all =
            if (state.round == 1) {
                finished(report, windowsJson, everyCore)
            } else {
                // The state shown is also shared: after several rounds there are no windows that
                // led to it.
                val cores = merged(report)
                finished(report.copy(cores = cores.mapNotNull { it.reading }), null)
                    .copy(cores = cores, log = log)
            }
        state = all.copy(chosen = chosen, leftEarly = state.leftEarly, round = state.round)
    }

    /** The session has ended without a report. */
    fun fail(failure: Failure) {
        if (!state.running) return
        // Results of earlier rounds stay.
        val known = if (state.round == 1) MeasureState(leftEarly = state.leftEarly) else state
        state = known.copy(phase = Phase.Failed(failure), stopping = false)
    }

    /**
     * A report of before, made again of its windows, or kept without them. What was measured since comes
     * first.
     */
    fun restore(
        report: MeasurementReport,
        windowsJson: String?,
    ) {
        if (state.phase == Phase.Idle) state = finished(report, windowsJson, everyCore)
    }

    /** The newest that is known of each core. */
    private fun merged(report: MeasurementReport): List<CoreState> {
        if (report.cores.size != state.cores.size) return finished(report, null, everyCore).cores
        val atMs = nowMs()
        return state.cores.mapIndexed { place, core ->
            val reading = report.cores[place]
            val known = core.copy(kind = reading.kind, cpus = cpus(reading.cpu, reading.cpus, everyCore))
            known.taken(reading, state.round, atMs)
        }
    }

    private fun MeasureState.changed(
        core: ULong,
        changed: (CoreState) -> CoreState,
    ): MeasureState {
        val place = core.toInt()
        return copy(cores = cores.mapIndexed { index, old -> if (index == place) changed(old) else old })
    }
}

private fun waiting(
    target: Target,
    everyCore: Boolean,
) = CoreState(target.kind, cpus(target.cpu, target.cpus, everyCore), target.outOfReach)
