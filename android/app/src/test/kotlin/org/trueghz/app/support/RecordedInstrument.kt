package org.trueghz.app.support

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.withContext
import org.trueghz.Conditions
import org.trueghz.CoreSelection
import org.trueghz.Machine
import org.trueghz.MeasurementReport
import org.trueghz.app.model.InstructionSet
import org.trueghz.app.model.Instrument
import org.trueghz.app.model.KeptLoad
import org.trueghz.app.model.LoadPlan
import org.trueghz.app.model.LoadStep
import org.trueghz.app.model.Step
import org.trueghz.app.model.TableStep
import org.trueghz.publishedCores

/** Plays what was recorded, as far as the test lets it. */
class RecordedInstrument(
    val recording: Recording,
) : Instrument {
    private var steps = Channel<Step>(Channel.UNLIMITED)
    private var next = 0

    var sessions = 0
        private set
    var stops = 0
        private set
    val told = mutableListOf<Conditions>()

    /** Instead of a session: what it throws. */
    var failure: Throwable? = null

    /** Plays up to the first step that is [last], that step included. */
    fun playUntil(last: (Step) -> Boolean) {
        while (next < recording.steps.size) {
            val step = recording.steps[next++]
            steps.trySend(step)
            if (last(step)) return
        }
    }

    fun playToTheEnd() = playUntil { it is Step.Ended }

    /** The next sustained load. */
    var load: RecordedLoad
        get() = ownLoad ?: RecordedLoad.of("load-throttles")
        set(value) {
            ownLoad = value
        }
    private var ownLoad: RecordedLoad? = null
    private var loadSteps = Channel<LoadStep>(Channel.UNLIMITED)
    private var nextOfLoad = 0

    /** The cores that were requested last, and the load. */
    var asked: CoreSelection? = null
        private set
    var plan: LoadPlan? = null
        private set

    /** Whether each core was to be measured for a moment only. */
    var isBrief = false
        private set

    /** Plays the load up to its [records]th record, or to its end. */
    fun playLoad(records: Int) {
        while (nextOfLoad <= records && nextOfLoad < load.steps.size) {
            loadSteps.trySend(load.steps[nextOfLoad++])
        }
    }

    override fun sustain(plan: LoadPlan): Flow<LoadStep> {
        loadSteps = Channel(Channel.UNLIMITED)
        nextOfLoad = 0
        sessions += 1
        this.plan = plan
        return flow {
            failure?.let { throw it }
            do {
                val step = loadSteps.receive()
                emit(step)
            } while (step !is LoadStep.Ended)
        }
    }

    override fun measure(
        cores: CoreSelection,
        isBrief: Boolean,
    ): Flow<Step> {
        asked = cores
        this.isBrief = isBrief
        steps = Channel(Channel.UNLIMITED)
        next = 0
        sessions += 1
        return flow {
            failure?.let { throw it }
            do {
                val step = steps.receive()
                emit(step)
            } while (step !is Step.Ended)
        }
    }

    private var tableSteps = Channel<TableStep>(Channel.UNLIMITED)

    fun playTable(step: TableStep) {
        tableSteps.trySend(step)
    }

    override fun instructions(): Flow<TableStep> {
        tableSteps = Channel(Channel.UNLIMITED)
        sessions += 1
        return flow {
            failure?.let { throw it }
            do {
                val step = tableSteps.receive()
                emit(step)
            } while (step !is TableStep.Ended)
        }
    }

    override suspend fun instructionSet(): InstructionSet =
        withContext(Dispatchers.IO) { InstructionSet(org.trueghz.instructions(), publishedCores()) }

    override fun stop() {
        stops += 1
    }

    override fun tell(conditions: Conditions) {
        told += conditions
    }

    override suspend fun machine(): Machine = recording.report.machine.copy(cpuNumbersAreKernels = isPinned)

    /** Whether the system lets an app choose a core. */
    var isPinned = true

    override suspend fun reload(lines: String): KeptLoad? = withContext(Dispatchers.IO) { KeptLoad.of(lines) }

    override suspend fun replay(windowsJson: String): MeasurementReport = org.trueghz.replay(windowsJson)
}
