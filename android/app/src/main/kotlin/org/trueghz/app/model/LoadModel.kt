package org.trueghz.app.model

/** The state of the screen of a sustained load, and how it changes; as [MeasureModel]. */
class LoadModel : Shown<LoadState>(LoadState()) {
    /** Sets the plan of the next load; while one runs nothing changes. */
    fun plan(plan: LoadPlan) {
        if (!state.running) state = state.copy(plan = plan)
    }

    fun start() {
        if (!state.running) state = LoadState(phase = LoadPhase.Running, plan = state.plan)
    }

    fun stopping() {
        if (state.running) state = state.copy(stopping = true)
    }

    /** A load of another process, which has ended with that process. What was measured since comes first. */
    fun restore(kept: KeptLoad) {
        if (state.phase != LoadPhase.Idle) return
        val begun = LoadState(LoadPhase.Done, state.plan, kept.begun.kind, kept.begun.cpu, kept.elapsedMs)
        state = begun.copy(curve = kept.ended.curve, summary = kept.ended.summary)
    }

    /** How the battery is while a load goes on. */
    fun take(battery: Battery) {
        if (!state.running) return
        val now = battery.decidegrees
        state =
            state.copy(
                battery = battery,
                wasCharging = state.wasCharging || battery.power == PowerSource.CHARGING,
                coolest = listOfNotNull(state.coolest, now).minOrNull(),
                warmest = listOfNotNull(state.warmest, now).maxOrNull(),
            )
    }

    fun take(step: LoadStep) {
        if (!state.running) return
        state =
            when (step) {
                is LoadStep.Begun -> {
                    state.copy(kind = step.kind, cpu = step.cpu)
                }

                is LoadStep.Recorded -> {
                    state.copy(elapsedMs = step.atMs, now = step.now, curve = step.curve)
                }

                is LoadStep.Ended -> {
                    val over = state.copy(phase = LoadPhase.Done, stopping = false)
                    over.copy(curve = step.curve, summary = step.summary)
                }
            }
    }

    /** It has ended without a report, or could not begin. */
    fun fail(failure: Failure) {
        state = LoadState(phase = LoadPhase.Failed(failure), plan = state.plan)
    }
}
