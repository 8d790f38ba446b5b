package org.trueghz.app

import android.app.Activity
import android.content.Intent
import android.net.Uri
import android.view.View
import android.view.ViewGroup
import android.widget.Switch
import android.widget.TextView
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import org.trueghz.CoreSelection
import org.trueghz.RefusalReason
import org.trueghz.SessionEvent
import org.trueghz.TrueGhzException
import org.trueghz.app.cores.AllCoresActivity
import org.trueghz.app.model.MeasureModel
import org.trueghz.app.model.Past
import org.trueghz.app.model.Phase
import org.trueghz.app.model.Step
import org.trueghz.app.share.ShareActivity
import org.trueghz.app.share.ShareFormat
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.Recording
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.address
import org.trueghz.app.support.falling
import org.trueghz.app.support.idle
import org.trueghz.app.support.nth
import org.trueghz.app.support.open
import org.trueghz.app.support.recorded
import org.trueghz.app.support.sent
import org.trueghz.app.support.shown
import org.trueghz.app.support.spoken
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import org.trueghz.app.ui.ScreenActivity
import java.io.File
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue

/** Every core repeatedly, until it is stopped. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class WatchTest {
    private val model
        get() = TestApp.now.measurements.allCores

    private fun watched(): RecordedInstrument {
        val instrument = recorded("all-but-a-kind")
        TestApp.now.measurements.every.isWatching = true
        return instrument
    }

    private fun RecordedInstrument.round(number: Int) {
        if (number == 1) TestApp.now.measurements.startAll()
        waitUntil("round $number") { sessions == number }
        playToTheEnd()
        waitUntil("the end of round $number") { model.state.round > number || !model.state.running }
    }

    private fun openShare(): Activity =
        open(ShareActivity::class.java, Intent().putExtra(ScreenActivity.ALL_CORES, true)).get()

    private fun shared(address: Uri) =
        File(TestApp.now.cacheDir, address.pathSegments.joinToString("/", prefix = "shared/")).readText()

    private fun Activity.rows(): List<View> =
        findViewById<ViewGroup>(R.id.table)!!
            .let { (0 until it.childCount).map(it::getChildAt) }
            .filter { it.id != R.id.group_name }

    @Test
    fun `the switch asks for rounds, each core for a moment`() {
        val instrument = recorded("all-but-a-kind")
        val screen = open(AllCoresActivity::class.java).get()
        assertFalse(screen.findViewById<Switch>(R.id.watch)!!.isChecked)
        screen.findViewById<Switch>(R.id.watch)!!.performClick()
        instrument.round(1)
        assertTrue(model.state.running)
        waitUntil("the second round") { instrument.sessions == 2 }
        assertTrue(instrument.isBrief)
        assertEquals("0 of 8 cores measured · Round 2", screen.text(R.id.status).text)
        assertEquals(View.ACCESSIBILITY_LIVE_REGION_NONE, screen.text(R.id.status).accessibilityLiveRegion)
    }

    @Test
    fun `what a round found stays until there is something newer, and the last minute is drawn`() {
        val instrument = watched()
        instrument.ran = falling("Cortex-A715")
        val screen = open(AllCoresActivity::class.java).get()
        instrument.round(1)
        waitUntil("the second round") { instrument.sessions == 2 }
        assertContains(screen.rows().first().spoken(), "GHz, plus or minus")
        assertFalse(screen.shown(R.id.strip_key), "one number says nothing of a minute")
        instrument.round(2)
        assertTrue(screen.shown(R.id.strip_key))
        val strips = screen.rows().map { it.findViewById<View>(R.id.row_strip)!!.isShown }
        assertEquals(List(4) { false } + List(3) { true } + false, strips, "only where the clock moved")
        val (steady, moved) = listOf(0, 4).map { screen.rows()[it].spoken() }
        assertContains(steady, Regex("2\\.01\\d*.GHz throughout the last minute$"))
        assertContains(moved, Regex("2\\.6\\d*.GHz to 2\\.67\\d*.GHz in the last minute$"))
    }

    @Test
    fun `stop ends the watch after the round, and what was found stays`() {
        val instrument = watched()
        TestApp.now.measurements.history
            .turn(on = true)
        val screen = open(AllCoresActivity::class.java).get()
        instrument.round(1)
        waitUntil("the second round") { instrument.sessions == 2 }
        instrument.playUntil(nth<SessionEvent.CoreFinished>(2))
        idle()
        screen.text(R.id.start).performClick()
        instrument.playToTheEnd()
        waitUntil("the end") { model.state.phase == Phase.Done }
        assertEquals(2 to 1, instrument.sessions to instrument.stops)
        assertEquals("All cores measured", screen.text(R.id.status).text)
        assertEquals(8, checkNotNull(model.state.report).cores.size)
        assertNull(model.state.windowsJson, "of several rounds none has led to it")
        TestApp.now.measurements.history
            .listen { }
        waitUntil("the history") {
            TestApp.now.measurements.history.state.readings
                ?.size == 1
        }
    }

    @Test
    fun `all rounds are shared as one table`() {
        val instrument = watched()
        open(AllCoresActivity::class.java)
        instrument.round(1)
        waitUntil("the second round") { instrument.sessions == 2 }
        TestApp.now.measurements.every.isWatching = false
        instrument.playToTheEnd()
        waitUntil("the end") { model.state.phase == Phase.Done }
        val share = openShare()
        val row = share.findViewById<View>(R.id.bottom)!!.findViewWithTag<View>(ShareFormat.ROUNDS)!!
        assertTrue(row.isShown)
        assertEquals(
            "Keep measuring · CSV (for spreadsheets)",
            row.findViewById<TextView>(R.id.format)!!.text,
        )
        row.findViewById<View>(R.id.send)!!.performClick()
        val send = sent(share)
        assertEquals("text/csv", send.type)
        val lines = shared(address(send)).trim().lines()
        val cores = instrument.recording.report.cores.size
        assertEquals(1 + 2 * cores, lines.size)
        assertTrue(lines[0].startsWith("reading,at_s,cpu,"), lines[0])
        assertContains(lines[1], Regex("^1,0\\.000,0,Cortex"))
        assertContains(lines[1 + cores], Regex("^2,\\d+\\.\\d{3},0,Cortex"))
        assertEquals(lines[1].substringAfter(",0,Cortex"), lines[1 + cores].substringAfter(",0,Cortex"))
    }

    @Test
    fun `of one round there is no table of rounds, and a watch begins anew`() {
        val instrument = watched()
        open(AllCoresActivity::class.java)
        repeat(2) {
            TestApp.now.measurements.every.isWatching = false
            TestApp.now.measurements.startAll()
            waitUntil("a session") { instrument.sessions == it + 1 }
            instrument.playToTheEnd()
            waitUntil("the end") { model.state.phase == Phase.Done }
        }
        val share = openShare()
        val row = share.findViewById<View>(R.id.bottom)!!.findViewWithTag<View>(ShareFormat.ROUNDS)!!
        assertFalse(row.isShown)
        val log = File(TestApp.now.cacheDir, "rounds.csv")
        val cores = instrument.recording.report.cores.size
        waitUntil("the table") { log.exists() && log.readLines().size == 1 + cores }
    }

    @Test
    fun `who switches it off gets the round to its end`() {
        val instrument = watched()
        open(AllCoresActivity::class.java)
        TestApp.now.measurements.startAll()
        idle()
        TestApp.now.measurements.every.isWatching = false
        instrument.playToTheEnd()
        waitUntil("the end") { model.state.phase == Phase.Done }
        assertEquals(1, instrument.sessions)
    }

    @Test
    fun `a rotation keeps the switch and the rounds`() {
        val instrument = watched()
        val screen = open(AllCoresActivity::class.java)
        instrument.round(1)
        screen.recreate()
        idle()
        assertTrue(screen.get().findViewById<Switch>(R.id.watch)!!.isChecked)
        instrument.round(2)
        assertEquals(0, instrument.stops)
        assertEquals(
            2,
            model.state.cores
                .first()
                .past.size,
        )
    }

    @Test
    fun `what fails in a later round is said`() {
        val instrument = watched()
        val screen = open(AllCoresActivity::class.java).get()
        instrument.failure = null
        TestApp.now.measurements.startAll()
        idle()
        instrument.failure = TrueGhzException.NoClock("none")
        instrument.playToTheEnd()
        waitUntil("a failure") { model.state.phase is Phase.Failed }
        assertEquals("No usable reference clock", screen.text(R.id.uncertainty).text)
    }

    @Test
    fun `a core that had no turn was not measured, and the screen says that it was stopped`() {
        val instrument = recorded("all-but-a-kind")
        val screen = open(AllCoresActivity::class.java).get()
        TestApp.now.measurements.startAll()
        idle()
        instrument.playUntil(nth<SessionEvent.CoreFinished>(2))
        idle()
        val report = instrument.recording.report
        val cut =
            report.cores.mapIndexed { place, core ->
                if (place <
                    2
                ) {
                    core
                } else {
                    core.copy(frequencyHz = null, repeatableHz = null, reason = RefusalReason.CANCELLED)
                }
            }
        model.done(report.copy(cores = cut), windowsJson = null)
        idle()
        assertEquals(screen.getString(R.string.all_ended_early), screen.text(R.id.status).text)
        assertEquals("core 3, not measured", screen.rows()[3].spoken())
        assertContains(screen.rows()[0].spoken(), "GHz")
    }

    @Test
    fun `where no core can be chosen one of each kind is measured, and the screen says why`() {
        val instrument = recorded("all-but-a-kind")
        instrument.isPinned = false
        val screen = open(AllCoresActivity::class.java).get()
        TestApp.now.measurements.startAll()
        idle()
        assertEquals(CoreSelection.EachCoreType, instrument.asked)
        assertTrue(screen.shown(R.id.by_kind))
    }

    @Test
    fun `numbers that are older than a minute are let go of`() {
        var now = 0L
        val model = MeasureModel(everyCore = true) { now }
        val steps = Recording.of("all-but-a-kind").steps
        val report = steps.filterIsInstance<Step.Ended>().single().report
        model.start()
        repeat(4) {
            steps.filterIsInstance<Step.On>().forEach(model::take)
            model.endRound(report)
            model.startRound()
            now += Past.KEPT_MS / 2
        }
        val past =
            model.state.cores
                .first()
                .past
        assertEquals(Past.KEPT_MS, past.last().atMs - past.first().atMs)
    }
}
