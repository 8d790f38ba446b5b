package org.trueghz.app.support

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.withContext
import org.trueghz.AppScreens
import org.trueghz.AppShell
import org.trueghz.ComingCore
import org.trueghz.Conditions
import org.trueghz.CoreSelection
import org.trueghz.Interval
import org.trueghz.LocaleStyle
import org.trueghz.Machine
import org.trueghz.MeasurementReport
import org.trueghz.NotLoadedException
import org.trueghz.Reading
import org.trueghz.SessionEvent
import org.trueghz.app.model.InstructionSet
import org.trueghz.app.model.Instrument
import org.trueghz.app.model.Step
import org.trueghz.app.model.TableStep
import org.trueghz.publishedCores
import org.trueghz.readingNumbers
import java.util.concurrent.ConcurrentLinkedQueue

/** The cores of [kind] lose a fiftieth of their clock with each session. */
fun falling(kind: String): (Reading, Int) -> Reading =
    { reading, session ->
        val part = 1 - 0.02 * (session - 1)
        if (reading.kind != kind) {
            reading
        } else {
            reading.times(part)
        }
    }

/** This reading of a clock that is higher by the factor [part]. */
fun Reading.times(part: Double): Reading {
    val scaled = { clock: Interval? ->
        clock?.let { Interval(it.value * part, it.low * part, it.high * part) }
    }
    return copy(frequencyHz = scaled(frequencyHz), repeatableHz = scaled(repeatableHz))
}

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

    /** How a core ran in the session of that number, from 1. */
    var ran: (Reading, Int) -> Reading = { reading, _ -> reading }

    private fun changed(step: Step): Step {
        val event = (step as? Step.On)?.event
        return when {
            event is SessionEvent.CoreFinished -> {
                Step.On(event.copy(reading = ran(event.reading, sessions)))
            }

            step is Step.Ended -> {
                step.copy(
                    report = step.report.run { copy(cores = cores.map { ran(it, sessions) }) },
                )
            }

            else -> {
                step
            }
        }
    }

    /** Plays up to the first step that is [last], that step included. */
    fun playUntil(last: (Step) -> Boolean) {
        while (next < recording.steps.size) {
            val step = changed(recording.steps[next++])
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

    /** The cores that were requested last. */
    var asked: CoreSelection? = null
        private set

    /** Whether each core was to be measured for a moment only. */
    var isBrief = false
        private set

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

    override suspend fun machine(): Machine = recording.report.machine.copy(hasOsCpuIds = isPinned)

    /** As the recording begins, with the claims of its readings. */
    override suspend fun coming(cores: CoreSelection): List<ComingCore> {
        val started = (recording.steps.first() as Step.On).event as SessionEvent.Started
        return started.targets.zip(recording.report.cores) { target, reading ->
            val claim = readingNumbers(reading).claim
            ComingCore(target, claim?.copy(differencePercent = null, side = null))
        }
    }

    /** Whether the system lets an app choose a core. */
    var isPinned = true

    /** Reason for which the library cannot be loaded. */
    var missing: NotLoadedException? = null

    override suspend fun screens(
        shell: AppShell,
        folder: String,
        style: LocaleStyle,
    ): AppScreens =
        withContext(Dispatchers.IO) {
            missing?.let { throw it }
            AppScreens(shell, folder, style).also(made::add)
        }

    private val made = ConcurrentLinkedQueue<AppScreens>()

    /** Releases the application in which a test ran: the library would keep it for ever. */
    fun close() = made.forEach(AppScreens::close)

    override suspend fun replay(windowsJson: String): MeasurementReport = org.trueghz.replay(windowsJson)
}
