package org.trueghz.app.model

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.launch
import org.trueghz.ffi.ThermalStatus

/**
 * The sustained loads of this process. What a short trip to the background, and critical heat, mean to one is
 * core's to judge.
 *
 * @param scope of the thread that draws, on which alone this may be called.
 */
class Loads(
    private val instrument: Instrument,
    private val scope: CoroutineScope,
) {
    val model = LoadModel()

    private var hot: ThermalStatus? = null

    /** Starts the load that is planned. */
    fun start() {
        if (model.state.running) return
        val hot = hot
        if (hot != null && hot >= ThermalStatus.CRITICAL) {
            return model.fail(Failure(Failure.Kind.TOO_HOT, hot.name))
        }
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

    private fun take(step: LoadStep) {
        model.take(step)
        // A stop before the load had begun found nothing to end.
        if (step is LoadStep.Begun && model.state.stopping) instrument.stop()
    }
}
