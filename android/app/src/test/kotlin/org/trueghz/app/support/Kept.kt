package org.trueghz.app.support

import android.app.Activity
import android.view.ViewGroup
import kotlinx.coroutines.runBlocking
import org.trueghz.AnyReport
import org.trueghz.ClockId
import org.trueghz.History
import org.trueghz.MeasurementReport
import org.trueghz.RampReport
import org.trueghz.Timebase
import org.trueghz.app.R
import org.trueghz.app.history.ReadingRow
import org.trueghz.app.model.ReadingHistory
import java.io.File
import java.util.TimeZone

/** The contents of the history of the app under test. */
object Kept {
    /** 21 September 2026, 14:13 in Greenwich. */
    const val FIRST = 1_790_000_000_000uL
    private const val A_DAY = 86_400_000uL

    val file: File
        get() = File(TestApp.now.filesDir, "history.jsonl")

    val history: ReadingHistory
        get() = TestApp.now.measurements.history

    fun report(phone: String): MeasurementReport = Recording.of(phone).report

    fun time(place: Int): ULong = FIRST + A_DAY * place.toULong()

    /** Fills the file: a report a day. */
    fun write(reports: List<AnyReport>) {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"))
        file.parentFile!!.mkdirs()
        file.writeText(reports.mapIndexed { place, report -> line(report, time(place)) }.joinToString(""))
    }

    fun write(vararg phones: String) = write(phones.map { AnyReport.Measurement(report(it)) })

    fun reports(): List<AnyReport> = runBlocking { History(file).read() }.reports.map { it.report }

    /** Reads the file into the model, as a screen does. */
    fun read() {
        val listener: (Any) -> Unit = { }
        history.listen(listener)
        waitUntil("the history") { history.state.readings != null }
        history.forget(listener)
    }

    /** A ramp of which nothing came. */
    fun ramp(): AnyReport {
        val machine = report("three-kinds").machine
        val clock = ClockId.MONOTONIC_RAW
        val tick = Timebase(1u, 1u)
        val ramp =
            RampReport(
                "trueghz-ramp/2",
                "0.1.0",
                cpu = 7u,
                kind = "Cortex-X3",
                clock = clock,
                timebase = tick,
                quantumNs = 1.0,
                restMs = 50.0,
                runs = emptyList(),
                machine = machine,
            )
        return AnyReport.Ramp(ramp)
    }

    /** The line that core writes, as of that time. */
    private fun line(
        report: AnyReport,
        atUnixMs: ULong,
    ): String {
        val own = File.createTempFile("kept", ".jsonl")
        try {
            runBlocking { History(own).add(report) }
            return own.readText().replaceFirst(Regex("\"at_unix_ms\":\\d+"), "\"at_unix_ms\":$atUnixMs")
        } finally {
            own.delete()
        }
    }
}

/** The rows of the history's list that are to be seen. */
fun Activity.rows(): List<ReadingRow> {
    val list = findViewById<ViewGroup>(R.id.list)!!
    return (0 until list.childCount).map(list::getChildAt).filterIsInstance<ReadingRow>()
}
