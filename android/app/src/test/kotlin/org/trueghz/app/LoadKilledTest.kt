package org.trueghz.app

import android.os.Bundle
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import org.trueghz.SustainedCurve
import org.trueghz.SustainedEnd
import org.trueghz.app.load.LoadActivity
import org.trueghz.app.model.LoadPhase
import org.trueghz.app.model.LoadPlan
import org.trueghz.app.model.LoadStep
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.RecordedLoad
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.idle
import org.trueghz.app.support.loadState
import org.trueghz.app.support.loadToTheEnd
import org.trueghz.app.support.loadUntil
import org.trueghz.app.support.open
import org.trueghz.app.support.recorded
import org.trueghz.app.support.shown
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import org.trueghz.app.support.words
import java.io.File
import kotlin.math.abs
import kotlin.random.Random
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertTrue

/** The system ends the process while a load of five minutes goes on. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class LoadKilledTest {
    private val file
        get() = File(TestApp.now.cacheDir, "load.jsonl")

    private fun phone(): RecordedInstrument =
        recorded("three-kinds").also { it.load = RecordedLoad.of("load-throttles") }

    private fun lines(instrument: RecordedInstrument): List<String> =
        instrument.load.steps.mapNotNull {
            when (it) {
                is LoadStep.Begun -> it.line
                is LoadStep.Recorded -> it.line
                is LoadStep.Ended -> null
            }
        }

    /**
     * The process ends after this number of records, in the midst of the next one, of which a
     * [part] is written.
     */
    private fun kill(
        instrument: RecordedInstrument,
        records: Int,
        part: Double,
    ): Bundle {
        val screen = open(LoadActivity::class.java)
        TestApp.now.measurements.loads.model
            .plan(LoadPlan(minutes = 5u))
        instrument.loadUntil(records)
        val lines = lines(instrument)
        val whole = lines.take(1 + records)
        waitUntil("what is kept") { file.length() == whole.sumOf { it.toByteArray().size.toLong() } }
        val kept = Bundle()
        screen.saveInstanceState(kept).pause().stop()
        lines.getOrNull(1 + records)?.let { file.appendText(it.take((it.length * part).toInt())) }
        TestApp.now.endProcess()
        return kept
    }

    @Test
    fun `at any of twenty moments nothing is lost but the last second`() {
        val random = Random(SEED)
        repeat(20) { turn ->
            val instrument = phone()
            val records = instrument.load.report.records
            assertEquals(300_000.0, instrument.load.report.run.lengthMs)
            val killedMs = random.nextDouble(2_000.0, 300_000.0)
            val count = records.count { it.atMs <= killedMs }
            val kept = kill(instrument, count, part = random.nextDouble(0.0, 0.999))
            val screen = Robolectric.buildActivity(LoadActivity::class.java).setup(kept).get()
            waitUntil("the load is back") { loadState().phase == LoadPhase.Done }
            val (state, moment) = loadState() to "turn $turn, at $killedMs ms"
            assertTrue(killedMs - state.elapsedMs < LAST_MS, "$moment: ${state.elapsedMs} ms are left")
            assertEquals(records[count - 1].atMs, state.elapsedMs, moment)
            // All that was to be seen then: every point, and all heat.
            val last = assertIs<LoadStep.Recorded>(instrument.load.steps[count])
            assertSame(last.curve, assertNotNull(state.curve), moment)
            assertEquals(SustainedEnd.STOPPED, state.summary?.end, moment)
            assertEquals(LoadPlan(minutes = 5u), state.plan, moment)
            assertContains(screen.words(), screen.getString(R.string.sustained_ended_early), moment)
            screen.finish()
            TestApp.now.endProcess()
        }
    }

    @Test
    fun `one that was over is shown as it was, also where the app is opened anew`() {
        val instrument = phone()
        instrument.load = instrument.load.recomputed()
        val first = open(LoadActivity::class.java)
        instrument.loadToTheEnd()
        val words = first.get().words()
        val count = instrument.load.report.records.size
        waitUntil("what is kept") { file.isFile && file.readLines().size == count + 1 }
        TestApp.now.endProcess()
        val screen = open(LoadActivity::class.java).get()
        waitUntil("the load is back") { loadState().phase == LoadPhase.Done }
        idle()
        assertEquals(words, screen.words())
        assertTrue(screen.shown(R.id.load_curve))
    }

    @Test
    fun `a new load takes the place of what was kept`() {
        val instrument = phone()
        open(LoadActivity::class.java)
        instrument.loadToTheEnd()
        instrument.load = RecordedLoad.of("load-holds")
        instrument.loadUntil(3)
        waitUntil("what is kept") { file.readLines().size == 4 }
        assertEquals(lines(instrument).first(), file.readLines().first() + "\n")
    }

    @Test
    fun `before the first record there is nothing to show`() {
        file.writeText(lines(phone()).first())
        assertNothing()
        assertTrue(file.isFile, "another process may still write to it")
    }

    @Test
    fun `what is none, or of another version, goes`() {
        phone()
        for (kept in listOf("{", "{\"schema\":\"trueghz-sustained/9\"}\n")) {
            file.writeText(kept)
            assertNothing()
            waitUntil("it is gone") { !file.isFile }
            TestApp.now.endProcess()
        }
    }

    private fun assertNothing() {
        val screen = open(LoadActivity::class.java).get()
        // Long enough for a read on another thread.
        Thread.sleep(SOON_MS)
        idle()
        assertEquals(LoadPhase.Idle, loadState().phase)
        assertEquals("Start", screen.text(R.id.start).text)
    }

    /** Numbers that were written and read again may differ by their last bit. */
    private fun assertSame(
        shown: SustainedCurve,
        restored: SustainedCurve,
        moment: String,
    ) {
        val points = shown.points.zip(restored.points)
        assertEquals(shown.points.size, restored.points.size, moment)
        val off = points.maxOf { (one, other) -> maxOf(abs(one.hz - other.hz), abs(one.atMs - other.atMs)) }
        assertTrue(off < 1e-3, "$moment: $off")
        assertEquals(shown.heat, restored.heat, moment)
        assertEquals(shown.missing, restored.missing, moment)
    }

    private companion object {
        const val SOON_MS = 100L
        const val SEED = 20_261_125

        /** A record takes a second, and a little more where the last window is long. */
        const val LAST_MS = 1_100.0
    }
}
