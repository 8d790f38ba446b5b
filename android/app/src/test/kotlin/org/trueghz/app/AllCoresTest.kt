package org.trueghz.app

import android.app.Activity
import android.view.View
import android.view.ViewGroup
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import org.robolectric.shadows.ShadowToast
import org.trueghz.CoreSelection
import org.trueghz.SessionEvent
import org.trueghz.app.cores.AllCoresActivity
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.model.Phase
import org.trueghz.app.support.Recording
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.allToTheEnd
import org.trueghz.app.support.idle
import org.trueghz.app.support.nth
import org.trueghz.app.support.open
import org.trueghz.app.support.openMeasure
import org.trueghz.app.support.recorded
import org.trueghz.app.support.shown
import org.trueghz.app.support.spoken
import org.trueghz.app.support.text
import org.trueghz.app.support.words
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertTrue

/** The table of every core. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class AllCoresTest {
    private val model
        get() = TestApp.now.measurements.allCores

    private fun openAll() = open(AllCoresActivity::class.java)

    private fun Activity.table(): List<View> =
        findViewById<ViewGroup>(R.id.table)!!.let { (0 until it.childCount).map(it::getChildAt) }

    private fun Activity.rows() = table().filter { it.id != R.id.group_name }

    /** The text of the table for a screen reader, from the top down. */
    private fun Activity.told() = table().map { it.spoken() }

    @Test
    fun `before the first press the table has the cores, and which are out of reach`() {
        recorded("all-but-a-kind")
        val screen = openAll().get()
        val told = screen.rows().map { it.spoken() }
        assertEquals(
            Recording
                .of("all-but-a-kind")
                .report.cores.size,
            told.size,
        )
        assertTrue(told.dropLast(1).all { "Stated: 2." in it && it.endsWith("GHz") }, "$told")
        assertContains(told.last(), "Out of reach")
        assertFalse(screen.shown(R.id.scale))
        assertEquals("Start", screen.text(R.id.start).text)
        assertEquals(screen.getString(R.string.all_sentence), screen.text(R.id.status).text)
    }

    @Test
    fun `the button asks for every core`() {
        val instrument = recorded("all-but-a-kind")
        val screen = openAll().get()
        screen.text(R.id.start).performClick()
        idle()
        assertEquals(CoreSelection.All to false, instrument.asked to instrument.isBrief)
        assertEquals("Stop", screen.text(R.id.start).text)
        assertEquals(Phase.Idle, TestApp.now.measurements.model.state.phase, "the first screen keeps its own")
    }

    @Test
    fun `cores stand below their kind with their clock, and what was not reached says why`() {
        val instrument = recorded("all-but-a-kind")
        val screen = openAll().get()
        instrument.allToTheEnd()
        val told = screen.told()
        assertEquals(listOf("Cortex-A510", "Cortex-A715", "Not reached"), told.filter { "core" !in it })
        assertEquals(11, told.size)
        assertContains(told[1], Regex("^core 0, 2\\.01.*GHz, plus or minus .*kHz, steady$"))
        assertContains(told[6], Regex("^core 4, .*, varying$"))
        val missed = "Cortex-X3 · core 7, Out of reach, The system does not let this app choose these cores."
        assertEquals(missed, told.last())
        val row = screen.rows().last()
        assertFalse(row.findViewById<View>(R.id.row_bar)!!.isShown)
        assertTrue(screen.shown(R.id.scale))
    }

    @Test
    fun `a core waits for its turn`() {
        val instrument = recorded("all-but-a-kind")
        val screen = openAll().get()
        TestApp.now.measurements.startAll()
        idle()
        instrument.playUntil(nth<SessionEvent.CoreStarted>(2))
        idle()
        assertContains(screen.told()[1], "GHz")
        assertEquals("core 1, Measuring", screen.told()[2])
        assertEquals("core 2, waiting", screen.told()[3])
        assertEquals("1 of 8 cores measured", screen.text(R.id.status).text)
        assertEquals(null, screen.text(R.id.status).contentDescription, "eight results one by one are noise")
    }

    @Test
    fun `a tap on a row shows that core large`() {
        val instrument = recorded("all-but-a-kind")
        val screen = openAll().get()
        instrument.allToTheEnd()
        screen.rows()[2].performClick()
        idle()
        assertEquals("Cortex-A510 · core 2", screen.text(R.id.core).text)
        assertTrue(screen.rows()[2].isSelected)
        assertEquals(1, screen.rows().count { it.isSelected })
    }

    @Test
    fun `a rotation while measuring loses nothing`() {
        val instrument = recorded("all-but-a-kind")
        val screen = openAll()
        TestApp.now.measurements.startAll()
        idle()
        instrument.playUntil(nth<SessionEvent.CoreFinished>(3))
        idle()
        val before = screen.get().words()
        screen.recreate()
        idle()
        assertEquals(before, screen.get().words())
        assertEquals(1, instrument.sessions)
        assertEquals(0, instrument.stops)
    }

    @Test
    fun `who leaves the screen ends the session`() {
        val instrument = recorded("all-but-a-kind")
        val screen = openAll()
        TestApp.now.measurements.startAll()
        idle()
        instrument.playUntil(nth<SessionEvent.CoreFinished>(1))
        idle()
        screen.get().findViewById<View>(R.id.back)!!.performClick()
        screen.pause().stop().destroy()
        assertEquals(1, instrument.stops)
    }

    @Test
    fun `only one session runs at a time`() {
        val instrument = recorded("all-but-a-kind")
        val measurements = TestApp.now.measurements
        measurements.startAll()
        measurements.start()
        measurements.startLoad()
        idle()
        assertEquals(1, instrument.sessions)
        assertIs<Phase.Warming>(model.state.phase)
        openMeasure().get().text(R.id.start).performClick()
        assertEquals("Another measurement is running", ShadowToast.getTextOfLatestToast())
        assertEquals(1 to 0, instrument.sessions to instrument.stops)
    }

    @Test
    fun `details show the cores of the table`() {
        val instrument = recorded("all-but-a-kind")
        val screen = openAll().get()
        instrument.allToTheEnd()
        screen.findViewById<View>(R.id.details)!!.performClick()
        val details = open(DetailsActivity::class.java, shadowOf(screen).nextStartedActivity).get()
        assertContains(details.words(), "Cortex-A715 · core 6")
    }

    @Test
    fun `leaving the app ends it, and the screen says so`() {
        val instrument = recorded("all-but-a-kind")
        val screen = openAll()
        TestApp.now.measurements.startAll()
        idle()
        instrument.playUntil(nth<SessionEvent.CoreFinished>(2))
        screen.pause().stop()
        assertEquals(true, instrument.told.last { it.inBackground != null }.inBackground)
        instrument.playToTheEnd()
        screen.restart().start().resume()
        idle()
        assertTrue(model.state.leftEarly)
        assertContains(screen.get().words(), screen.get().getString(R.string.all_ended_in_background))
    }
}
