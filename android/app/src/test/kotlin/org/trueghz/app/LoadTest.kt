package org.trueghz.app

import android.app.Activity
import android.os.Build
import android.view.View
import android.view.ViewGroup
import android.widget.TextView
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import org.trueghz.Conditions
import org.trueghz.SustainedLoad
import org.trueghz.ThermalStatus
import org.trueghz.TrueGhzException
import org.trueghz.app.load.LoadActivity
import org.trueghz.app.model.LoadPhase
import org.trueghz.app.model.LoadPlan
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.RecordedLoad
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.all
import org.trueghz.app.support.idle
import org.trueghz.app.support.loadState
import org.trueghz.app.support.loadToTheEnd
import org.trueghz.app.support.loadUntil
import org.trueghz.app.support.open
import org.trueghz.app.support.recorded
import org.trueghz.app.support.shown
import org.trueghz.app.support.spoken
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import org.trueghz.app.support.words
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertTrue

/** A load for minutes. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class LoadTest {
    private fun openLoad() = open(LoadActivity::class.java)

    private fun phone(load: String = "load-throttles"): RecordedInstrument =
        recorded("three-kinds").also { it.load = RecordedLoad.of(load) }

    private fun Activity.choice(words: String): View =
        findViewById<View>(R.id.root)!!.all().filterIsInstance<TextView>().first { it.text == words }

    /** Label and value of each row. */
    private fun Activity.rows(): Map<String, String> =
        findViewById<ViewGroup>(R.id.results)!!
            .all()
            .filter { it.id == R.id.label }
            .associate { label ->
                val pair = label.parent as ViewGroup
                val value = pair.findViewById<TextView>(R.id.value)!!
                (label as TextView).text.toString() to value.text.toString()
            }

    @Test
    fun `before the first press it says what will happen, and asks how long and how much`() {
        phone()
        val screen = openLoad().get()
        assertEquals(screen.getString(R.string.sustained_sentence), screen.text(R.id.advice).text)
        assertEquals(screen.getString(R.string.sustained_keep_open), screen.text(R.id.status).text)
        assertFalse(screen.shown(R.id.number))
        assertTrue(screen.choice("5 min").isSelected)
        assertTrue(screen.choice("One core").isSelected)
        assertEquals("Start", screen.text(R.id.start).text)
    }

    @Test
    fun `what is chosen is what is started`() {
        val instrument = phone()
        val screen = openLoad().get()
        screen.choice("20 min").performClick()
        screen.choice("All cores").performClick()
        idle()
        assertTrue(screen.choice("20 min").isSelected)
        assertFalse(screen.choice("5 min").isSelected)
        screen.text(R.id.start).performClick()
        idle()
        assertEquals(LoadPlan(20u, SustainedLoad.ALL), instrument.plan)
        assertEquals(1_200_000u, instrument.plan?.lengthMs)
    }

    @Test
    fun `while it runs the clock, the time and the heat are shown, and the screen stays on`() {
        val instrument = phone()
        val screen = openLoad().get()
        instrument.loadUntil(75)
        val number = screen.findViewById<View>(R.id.number)!!
        assertContains(number.contentDescription, Regex("^now \\d\\.\\d\\d.GHz$"))
        assertEquals("01:15 of 05:00", screen.text(R.id.uncertainty).text)
        assertEquals("Measured: Cortex-X3 · core 7", screen.text(R.id.core).text)
        assertEquals("Now", screen.text(R.id.at_least).text)
        assertEquals("Temperature: slightly warm", screen.text(R.id.status).text)
        assertTrue(screen.window.decorView.keepScreenOn)
        assertFalse(screen.shown(R.id.choices))
        assertEquals("Stop", screen.text(R.id.start).text)
        assertEquals(25, screen.text(R.id.start).background.level / 100, "a quarter is over")
    }

    @Test
    fun `only a change of heat is read out`() {
        val instrument = phone()
        val screen = openLoad().get()
        val status = screen.text(R.id.status)
        assertEquals(View.ACCESSIBILITY_LIVE_REGION_POLITE, status.accessibilityLiveRegion)
        val said = mutableListOf<String>()
        for (second in 1..120) {
            instrument.loadUntil(second)
            if (said.lastOrNull() != status.spoken()) said += status.spoken()
        }
        val heat = listOf("normal", "slightly warm", "warm").map { "Temperature: $it" }
        assertEquals(heat, said)
        val elapsed = screen.text(R.id.uncertainty)
        assertEquals(View.ACCESSIBILITY_LIVE_REGION_NONE, elapsed.accessibilityLiveRegion)
    }

    @Test
    fun `in the end it shows the loss with its interval, and where it came from`() {
        val instrument = phone()
        val screen = openLoad().get()
        instrument.loadToTheEnd()
        assertContains(screen.findViewById<View>(R.id.number)!!.contentDescription, Regex("^Loss 2\\d %$"))
        assertContains(screen.text(R.id.uncertainty).text, Regex("^Loss · 2\\d\\.\\d+ to 2\\d\\.\\d+ %$"))
        val rows = screen.rows()
        assertContains(rows.getValue("Peak"), Regex("^3\\.18.*GHz ± "))
        assertContains(rows.getValue("Last minute"), Regex("^2\\.\\d.*GHz ± "))
        assertContains(rows.getValue("Time to throttle"), Regex("^5\\d\\.?\\d? s$"))
        assertEquals("Vectors, 16.0 operations per cycle", rows["Work"])
        assertEquals("05:00", rows["Duration"])
        assertEquals("hot", rows["Hottest state"])
        assertContains(screen.words(), "The clock fell by more than 3 % and had not recovered at the end.")
        val spoken = screen.text(R.id.status).spoken()
        val fell = "The clock fell by more than 3 % and had not recovered at the end\\."
        assertContains(spoken, Regex("^Loss 2\\d %\\. $fell$"))
        assertEquals("Measure again", screen.text(R.id.start).text)
        assertFalse(screen.window.decorView.keepScreenOn)
        assertNotNull(loadState().curve?.throttledMs)
    }

    @Test
    fun `a clock that held says so`() {
        val instrument = phone("load-holds")
        val screen = openLoad().get()
        val loads = TestApp.now.measurements.loads
        loads.model.plan(LoadPlan(minutes = 1u))
        instrument.loadToTheEnd()
        assertEquals("not throttled", screen.rows()["Time to throttle"])
        assertContains(screen.rows().keys, "Last 12 s")
        assertContains(screen.words(), "After its peak the clock never stayed more than 3 % below it.")
    }

    @Test
    fun `operations that were not counted are not shown`() {
        val instrument = phone("load-holds")
        instrument.load = instrument.load.changed { it.copy(operations = null) }
        val screen = openLoad().get()
        instrument.loadToTheEnd()
        assertEquals("Vectors", screen.rows()["Work"])
    }

    @Test
    fun `a load of an earlier version has no row for its work`() {
        val instrument = phone("load-holds")
        instrument.load = instrument.load.changed { it.copy(run = it.run.copy(work = null)) }
        val screen = openLoad().get()
        instrument.loadToTheEnd()
        assertFalse("Work" in screen.rows())
    }

    @Test
    fun `a rotation loses nothing, and disturbs nothing`() {
        val instrument = phone()
        val screen = openLoad()
        instrument.loadUntil(30)
        val before = screen.get().words()
        screen.recreate()
        idle()
        assertEquals(before, screen.get().words())
        instrument.loadToTheEnd()
        val done = screen.get().words()
        screen.recreate()
        idle()
        assertEquals(done, screen.get().words())
        assertEquals(1 to 0, instrument.sessions to instrument.stops)
    }

    private fun away(conditions: Conditions) = conditions.copy(inBackground = true)

    @Test
    fun `a short trip to the background ends nothing here, and is missing from the result`() {
        val instrument = phone()
        instrument.load = instrument.load.told(30..41, ::away)
        val screen = openLoad()
        instrument.loadUntil(30)
        screen.pause().stop()
        assertEquals(true, instrument.told.last { it.inBackground != null }.inBackground)
        instrument.loadUntil(42)
        screen.restart().start().resume()
        assertEquals(false, instrument.told.last { it.inBackground != null }.inBackground)
        assertEquals(0, instrument.stops)
        assertEquals(1, loadState().curve?.missing?.size)
        instrument.loadToTheEnd()
        // Twelve records, each a little longer than a second.
        assertContains(screen.get().words(), "13 s in the background")
        assertContains(screen.get().words(), "This time is missing from the result.")
    }

    @Test
    fun `who was away for long is told so`() {
        val instrument = phone()
        instrument.load = instrument.load.told(30..61, ::away).cut(62)
        val screen = openLoad().get()
        instrument.loadToTheEnd()
        val said = screen.getString(R.string.sustained_ended_in_background)
        assertEquals(said, screen.text(R.id.status).text)
    }

    @Test
    fun `stop keeps what is known`() {
        val instrument = phone()
        val screen = openLoad().get()
        instrument.loadUntil(120)
        screen.text(R.id.start).performClick()
        assertEquals(1, instrument.stops)
        assertEquals("Stopping", screen.text(R.id.start).text)
        instrument.load = instrument.load.cut(120)
        instrument.playLoad(instrument.load.steps.size)
        waitUntil("the end") { loadState().phase == LoadPhase.Done }
        assertEquals(screen.getString(R.string.sustained_ended_early), screen.text(R.id.status).text)
        assertContains(screen.rows().keys, "Peak")
    }

    @Test
    fun `a device that became too hot says so`() {
        val instrument = phone()
        val ended = instrument.load.cut(200)
        instrument.load = ended.told(199..199) { it.copy(thermal = ThermalStatus.CRITICAL) }
        val screen = openLoad().get()
        instrument.loadToTheEnd()
        assertEquals(screen.getString(R.string.sustained_ended_critical), screen.text(R.id.status).text)
        assertEquals("very hot", screen.rows()["Hottest state"])
    }

    @Test
    fun `on a device that is too hot nothing is started`() {
        val instrument = phone()
        val screen = openLoad().get()
        TestApp.now.measurements.tell(Conditions(ThermalStatus.CRITICAL, null, null, null))
        screen.text(R.id.start).performClick()
        idle()
        assertEquals(0, instrument.sessions)
        assertEquals("The device is too hot to start", screen.text(R.id.uncertainty).text)
        assertContains(screen.words(), "Let it cool, then start again.")
    }

    @Test
    fun `what went wrong is said in the number's place`() {
        val instrument = phone()
        val screen = openLoad().get()
        instrument.failure = TrueGhzException.NoClock("none")
        screen.text(R.id.start).performClick()
        waitUntil("a failure") { loadState().phase is LoadPhase.Failed }
        assertEquals("No usable reference clock", screen.text(R.id.uncertainty).text)
        assertFalse(screen.shown(R.id.number))
    }

    @Test
    fun `who leaves the screen ends the load`() {
        val instrument = phone()
        val screen = openLoad()
        instrument.loadUntil(10)
        screen.get().findViewById<View>(R.id.back)!!.performClick()
        screen.pause().stop().destroy()
        assertEquals(1, instrument.stops)
        assertIs<LoadPhase.Running>(loadState().phase)
    }

    @Test
    fun `on an Android that tells nothing of heat no line is left for it`() {
        val instrument = phone()
        instrument.load = instrument.load.told(0..1_000) { Conditions(null, null, null, null) }
        val screen = openLoad().get()
        instrument.loadToTheEnd()
        assertFalse("Hottest state" in screen.rows(), "API ${Build.VERSION.SDK_INT}")
        assertEquals(emptyList(), loadState().curve?.heat)
    }
}
