package org.trueghz.app

import kotlinx.coroutines.runBlocking
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import org.trueghz.AnyReport
import org.trueghz.History
import org.trueghz.MeasurementReport
import org.trueghz.app.model.Comparison
import org.trueghz.app.model.KeepChoice
import org.trueghz.app.support.Kept
import org.trueghz.app.support.RecordedLoad
import org.trueghz.app.support.Recording
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.idle
import org.trueghz.app.support.loadToTheEnd
import org.trueghz.app.support.measureToTheEnd
import org.trueghz.app.support.recorded
import org.trueghz.app.support.waitUntil
import java.io.File
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

/** The readings that are kept, and those that are not. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class HistoryModelTest {
    private val history
        get() = Kept.history

    private val state
        get() = history.state

    /** All earlier requests are done then: one thing is done after the other. */
    private fun settle() {
        var settled = false
        history.copy(emptyList(), { File.createTempFile("settled", null) }, { settled = true }) {
            settled =
                true
        }
        waitUntil("the history") { settled }
    }

    private fun turn(on: Boolean) {
        history.turn(on)
        settle()
    }

    @Test
    fun `a load that ends is kept, if the user wants that`() {
        val instrument = recorded("three-kinds")
        instrument.load = RecordedLoad.of("load-holds")
        instrument.loadToTheEnd()
        settle()
        assertFalse(Kept.file.exists())
        turn(true)
        instrument.loadToTheEnd()
        settle()
        Kept.read()
        val kept = assertIs<AnyReport.Sustained>(state.readings!!.single().report)
        assertEquals(instrument.load.report.records.size, kept.v1.records.size)
        assertContains(assertNotNull(state.readings!!.single().found), Regex("^Loss 0\\.\\d+ %"))
    }

    @Test
    fun `nothing is kept until the user wants it`() {
        val instrument = recorded("three-kinds")
        instrument.measureToTheEnd()
        Kept.read()
        assertEquals(false, state.keeps)
        assertTrue(state.isEmpty)
        assertFalse(Kept.file.exists())
    }

    @Test
    fun `a measurement that ends is in the file, also where no screen is open and the process ends then`() {
        val instrument = recorded("three-kinds")
        turn(true)
        instrument.measureToTheEnd()
        settle()
        assertEquals(listOf(AnyReport.Measurement(instrument.recording.report)), Kept.reports())
        TestApp.now.endProcess()
        Kept.read()
        assertEquals(true, state.keeps)
        assertEquals(instrument.recording.report, state.readings!!.single().measurement)
    }

    @Test
    fun `switching off keeps what is there, and adds nothing`() {
        val instrument = recorded("three-kinds")
        turn(true)
        instrument.measureToTheEnd()
        settle()
        turn(false)
        instrument.measureToTheEnd()
        settle()
        assertEquals(1, Kept.reports().size)
    }

    @Test
    fun `one that was stopped is kept if there is a number in it, one without numbers is not`() {
        recorded("three-kinds")
        turn(true)
        history.keep(Kept.report("refused"))
        history.keep(Kept.report("one-refused-of-four"))
        settle()
        assertEquals(listOf(AnyReport.Measurement(Kept.report("one-refused-of-four"))), Kept.reports())
    }

    @Test
    fun `what was kept while the list is open comes into it`() {
        val instrument = recorded("three-kinds")
        turn(true)
        history.listen { }
        instrument.measureToTheEnd()
        waitUntil("the reading") { state.readings?.size == 1 }
    }

    @Test
    fun `the newest is the first, and the fastest core stands for all`() {
        recorded("three-kinds")
        Kept.write("varying", "three-kinds")
        Kept.read()
        val readings = state.readings!!
        assertEquals(listOf(Kept.time(1), Kept.time(0)), readings.map { it.atUnixMs })
        assertEquals("Cortex-X3", readings.first().core?.kind)
        assertNull(readings.first().found)
    }

    @Test
    fun `what cannot be read is counted, and another kind of report says what it found`() {
        recorded("three-kinds")
        Kept.write(listOf(Kept.ramp()))
        Kept.file.appendText("{\"schema\":\"trueghz-store/99\"}\nno JSON\nnone either\n")
        Kept.read()
        assertEquals(2uL to 1uL, state.corrupt to state.otherVersions)
        val ramp = state.readings!!.single()
        assertNull(ramp.measurement)
        assertTrue(ramp.found!!.isNotEmpty())
        assertFalse(state.isEmpty)
    }

    @Test
    fun `the chosen ones are deleted, or all with what cannot be read`() {
        recorded("three-kinds")
        Kept.write("three-kinds", "varying", "hot")
        Kept.file.appendText("no JSON\n")
        Kept.read()
        history.listen { }
        history.delete(listOf(Kept.time(0), Kept.time(2)))
        waitUntil("the deletion") { state.readings?.size == 1 }
        assertEquals(listOf(AnyReport.Measurement(Kept.report("varying"))), Kept.reports())
        history.delete(null)
        waitUntil("the deletion") { state.isEmpty }
        assertFalse(Kept.file.exists())
    }

    @Test
    fun `a disk that cannot be written is told, costs nothing, and is told no more once it can`() {
        recorded("three-kinds")
        turn(true)
        Kept.file.mkdirs()
        history.keep(Kept.report("three-kinds"))
        settle()
        assertTrue(state.isUnwritten)
        Kept.file.delete()
        Kept.read()
        assertTrue(state.failed, "who looks later sees it")
        history.keep(Kept.report("three-kinds"))
        settle()
        assertFalse(state.isUnwritten)
        assertEquals(1, Kept.reports().size)
    }

    @Test
    fun `a file that cannot be read is told, and what was read before stays`() {
        recorded("three-kinds")
        Kept.write("three-kinds")
        Kept.read()
        Kept.file.delete()
        Kept.file.mkdirs()
        history.listen { }
        waitUntil("the failure") { state.failed }
        assertEquals(1, state.readings?.size)
        assertEquals(false, state.keeps)
    }

    @Test
    fun `a choice that is not written is told`() {
        recorded("three-kinds")
        File(TestApp.now.dataDir, "shared_prefs").apply { deleteRecursively() }.writeText("")
        turn(true)
        assertTrue(state.failed)
    }

    @Test
    fun `the disk is never waited for by the thread that draws`() {
        recorded("three-kinds")
        val choice = KeepChoice(TestApp.now)
        assertFailsWith<IllegalStateException> { choice.isOn() }
        assertFailsWith<IllegalStateException> { choice.turn(true) }
    }

    private fun compare(
        one: ULong,
        other: ULong,
    ): Comparison? {
        var found: Result<Comparison?>? = null
        history.compare(one, other) { found = Result.success(it) }
        waitUntil("the comparison") { found != null }
        return found!!.getOrThrow()
    }

    @Test
    fun `of two readings the earlier is the first, however they were chosen`() {
        recorded("three-kinds")
        Kept.write("three-kinds", "hot")
        for ((one, other) in listOf(0 to 1, 1 to 0)) {
            val comparison = assertNotNull(compare(Kept.time(one), Kept.time(other)))
            assertEquals(Kept.time(0), comparison.earlier.atUnixMs)
            val difference =
                assertNotNull(
                    comparison.contrast,
                ).cores.first { it.kind == "Cortex-X3" }.difference
            assertTrue(assertNotNull(difference).hz.value < 0, "the later one was hot, and slower")
        }
    }

    @Test
    fun `what cannot be compared is not`() {
        recorded("three-kinds")
        val other: MeasurementReport = Recording.vector("raw-two-cores-100ms").report
        Kept.write(
            listOf(
                AnyReport.Measurement(Kept.report("three-kinds")),
                AnyReport.Measurement(other),
                Kept.ramp(),
            ),
        )
        assertNull(assertNotNull(compare(Kept.time(0), Kept.time(1))).contrast, "they share no core")
        assertNull(compare(Kept.time(0), Kept.time(2)), "a ramp is no measurement")
        assertNull(compare(Kept.time(0), Kept.time(9)), "there is none of that time")
    }

    @Test
    fun `the chosen ones are copied into a file that is a history again`() {
        recorded("three-kinds")
        Kept.write("three-kinds", "varying", "hot")
        val file = File.createTempFile("copy", ".jsonl")
        var done: File? = null
        history.copy(listOf(Kept.time(1)), { file }, { error("failed") }) { done = it }
        waitUntil("the copy") { done != null }
        val copied = runBlocking { History(file).read() }.reports
        assertEquals(listOf(Kept.time(1)), copied.map { it.atUnixMs })
    }

    @Test
    fun `a kept reading is there for its screens once it was read, and is the same one afterwards`() {
        recorded("three-kinds")
        Kept.write("varying", "three-kinds")
        val model = history.reading(Kept.time(1))
        assertNull(model.state.report)
        waitUntil("the reading") { model.state.report != null }
        assertEquals(Kept.report("three-kinds"), model.state.report)
        model.choose(0)
        idle()
        assertEquals(0, history.reading(Kept.time(1)).state.shown)
    }
}
