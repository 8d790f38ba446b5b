package org.trueghz.app

import android.app.Activity
import android.view.View
import android.widget.TextView
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import org.robolectric.shadows.ShadowToast
import org.trueghz.Conditions
import org.trueghz.NotLoadedException
import org.trueghz.ShareForm
import org.trueghz.ThermalStatus
import org.trueghz.app.load.LoadActivity
import org.trueghz.app.share.LoadShareActivity
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.RecordedLoad
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.all
import org.trueghz.app.support.facts
import org.trueghz.app.support.hasPreview
import org.trueghz.app.support.idle
import org.trueghz.app.support.loadScreen
import org.trueghz.app.support.loadToTheEnd
import org.trueghz.app.support.loadUntil
import org.trueghz.app.support.loads
import org.trueghz.app.support.open
import org.trueghz.app.support.openLoad
import org.trueghz.app.support.prepareLoad
import org.trueghz.app.support.recorded
import org.trueghz.app.support.shown
import org.trueghz.app.support.spoken
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import org.trueghz.app.support.words
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNotNull
import kotlin.test.assertTrue

/** A load for minutes: the library's texts and actions; bindings/app tests which ones they are. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class LoadTest {
    private val measurements
        get() = TestApp.now.measurements

    private fun phone(): RecordedInstrument =
        recorded("three-kinds").also { it.load = RecordedLoad.of("load-throttles") }

    private fun Activity.choice(words: String): View =
        findViewById<View>(R.id.root)!!.all().filterIsInstance<TextView>().first { it.text == words }

    /** The text of a view that is seen. */
    private fun Activity.seen(id: Int): String? = text(id).takeIf { it.isShown }?.text?.toString()

    /** Each part of the library's screen is where it belongs, and nothing else is. */
    private fun Activity.assertShown() {
        val screen = loadScreen()
        val number = screen.number
        val texts =
            mapOf(
                R.id.core to screen.core,
                R.id.at_least to number?.label,
                R.id.uncertainty to number?.below,
                R.id.status to screen.status,
                R.id.load_advice to screen.advice,
                R.id.finding to screen.finding,
                R.id.start to screen.button.text,
            )
        assertEquals(texts, texts.mapValues { (id, _) -> seen(id) })
        assertEquals(screen.statusSpoken ?: screen.status, text(R.id.status).spoken())
        assertEquals(number != null && !number.isRefused, shown(R.id.number))
        if (shown(R.id.number)) assertEquals(number?.spoken, findViewById<View>(R.id.number)!!.spoken())
        assertEquals(screen.rows.associate { it.label to it.value }, facts())
        val notes = screen.notes.flatMap { listOfNotNull(it.text, it.advice) }
        val shown = findViewById<View>(R.id.warnings)!!.all().filterIsInstance<TextView>()
        assertEquals(notes, shown.map { it.text.toString() })
        assertEquals(screen.plot != null || screen.finding != null, shown(R.id.load_curve))
        screen.plot?.let {
            assertEquals("${it.title}. ${it.spoken}", findViewById<View>(R.id.load_curve)!!.spoken())
        }
        assertEquals(!screen.isRunning, shown(R.id.choices))
        assertEquals(screen.canShare, shown(R.id.share))
        assertEquals(screen.button.isEnabled, text(R.id.start).isEnabled)
    }

    @Test
    fun `before the first press it shows what will happen, and asks how long and how much`() {
        phone()
        val screen = openLoad().get()
        screen.assertShown()
        assertTrue(screen.choice("5 min").isSelected)
        assertTrue(screen.choice("One core").isSelected)
        assertEquals("Start", screen.text(R.id.start).text)
    }

    @Test
    fun `what is chosen is what is started`() {
        phone()
        val screen = openLoad().get()
        screen.choice("20 min").performClick()
        screen.choice("All cores").performClick()
        assertTrue(screen.choice("20 min").isSelected)
        assertFalse(screen.choice("5 min").isSelected)
        assertTrue(screen.choice("All cores").isSelected)
        prepareLoad()
        screen.text(R.id.start).performClick()
        assertTrue(measurements.isBusy, "at once")
        assertEquals("0:00 of 20:00", screen.text(R.id.uncertainty).text)
    }

    @Test
    fun `while it runs the clock, the time and the heat are shown, and the screen stays on`() {
        val instrument = phone()
        val screen = openLoad().get()
        instrument.loadUntil(75)
        screen.assertShown()
        assertContains(
            screen.findViewById<View>(R.id.number)!!.contentDescription,
            Regex("^now \\d\\.\\d\\d.GHz$"),
        )
        assertEquals("1:15 of 5:00", screen.text(R.id.uncertainty).text)
        assertEquals("Temperature: slightly warm", screen.text(R.id.status).text)
        assertTrue(screen.window.decorView.keepScreenOn)
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
    fun `in the end it shows the loss, and shares it`() {
        val instrument = phone()
        val screen = openLoad().get()
        instrument.loadToTheEnd()
        screen.assertShown()
        val loss = screen.findViewById<View>(R.id.number)!!.spoken()
        assertContains(loss, Regex("^Loss 2\\d\\.\\d %"))
        assertEquals("5:00", screen.facts()["Duration"])
        assertFalse(screen.window.decorView.keepScreenOn)
        screen.findViewById<View>(R.id.share)!!.performClick()
        val next = shadowOf(screen).nextStartedActivity
        assertEquals(LoadShareActivity::class.java.name, next.component?.className)
    }

    @Test
    fun `another language is used from the next screen on`() {
        val instrument = phone()
        val screen = openLoad()
        instrument.loadToTheEnd()
        RuntimeEnvironment.setQualifiers("+de")
        screen.recreate()
        idle()
        screen.get().assertShown()
        assertContains(
            screen.get().text(R.id.uncertainty).text,
            Regex("^Verlust · 2\\d,\\d+ bis 2\\d,\\d+ %$"),
        )
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
        assertEquals(0, instrument.stops)
    }

    @Test
    fun `a trip to the background is told, and ends nothing here`() {
        val instrument = phone()
        instrument.load = instrument.load.told(30..41) { it.copy(inBackground = true) }
        val screen = openLoad()
        instrument.loadUntil(30)
        screen.pause().stop()
        assertEquals(true, instrument.told.last { it.inBackground != null }.inBackground)
        instrument.loadUntil(42)
        screen.restart().start().resume()
        assertEquals(false, instrument.told.last { it.inBackground != null }.inBackground)
        assertTrue(loads.isRunning)
        assertEquals(
            1,
            loadScreen()
                .plot
                ?.curve
                ?.missing
                ?.size,
        )
        instrument.loadToTheEnd()
        screen.get().assertShown()
        assertContains(screen.get().words(), "This time is missing from the result.")
    }

    @Test
    fun `in the background nothing is started`() {
        phone()
        openLoad().pause().stop()
        measurements.startLoad()
        assertFalse(loads.isRunning)
    }

    @Test
    fun `stop keeps what is known`() {
        val instrument = phone()
        val screen = openLoad().get()
        instrument.loadUntil(120)
        screen.text(R.id.start).performClick()
        waitUntil("the end") { loadScreen().canShare }
        screen.assertShown()
        assertContains(screen.text(R.id.status).text, "Stopped early")
        assertContains(screen.facts().keys, "Peak")
    }

    @Test
    fun `on a device that is too hot nothing is started`() {
        phone()
        val screen = openLoad().get()
        measurements.tell(Conditions(ThermalStatus.CRITICAL, null, null, null))
        screen.text(R.id.start).performClick()
        screen.assertShown()
        assertFalse(measurements.isBusy)
        assertEquals("The device is too hot to start", screen.text(R.id.uncertainty).text)
    }

    @Test
    fun `a library that cannot be loaded is the reason`() {
        phone().missing = NotLoadedException(UnsatisfiedLinkError("no library"))
        val screen = open(LoadActivity::class.java).get()
        waitUntil("the reason") { loads.state.failure != null }
        assertEquals("Internal error in TrueGHz", screen.seen(R.id.uncertainty))
        assertContains(assertNotNull(screen.seen(R.id.status)), "no library")
        for (view in listOf(R.id.number, R.id.load_curve, R.id.choices, R.id.share)) {
            assertFalse(screen.shown(view))
        }
        assertFalse(screen.text(R.id.start).isEnabled)
    }

    @Test
    fun `one session runs at a time`() {
        val instrument = phone()
        val screen = openLoad().get()
        measurements.start()
        screen.text(R.id.start).performClick()
        assertEquals("Another measurement is running", ShadowToast.getTextOfLatestToast())
        assertFalse(loads.isRunning)
        measurements.startLoad()
        assertFalse(loads.isRunning)
        TestApp.now.endProcess()
        instrument.loadUntil(1)
        measurements.start()
        measurements.startAll()
        measurements.startInstructions()
        idle()
        assertEquals(1, instrument.sessions)
    }

    @Test
    fun `who leaves the screen ends the load`() {
        val instrument = phone()
        val screen = openLoad()
        instrument.loadUntil(10)
        screen.get().findViewById<View>(R.id.back)!!.performClick()
        screen.pause().stop().destroy()
        waitUntil("the end") { !loads.isRunning }
    }

    @Test
    fun `a load that is to be shared is there after the end of the process, too`() {
        val instrument = phone()
        instrument.loadUntil(30)
        TestApp.now.endProcess()
        val screen = open(LoadShareActivity::class.java).get()
        waitUntil("its picture") { screen.hasPreview() }
        assertContains(checkNotNull(loads.shared(ShareForm.TEXT)), "Stopped early")
    }
}
