package org.trueghz.app.model

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import org.trueghz.NotLoadedException
import org.trueghz.ThermalStatus
import org.trueghz.TrueGhzException

/**
 * The sustained loads of this process. What a short trip to the background, and critical heat, mean to one is
 * core's to judge.
 *
 * @param store where records go as they come, for the case that the system ends the process.
 * @param battery asks the system for the battery.
 * @param scope of the thread that draws, on which alone this may be called.
 * @param writing where files are written, one after the other.
 */
class Loads(
    private val instrument: Instrument,
    private val store: LoadStore,
    private val battery: () -> Battery,
    private val scope: CoroutineScope,
    private val writing: CoroutineDispatcher,
) {
    val model = LoadModel()

    private var hot: ThermalStatus? = null
    private var restoring: Job? = null

    /** Starts the load that is planned. */
    fun start() {
        if (model.state.running) return
        val hot = hot
        if (hot != null && hot >= ThermalStatus.CRITICAL) {
            return model.fail(Failure(Failure.Kind.TOO_HOT, hot.name))
        }
        restoring?.cancel()
        model.start()
        scope.launch {
            val failure = failureOf { instrument.sustain(model.state.plan).collect(::take) }
            if (failure != null) model.fail(failure)
        }
    }

    /** How hot the system says that the device is. */
    fun heat(status: ThermalStatus) {
        hot = status
    }

    /**
     * Shows the last load, where this process has none: minutes are not to be lost because the system ended
     * the process, in the middle of it or later.
     */
    fun restore() {
        if (restoring != null || model.state.phase != LoadPhase.Idle) return
        restoring =
            scope.launch {
                val lines = withContext(writing) { store.kept() } ?: return@launch
                try {
                    instrument.reload(lines)?.let(model::restore)
                } catch (_: TrueGhzException) {
                    // For example written by another version.
                    withContext(writing) { store.clear() }
                } catch (_: NotLoadedException) {
                    // A load says what is wrong.
                }
            }
    }

    private fun take(step: LoadStep) {
        if (step !is LoadStep.Ended) model.take(battery())
        model.take(step)
        keep(step)
        // A stop before the load had begun found nothing to end.
        if (step is LoadStep.Begun && model.state.stopping) instrument.stop()
    }

    private fun keep(step: LoadStep) {
        when (step) {
            is LoadStep.Begun -> {
                step.line?.let { line -> scope.launch(writing) { store.begin(line) } }
            }

            is LoadStep.Recorded -> {
                scope.launch(writing) { store.add(step.line) }
            }

            is LoadStep.Ended -> {}
        }
    }
}
