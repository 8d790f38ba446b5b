package org.trueghz.app.model

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.mapNotNull
import kotlinx.coroutines.withContext
import org.trueghz.AppScreens
import org.trueghz.AppShell
import org.trueghz.ComingCore
import org.trueghz.Conditions
import org.trueghz.CoreSelection
import org.trueghz.LocaleStyle
import org.trueghz.Machine
import org.trueghz.MeasureOptions
import org.trueghz.MeasurementReport
import org.trueghz.Meter
import org.trueghz.MeterEvent
import org.trueghz.NotLoadedException
import org.trueghz.SessionEvent
import org.trueghz.SessionJob
import org.trueghz.SessionOutcome
import org.trueghz.comingCores
import org.trueghz.publishedCores

/** The measuring instrument. */
interface Instrument {
    /**
     * Measures [cores], where that is to be [isBrief] each for a moment. Each collector starts a session of
     * its own. The last step is [Step.Ended].
     */
    fun measure(
        cores: CoreSelection = CoreSelection.EachCoreType,
        isBrief: Boolean = false,
    ): Flow<Step>

    /** Measures the instructions of core's set. Each collector starts a session of its own. */
    fun instructions(): Flow<TableStep>

    /** Requests the end: it comes soon, with a partial result. */
    fun stop()

    fun tell(conditions: Conditions)

    /** The instructions that [instructions] measures. */
    suspend fun instructionSet(): InstructionSet

    /** The system's facts of this device. */
    suspend fun machine(): Machine

    /** The cores that [measure] would begin with. */
    suspend fun coming(cores: CoreSelection): List<ComingCore>

    /** @throws org.trueghz.TrueGhzException where the text is none of this version's recordings. */
    suspend fun replay(windowsJson: String): MeasurementReport

    /** The screens that the library makes; it calls [shell] whenever one has changed. */
    suspend fun screens(
        shell: AppShell,
        folder: String,
        style: LocaleStyle,
    ): AppScreens
}

/** The events of a session. */
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
    private val options: MeasureOptions = Meter.EachCoreType.copy(keepClear = true),
    private val prepare: () -> Unit,
) : Instrument {
    /** Asked once in a process. */
    @Volatile
    private var machine: Machine? = null

    override fun measure(
        cores: CoreSelection,
        isBrief: Boolean,
    ): Flow<Step> =
        flow {
            prepare()
            val brief = options.copy(durationMs = BRIEF_MS, warmUpLimitMs = BRIEF_WARM_UP_MS)
            val asked = if (isBrief) brief else options
            emitAll(meter.events(SessionJob.Measure(asked.copy(cores = cores))).map(::step))
        }.flowOn(Dispatchers.IO)

    override fun instructions(): Flow<TableStep> =
        flow {
            prepare()
            emitAll(meter.events(SessionJob.Instructions(emptyList(), cpu = null)).mapNotNull(::row))
        }.flowOn(Dispatchers.IO)

    override suspend fun instructionSet(): InstructionSet =
        withContext(Dispatchers.IO) {
            prepare()
            InstructionSet(org.trueghz.instructions(), publishedCores())
        }

    private fun row(event: MeterEvent): TableStep? =
        when (event) {
            is MeterEvent.Progress -> {
                (event.event as? SessionEvent.Progressed)?.let { TableStep.Rows(it.done, it.total) }
            }

            is MeterEvent.Ended -> {
                val outcome = event.session.outcome as? SessionOutcome.InstructionsMeasured
                TableStep.Ended(checkNotNull(outcome) { "a table ended as something else" }.table)
            }
        }

    override fun stop() = meter.stop()

    override fun tell(conditions: Conditions) = meter.tell(conditions)

    override suspend fun machine(): Machine = machine ?: meter.machine().also { machine = it }

    override suspend fun coming(cores: CoreSelection): List<ComingCore> =
        machine().let { withContext(Dispatchers.IO) { comingCores(it, cores) } }

    override suspend fun replay(windowsJson: String): MeasurementReport = org.trueghz.replay(windowsJson)

    override suspend fun screens(
        shell: AppShell,
        folder: String,
        style: LocaleStyle,
    ): AppScreens =
        withContext(Dispatchers.IO) {
            prepare()
            try {
                AppScreens(shell, folder, style)
            } catch (missing: LinkageError) {
                // Each start of the app comes here, and not only those with a measurement.
                throw NotLoadedException(missing)
            }
        }

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

    private companion object {
        /** For a table that is watched: a core whose clock is still rising then reports this. */
        const val BRIEF_MS = 200u
        const val BRIEF_WARM_UP_MS = 400u
    }
}
