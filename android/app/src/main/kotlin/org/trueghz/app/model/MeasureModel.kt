package org.trueghz.app.model

import org.trueghz.ffi.MeasurementReport
import org.trueghz.ffi.SessionEvent

/**
 * What the screens show, and how it changes. No thread, no view, no Android: whoever calls it does so from
 * one thread.
 *
 * @param everyCore whether each core stands for itself, not for its kind.
 */
class MeasureModel(
    private val everyCore: Boolean = false,
) {
    var state = MeasureState()
        private set(value) {
            if (field == value) return
            field = value
            listeners.toList().forEach { it(value) }
        }

    private val listeners = mutableListOf<(MeasureState) -> Unit>()

    /** Tells [listener] the state now and after each change. */
    fun listen(listener: (MeasureState) -> Unit) {
        listeners += listener
        listener(state)
    }

    fun forget(listener: (MeasureState) -> Unit) {
        listeners -= listener
    }

    /** A session begins; what was shown before goes. */
    fun start() {
        if (!state.running) state = MeasureState(phase = Phase.Warming(core = 0))
    }

    /** The end was asked for. */
    fun stopping() {
        if (state.running) state = state.copy(stopping = true)
    }

    /** Another app is in front, which ends a session. */
    fun left() {
        if (state.running) state = state.copy(stopping = true, leftEarly = true)
    }

    /** The user wants to see [core]; nothing happens where there is none of that number. */
    fun choose(core: Int) {
        if (core in state.cores.indices) state = state.copy(chosen = core)
    }

    fun take(step: Step.On) {
        if (!state.running) return
        when (val event = step.event) {
            is SessionEvent.Started -> {
                val cores = event.targets.map { CoreState(it.kind, cpus(it.cpu, it.cpus, everyCore)) }
                state = state.copy(cores = cores)
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

            is SessionEvent.CoreDone -> {
                state = state.changed(event.core) { it.copy(reading = event.reading) }
            }

            // A curve is drawn when it is whole, and the others are of other kinds of sessions.
            is SessionEvent.WarmUp,
            is SessionEvent.StepsDone,
            is SessionEvent.SustainedBegun,
            is SessionEvent.SustainedRecorded,
            -> {}
        }
    }

    /** The session has ended with [report]. */
    fun done(
        report: MeasurementReport,
        windowsJson: String?,
    ) {
        if (!state.running) return
        val chosen = state.chosen?.takeIf { it in report.cores.indices }
        state = finished(report, windowsJson, everyCore).copy(chosen = chosen, leftEarly = state.leftEarly)
    }

    /** The session has ended without a report. */
    fun fail(failure: Failure) {
        if (state.running) state = MeasureState(phase = Phase.Failed(failure), leftEarly = state.leftEarly)
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

    private fun MeasureState.changed(
        core: ULong,
        changed: (CoreState) -> CoreState,
    ): MeasureState {
        val place = core.toInt()
        return copy(cores = cores.mapIndexed { index, old -> if (index == place) changed(old) else old })
    }
}
