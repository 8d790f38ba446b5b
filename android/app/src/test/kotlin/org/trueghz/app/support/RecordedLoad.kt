package org.trueghz.app.support

import kotlinx.coroutines.runBlocking
import org.trueghz.AnyReport
import org.trueghz.Conditions
import org.trueghz.History
import org.trueghz.SessionEvent
import org.trueghz.SustainedReport
import org.trueghz.app.model.LoadPhase
import org.trueghz.app.model.LoadStep
import org.trueghz.app.model.LoadSteps
import org.trueghz.app.model.Phase
import org.trueghz.sustainedFromLines
import org.trueghz.sustainedRecordLine
import org.trueghz.sustainedRunLine
import java.io.File

/** A sustained load that was recorded on a simulated phone (core/examples/phones/load.rs). */
class RecordedLoad private constructor(
    val report: SustainedReport,
) {
    /** All events that a session would have reported, in their order. */
    val steps: List<LoadStep> =
        LoadSteps().use { steps ->
            val told = report.records.map { SessionEvent.SustainedRecorded(it) }
            (listOf(SessionEvent.SustainedBegun(report.run)) + told).mapNotNull(steps::of) +
                steps.ended(report)
        }

    /** As core makes it of its records alone: what was recorded keeps a part of the windows. */
    fun recomputed() =
        RecordedLoad(
            sustainedFromLines(
                sustainedRunLine(report.run) +
                    report.records.joinToString("", transform = ::sustainedRecordLine),
            ),
        )

    /** As a version wrote it whose reports had less or more in them. */
    fun changed(change: (SustainedReport) -> SustainedReport) = RecordedLoad(change(report))

    /** As if it had ended after this number of [records]. */
    fun cut(records: Int) = RecordedLoad(report.copy(records = report.records.take(records)))

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

fun loadState() = TestApp.now.measurements.loads.model.state

/** Starts the load and plays it up to its [records]th record. */
fun RecordedInstrument.loadUntil(records: Int) {
    TestApp.now.measurements.startLoad()
    idle()
    playLoad(records)
    waitUntil("record $records") { loadState().elapsedMs >= load.report.records[records - 1].atMs }
}

/** A load from start to end. */
fun RecordedInstrument.loadToTheEnd() {
    loadUntil(load.report.records.size)
    playLoad(load.steps.size)
    waitUntil("the end") { loadState().phase == LoadPhase.Done }
}

/** Every core from start to end. */
fun RecordedInstrument.allToTheEnd() {
    TestApp.now.measurements.startAll()
    idle()
    playToTheEnd()
    idle()
    waitUntil("the end") { TestApp.now.measurements.allCores.state.phase == Phase.Done }
}
