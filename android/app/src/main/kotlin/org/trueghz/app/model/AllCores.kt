package org.trueghz.app.model

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.launch
import org.trueghz.CoreSelection
import org.trueghz.MeasurementReport

/**
 * Measures every core: once, or repeatedly until it is stopped.
 *
 * @param scope of the thread that draws, on which alone this may be called. @param nowMs the clock
 * that times rounds, in milliseconds. @param log takes each round, on the thread of [writing].
 * @param ended gets the results when no further round follows.
 */
class AllCores(
    private val instrument: Instrument,
    private val scope: CoroutineScope,
    private val nowMs: () -> Long,
    private val log: RoundLog,
    private val writing: CoroutineDispatcher,
    private val ended: (MeasurementReport) -> Unit,
) {
    val model = MeasureModel(everyCore = true, nowMs)

    /** Whether rounds follow one another. It may change while one goes on. */
    var isWatching = false

    /** When the first round began, and this one, by [nowMs]. */
    private var firstMs = 0L
    private var roundMs = 0L

    fun start() {
        if (model.state.running) return
        model.start()
        scope.launch {
            val failure = failureOf { rounds() }
            if (failure != null) model.fail(failure)
        }
    }

    /**
     * The cores to measure: if none can be requested, all would be refused, and one of each kind is
     * the most that can be measured.
     */
    suspend fun selection(): CoreSelection {
        val isPinned = instrument.machine().hasOsCpuIds
        return if (isPinned) CoreSelection.All else CoreSelection.EachCoreType
    }

    private suspend fun rounds() {
        val cores = selection()
        scope.launch(writing) { log.begin() }
        firstMs = nowMs()
        do {
            roundMs = nowMs()
            instrument.measure(cores, isBrief = isWatching).collect(::take)
            val goesOn = model.state.running
            if (goesOn) model.startRound()
        } while (goesOn)
    }

    private fun take(step: Step) {
        when (step) {
            is Step.On -> {
                model.take(step, instrument::stop)
            }

            is Step.Ended -> {
                val (round, atMs) = model.state.round to roundMs - firstMs
                scope.launch(writing) { log.add(step.report, round, atMs) }
                if (isWatching && !model.state.stopping) {
                    model.endRound(step.report)
                } else {
                    model.done(step.report, step.windowsJson, log)
                    // Rounds of a watch would fill the history: the newest stands for all.
                    model.state.report?.let(ended)
                }
            }
        }
    }
}
