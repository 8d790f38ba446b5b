package org.trueghz.app.model

import android.util.Log
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import org.trueghz.Conditions
import org.trueghz.CoreSelection
import org.trueghz.LoadAction
import org.trueghz.Machine
import org.trueghz.NotLoadedException
import org.trueghz.TrueGhzException
import org.trueghz.WindowHistogram
import org.trueghz.toJson
import org.trueghz.windowHistograms
import java.io.File

/**
 * The measurements of this process: they outlive each screen.
 *
 * @param history where those go that the user keeps.
 * @param stores what the system may not take with the process.
 * @param surroundings the queries of the system during a measurement.
 * @param main the thread that draws, on which alone this may be called.
 * @param files where files may be read and written.
 */
class Measurements(
    private val instrument: Instrument,
    private val stores: Stores,
    val history: ReadingHistory,
    surroundings: Surroundings,
    main: CoroutineDispatcher,
    private val files: CoroutineDispatcher,
) {
    /** The last measurement, the rounds of the last watch, and the [folder] for the last load. */
    class Stores(
        val folder: File,
    ) {
        val reading = ReadingStore(folder)
        val rounds = RoundLog(File(folder, "rounds.csv"))
    }

    /** Results are written in the order in which they were found. */
    private val writing = files.limitedParallelism(1)

    /** One core of each kind. */
    val model = MeasureModel()

    private val scope = CoroutineScope(SupervisorJob() + main)
    private var restoring: Job? = null

    /** Every core that can be reached. */
    val every = AllCores(instrument, scope, surroundings.nowMs, stores.rounds, writing) { history.keep(it) }

    val allCores: MeasureModel
        get() = every.model

    /** A load for minutes, and its effect on the clock. */
    val loads =
        Loads(
            instrument,
            stores.folder,
            surroundings.style(),
            surroundings.battery,
            history::keepLoad,
            scope,
        )

    /** Measurements made elsewhere, and handed over as a file. */
    val opened = OpenedFile(instrument, scope, files)

    /** The cycles that instructions take. */
    val instructions = Instructions(instrument, scope, files)

    /** Whether something is measured: a second session would disturb the first. */
    val isBusy: Boolean
        get() =
            model.state.running || allCores.state.running || loads.isRunning || instructions.state.running

    /** Starts a session on a core of each kind, unless one runs. */
    fun start() {
        if (isBusy) return
        restoring?.cancel()
        model.start()
        scope.launch {
            val failure = failureOf { instrument.measure().collect(::take) }
            if (failure != null) model.fail(failure)
        }
    }

    /** Starts a session on every core, unless one runs. */
    fun startAll() {
        if (!isBusy) every.start()
    }

    /** Starts a sustained load as it is chosen, unless a session runs. */
    fun startLoad() = loads.act(LoadAction.Start(isBusy))

    /** Starts a table of instructions, unless a session runs. */
    fun startInstructions() {
        if (!isBusy) instructions.start()
    }

    /** Asks for the end of the session, which keeps what is known. */
    fun stop() {
        model.stopping()
        allCores.stopping()
        loads.act(LoadAction.Stop)
        instructions.stopping()
        instrument.stop()
    }

    /** Tells heat and power saving. */
    fun tell(conditions: Conditions) {
        loads.tell(conditions)
        instrument.tell(conditions)
    }

    /** The app came to the front, or left it, which ends a measurement at once, and a load after a while. */
    fun inFront(inFront: Boolean) {
        if (!inFront) model.left()
        if (!inFront) allCores.left()
        if (!inFront) instructions.stopping()
        tell(Conditions(null, null, null, inBackground = !inFront))
    }

    /** The process is new, and the system says that there was one before: shows what that one measured. */
    fun restore() {
        if (restoring != null || model.state.phase != Phase.Idle) return
        restoring =
            scope.launch {
                val windows = withContext(writing) { stores.reading.kept() } ?: return@launch
                try {
                    model.restore(instrument.replay(windows), windows)
                } catch (_: TrueGhzException) {
                    // For example written by another version.
                    withContext(writing) { stores.reading.clear() }
                } catch (_: NotLoadedException) {
                    // A measurement says what is wrong.
                }
            }
    }

    /** The app was opened again: a measurement of another process is old. */
    fun forget() {
        if (restoring != null || model.state.phase != Phase.Idle) return
        scope.launch(writing) { stores.reading.clear() }
    }

    /** Hands [known] the system's facts of this device, and shows its cores until they are measured. */
    fun machine(known: (Machine) -> Unit): Job =
        scope.launch {
            try {
                known(instrument.machine())
                model.meet(instrument.coming(CoreSelection.EachCoreType))
                allCores.meet(instrument.coming(every.selection()))
            } catch (_: TrueGhzException) {
                // The line stays empty; a measurement says what is wrong.
            } catch (_: NotLoadedException) {
                // Likewise.
            }
        }

    /** Hands [known] the histogram of each core's windows; nothing where no windows are left. */
    fun histograms(
        state: MeasureState,
        known: (List<WindowHistogram?>) -> Unit,
    ) {
        val windows = state.windowsJson ?: return
        offMain({ windowHistograms(windows) }, done = known)
    }

    /** Hands [known] the report as JSON; does nothing if there is none. */
    fun json(
        state: MeasureState,
        known: (String) -> Unit,
    ) {
        val report = state.report ?: return
        offMain(report::toJson, done = known)
    }

    /**
     * Does [work] on a thread that may take its time, and hands the result to [done] on this one. Whatever
     * goes wrong with it (a full disk, a place that may not be written) comes to [failed], and ends nothing.
     */
    fun <T> offMain(
        work: () -> T,
        failed: () -> Unit = {},
        done: (T) -> Unit,
    ) {
        scope.launch {
            withContext(files) { runCatching(work) }.fold(done) { why ->
                Log.w("TrueGHz", why)
                failed()
            }
        }
    }

    private fun take(step: Step) {
        when (step) {
            is Step.On -> {
                model.take(step, instrument::stop)
            }

            is Step.Ended -> {
                model.done(step.report, step.windowsJson)
                step.windowsJson?.let { windows -> scope.launch(writing) { stores.reading.keep(windows) } }
                history.keep(step.report)
            }
        }
    }
}
