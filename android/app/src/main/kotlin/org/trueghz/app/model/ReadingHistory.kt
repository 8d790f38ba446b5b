package org.trueghz.app.model

import android.util.Log
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.launch
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withContext
import org.trueghz.AnyReport
import org.trueghz.History
import org.trueghz.LocaleStyle
import org.trueghz.MeasurementReport
import org.trueghz.StoreContents
import java.io.File

/**
 * The readings that the user keeps. Requests are served one after the other, in their order; any
 * failure is shown, and ends nothing.
 *
 * @param style how the user's language writes.
 * @param main the thread that draws, on which alone this may be called.
 * @param files where files may be read and written.
 */
class ReadingHistory(
    private val file: File,
    private val choice: KeepChoice,
    private val style: () -> LocaleStyle,
    main: CoroutineDispatcher,
    private val files: CoroutineDispatcher,
) : Shown<HistoryState>(HistoryState()) {
    private val history = History(file)
    private val scope = CoroutineScope(SupervisorJob() + main)
    private val oneAtATime = Mutex()

    /** The reading that a screen shows, by its time: it outlives the screen. */
    private var opened: Pair<ULong, MeasureModel>? = null

    /** Tells [listener] the state now and after each change, and reads what is kept. */
    override fun listen(listener: (HistoryState) -> Unit) {
        super.listen(listener)
        inTurn { read() }
    }

    /** From now on new readings are kept, or are not; what there is stays. */
    fun turn(on: Boolean) {
        state = state.copy(keeps = on)
        writing { withContext(files) { choice.turn(on) } }
    }

    /** A measurement has ended: keeps it if the user wants that, and if there is a number in it. */
    fun keep(report: MeasurementReport) {
        if (report.cores.all { it.frequencyHz == null }) return
        writing { if (choice.isWanted()) history.add(AnyReport.Measurement(report)) }
    }

    /** A load has ended with a result: [add] adds it to the file, on another thread. */
    fun keepLoad(add: (File) -> Unit) = writing { if (choice.isWanted()) withContext(files) { add(file) } }

    private suspend fun KeepChoice.isWanted() = withContext(files) { isOn() }

    /**
     * Deletes those that were kept at these [times], without them all, with what cannot be read. Calls
     * [done] if that succeeded.
     */
    fun delete(
        times: Collection<ULong>?,
        done: () -> Unit = {},
    ) = writing(done) { times?.forEach { history.remove(it) } ?: history.clear() }

    /** Writes those of [times] into the file that [place] names on another thread, and hands it to [done]. */
    fun copy(
        times: Collection<ULong>,
        place: () -> File,
        failed: () -> Unit,
        done: (File) -> Unit,
    ) = inTurn {
        attempt { withContext(files) { place() }.also { history.copy(times, it) } }?.let(done) ?: failed()
    }

    /** The reading of that time, to be shown; it is empty until it was read. */
    fun reading(atUnixMs: ULong): MeasureModel {
        opened?.let { (time, model) -> if (time == atUnixMs) return model }
        val model = MeasureModel()
        opened = atUnixMs to model
        val known = state.reading(atUnixMs)
        if (known == null) inTurn { model.fill(find(atUnixMs)) } else model.fill(known)
        return model
    }

    /** Passes the report of that time to [done]; null if it cannot be read any more. */
    fun report(
        atUnixMs: ULong,
        done: (AnyReport?) -> Unit,
    ) = inTurn { done(find(atUnixMs)?.report) }

    /** Compares two readings, and hands the result to [done]; null if they cannot be compared. */
    fun compare(
        one: ULong,
        other: ULong,
        done: (Comparison?) -> Unit,
    ) = inTurn {
        val both = find(one)?.let { first -> find(other)?.let { first to it } }
        done(both?.let { (first, second) -> attempt { withContext(files) { Comparison.of(first, second) } } })
    }

    private suspend fun find(atUnixMs: ULong): KeptReading? {
        if (state.reading(atUnixMs) == null) read()
        return state.reading(atUnixMs)
    }

    private fun writing(
        done: () -> Unit = {},
        work: suspend () -> Unit,
    ) = inTurn {
        val isWritten = attempt { work() } != null
        state = state.copy(isUnwritten = !isWritten)
        if (isWritten) done()
        // If no screen watches, the next one that does reads.
        if (isWatched) read()
    }

    private suspend fun read() {
        val keeps = attempt { choice.isWanted() }
        val style = style()
        val found = attempt { history.read().let { it to withContext(files) { newestFirst(it, style) } } }
        if (found == null) {
            state = state.copy(keeps = keeps, isUnread = true)
            return
        }
        val (contents, readings) = found
        state =
            HistoryState(
                keeps,
                readings,
                contents.corrupt,
                contents.otherVersions,
                isUnwritten = state.isUnwritten,
            )
    }

    private fun inTurn(work: suspend () -> Unit) {
        scope.launch { oneAtATime.withLock { work() } }
    }
}

private fun HistoryState.reading(atUnixMs: ULong) = readings?.find { it.atUnixMs == atUnixMs }

/** The result of [work]; null if the disk or the library fails. */
private suspend fun <T> attempt(work: suspend () -> T): T? =
    runCatching { work() }.onFailure { Log.w("TrueGHz", it) }.getOrNull()

private fun newestFirst(
    contents: StoreContents,
    style: LocaleStyle,
): List<KeptReading> = contents.reports.map { KeptReading(it, style) }.sortedByDescending { it.atUnixMs }

private fun MeasureModel.fill(kept: KeptReading?) {
    kept?.measurement?.let { restore(it, windowsJson = null) }
}
