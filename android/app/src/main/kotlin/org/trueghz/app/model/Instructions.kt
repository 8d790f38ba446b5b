package org.trueghz.app.model

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import org.trueghz.InstructionTable
import org.trueghz.NearestCore
import org.trueghz.PublishedCore
import org.trueghz.instructionFigures
import org.trueghz.nearestCore

/** The events of a table of instructions. */
sealed interface TableStep {
    data class Rows(
        val done: ULong,
        val total: ULong,
    ) : TableStep

    data class Ended(
        val table: InstructionTable,
    ) : TableStep
}

/**
 * The table of instructions of this process, and the state that the screen shows of it.
 *
 * @param scope of the thread that draws, on which alone this may be called.
 * @param aside where core may take its time.
 */
class Instructions(
    private val instrument: Instrument,
    private val scope: CoroutineScope,
    private val aside: CoroutineDispatcher,
) : Shown<InstructionsState>(InstructionsState()) {
    private var isAsked = false

    /** Asks core what there is to measure. */
    fun look() {
        if (isAsked) return
        isAsked = true
        scope.launch {
            val failure = failureOf { state = instrument.instructionSet().let { state.copy(set = it) } }
            if (failure != null) state = state.copy(phase = TablePhase.Failed(failure))
        }
    }

    fun start() {
        if (state.running) return
        state = InstructionsState(TablePhase.Running(), state.set)
        scope.launch {
            val failure = failureOf { instrument.instructions().collect(::take) }
            if (failure != null) state = InstructionsState(TablePhase.Failed(failure), state.set)
        }
    }

    fun stopping() {
        if (state.running) state = state.copy(stopping = true)
    }

    /** Compares with the published figures of [core]; with none if it is absent. */
    fun beside(core: PublishedCore?) {
        val table = state.table ?: return
        scope.launch {
            failureOf {
                val figures = withContext(aside) { instructionFigures(table, core?.key) }
                state = state.copy(figures = figures, beside = core)
            }
        }
    }

    private suspend fun take(step: TableStep) {
        when (step) {
            is TableStep.Rows -> {
                if (state.running) state = state.copy(phase = TablePhase.Running(step.done, step.total))
                // A stop before the session had begun found nothing to end.
                if (state.stopping) instrument.stop()
            }

            is TableStep.Ended -> {
                show(step.table)
            }
        }
    }

    /** At first it is compared with the nearest core. */
    private suspend fun show(table: InstructionTable) {
        val nearest = withContext(aside) { nearestCore(table) }
        val beside = (nearest as? NearestCore.Near)?.cores?.firstOrNull()
        val figures = withContext(aside) { instructionFigures(table, beside?.key) }
        state = InstructionsState(TablePhase.Done, state.set, table, figures, nearest, beside)
    }
}
