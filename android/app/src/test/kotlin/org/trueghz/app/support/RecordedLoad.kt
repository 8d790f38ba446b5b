package org.trueghz.app.support

import kotlinx.coroutines.runBlocking
import org.robolectric.android.controller.ActivityController
import org.trueghz.AnyReport
import org.trueghz.Conditions
import org.trueghz.History
import org.trueghz.LoadScreen
import org.trueghz.SustainedReport
import org.trueghz.app.load.LoadActivity
import org.trueghz.app.model.Loads
import org.trueghz.app.model.Phase
import org.trueghz.sustainedRecordLine
import org.trueghz.sustainedRunLine
import java.io.File

/** A sustained load that was recorded on a simulated phone (core/examples/phones/load.rs). */
class RecordedLoad private constructor(
    val report: SustainedReport,
) {
    /** The run, then the records. */
    val lines: List<String> =
        listOf(sustainedRunLine(report.run)) + report.records.map(::sustainedRecordLine)

    /** As if the platform had reported other conditions: in the records at these [places]. */
    fun told(
        places: IntRange,
        conditions: (Conditions) -> Conditions,
    ): RecordedLoad {
        val records =
            report.records.mapIndexed { place, record ->
                if (place in places) record.copy(conditions = conditions(record.conditions)) else record
            }
        return RecordedLoad(report.copy(records = records))
    }

    companion object {
        private val known = mutableMapOf<String, RecordedLoad>()

        fun of(name: String): RecordedLoad =
            known.getOrPut(name) {
                val file = File(checkNotNull(System.getProperty("phones")), "$name.jsonl")
                val kept = runBlocking { History(file).read() }.reports.single().report
                RecordedLoad((kept as AnyReport.Sustained).v1)
            }
    }
}

/** The library plays this file in a load's place (bindings/src/app/player.rs). */
private val played
    get() = File(TestApp.now.cacheDir, "played.jsonl")

private const val END = "end\n"

val loads: Loads
    get() = TestApp.now.measurements.loads

fun loadScreen(): LoadScreen = checkNotNull(loads.state.screen) { "the library is not loaded" }

fun openLoad(): ActivityController<LoadActivity> {
    val screen = open(LoadActivity::class.java)
    waitUntil("the library") { loads.state.screen != null }
    return screen
}

/** The next load is one that is played, as far as a test lets it. */
fun prepareLoad() {
    endPlayed()
    played.createNewFile()
}

/** Ends the thread that plays, if there is one. */
fun endPlayed() {
    if (played.isFile) played.appendText(END)
    played.delete()
}

/** Starts the load, unless one runs, and plays it up to its [records]th record. */
fun RecordedInstrument.loadUntil(records: Int) {
    waitUntil("the library") { loads.state.screen != null }
    if (!loads.isRunning) {
        prepareLoad()
        TestApp.now.measurements.startLoad()
    }
    val before = played.readLines().size
    played.appendText(load.lines.subList(before, 1 + records).joinToString(""))
    val part = load.report.records[records - 1].atMs / load.report.run.lengthMs
    // As much as doubles lose.
    waitUntil("record $records") { loadScreen().button.part >= minOf(part, 1.0) - 1e-9 }
}

/** A load from start to end. */
fun RecordedInstrument.loadToTheEnd() {
    loadUntil(load.report.records.size)
    played.appendText(END)
    waitUntil("the end") { loadScreen().canShare }
}

/** Every core from start to end. */
fun RecordedInstrument.allToTheEnd() {
    TestApp.now.measurements.startAll()
    idle()
    playToTheEnd()
    idle()
    waitUntil("the end") { TestApp.now.measurements.allCores.state.phase == Phase.Done }
}
