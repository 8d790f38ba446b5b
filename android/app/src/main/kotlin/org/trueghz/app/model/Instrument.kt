package org.trueghz.app.model

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import org.trueghz.Meter
import org.trueghz.MeterEvent
import org.trueghz.ffi.Conditions
import org.trueghz.ffi.Machine
import org.trueghz.ffi.MeasureOptions
import org.trueghz.ffi.MeasurementReport
import org.trueghz.ffi.SessionEvent
import org.trueghz.ffi.SessionJob

/** What measures. */
interface Instrument {
    /** Each collector starts a session of its own. The last step is [Step.Ended]. */
    fun measure(): Flow<Step>

    /** Asks for the end: it comes soon, with what is known. */
    fun stop()

    fun tell(conditions: Conditions)

    /** What the system says of this device. */
    suspend fun machine(): Machine

    /** @throws org.trueghz.ffi.TrueGhzException where the text is none of this version's recordings. */
    suspend fun replay(windowsJson: String): MeasurementReport
}

/** What a session tells. */
sealed interface Step {
    data class On(
        val event: SessionEvent,
    ) : Step

    data class Ended(
        val report: MeasurementReport,
        val windowsJson: String?,
    ) : Step
}

/**
 * This device's cores.
 *
 * @param prepare what must have happened before the first session. It may take its time.
 */
class DeviceInstrument(
    private val meter: Meter = Meter(),
    private val options: MeasureOptions = Meter.EachKind.copy(keepClear = true),
    private val prepare: () -> Unit,
) : Instrument {
    /** Asked once in a process. */
    @Volatile
    private var machine: Machine? = null

    override fun measure(): Flow<Step> =
        flow {
            prepare()
            emitAll(meter.events(SessionJob.Measure(options)).map(::step))
        }.flowOn(Dispatchers.IO)

    override fun stop() = meter.stop()

    override fun tell(conditions: Conditions) = meter.tell(conditions)

    override suspend fun machine(): Machine = machine ?: meter.machine().also { machine = it }

    override suspend fun replay(windowsJson: String): MeasurementReport = org.trueghz.replay(windowsJson)

    private fun step(event: MeterEvent): Step =
        when (event) {
            is MeterEvent.Progress -> {
                Step.On(event.event)
            }

            is MeterEvent.Ended -> {
                val report = checkNotNull(event.session.report) { "a measurement ended as something else" }
                Step.Ended(report, event.session.windowsJson())
            }
        }
}
