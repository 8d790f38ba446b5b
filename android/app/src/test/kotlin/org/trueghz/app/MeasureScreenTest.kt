package org.trueghz.app

import android.content.Intent
import android.graphics.Bitmap
import android.graphics.Canvas
import android.view.View
import android.view.ViewGroup
import android.widget.Button
import android.widget.TextView
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import org.robolectric.shadows.ShadowSystemClock
import org.trueghz.NotLoadedException
import org.trueghz.RefusalReason
import org.trueghz.SessionEvent
import org.trueghz.TrueGhzException
import org.trueghz.Verdict
import org.trueghz.app.cores.AllCoresActivity
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.history.HistoryActivity
import org.trueghz.app.how.HowActivity
import org.trueghz.app.load.LoadActivity
import org.trueghz.app.measure.MeasureActivity
import org.trueghz.app.model.Phase
import org.trueghz.app.model.Step
import org.trueghz.app.share.ShareActivity
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.all
import org.trueghz.app.support.idle
import org.trueghz.app.support.measureToTheEnd
import org.trueghz.app.support.measureUntil
import org.trueghz.app.support.nth
import org.trueghz.app.support.openMeasure
import org.trueghz.app.support.recorded
import org.trueghz.app.support.shown
import org.trueghz.app.support.state
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import org.trueghz.app.support.words
import java.time.Duration
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertTrue

@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class MeasureScreenTest {
    @Test
    fun `the first run shows the cores with their claims, and neither a number nor a plot`() {
        recorded("three-kinds")
        val screen = openMeasure().get()
        assertEquals("Start", screen.text(R.id.start).text)
        assertEquals(screen.getString(R.string.app_sentence), screen.text(R.id.status).text)
        assertFalse(screen.shown(R.id.details))
        assertFalse(screen.shown(R.id.share))
        for (view in listOf(R.id.number, R.id.curve, R.id.finding, R.id.core, R.id.notes)) {
            assertFalse(screen.shown(view))
        }
        val words = screen.words()
        assertContains(words, "Stated: 3.187\u00a0GHz")
        assertContains(words, "Cortex-A510")
        assertFalse("waiting" in words, "$words")
        assertEquals("Simulated chip · Simulated phone", screen.text(R.id.machine).text)
    }

    @Test
    fun `a type whose turn did not come does not count as measured`() {
        val instrument = recorded("three-kinds")
        instrument.ran = { reading, _ ->
            if (reading.kind == "Cortex-A510") {
                reading.copy(
                    frequencyHz = null,
                    repeatableHz = null,
                    verdict = Verdict.REFUSED,
                    reason = RefusalReason.CANCELLED,
                )
            } else {
                reading
            }
        }
        val screen = openMeasure().get()
        instrument.measureToTheEnd()
        assertContains(screen.text(R.id.status).text, "2 of 3 core types measured")
    }

    @Test
    fun `warming up names the core and how many there are`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        instrument.measureUntil(nth<SessionEvent.WarmUp>(2))
        assertEquals("Warming up · Core 1 of 3", screen.text(R.id.status).text)
        assertEquals("Stop", screen.text(R.id.start).text)
        assertEquals("Cortex-A510 · cores 0–3", screen.text(R.id.core).text)
        assertContains(screen.words(), "waiting")
    }

    @Test
    fun `the status is read out, and changes a few times only`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        val status = screen.text(R.id.status)
        assertEquals(View.ACCESSIBILITY_LIVE_REGION_POLITE, status.accessibilityLiveRegion)
        val said = mutableListOf<String>()
        TestApp.now.measurements.start()
        for (step in instrument.recording.steps) {
            instrument.playUntil { it == step }
            idle()
            if (said.lastOrNull() != status.text.toString()) said += status.text.toString()
        }
        val longest = 2 * instrument.recording.report.cores.size + 2
        assertTrue(said.size <= longest, "said $said")
        val flood =
            listOf(R.id.number, R.id.uncertainty, R.id.curve, R.id.finding, R.id.core).map {
                screen.findViewById<View>(it)!!.accessibilityLiveRegion
            }
        assertTrue(flood.all { it == View.ACCESSIBILITY_LIVE_REGION_NONE })
    }

    @Test
    fun `a reading is shown with its uncertainty, its verdict, the claim and the tight loop`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        instrument.measureToTheEnd()
        assertContains(screen.findViewById<View>(R.id.number)!!.contentDescription, "3.18")
        assertContains(screen.text(R.id.uncertainty).text, Regex("± \\d.* · steady"))
        val words = screen.words()
        assertContains(words, "Stated: 3.187\u00a0GHz · deviation −0.01 %")
        assertEquals(3, words.count { Regex("Tight loop: .* cycles per iteration").matches(it) })
        assertEquals("Measure again", screen.text(R.id.start).text)
        assertTrue(screen.shown(R.id.details))
        assertTrue(screen.shown(R.id.share))
        assertEquals("Temperature: normal", screen.text(R.id.status).text)
        val spoken = screen.text(R.id.status).contentDescription
        val number = "3\\.18.*GHz, plus or minus .*kHz, steady"
        assertContains(spoken, Regex("^$number\\. Full clock\\. Temperature: normal$"))
    }

    @Test
    fun `a tap on a card shows that core large`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        instrument.measureToTheEnd()
        val cards = screen.findViewById<ViewGroup>(R.id.cores)!!
        assertTrue(cards.getChildAt(2).isSelected)
        cards.getChildAt(0).performClick()
        idle()
        assertEquals("Cortex-A510 · cores 0–3", screen.text(R.id.core).text)
        assertTrue(cards.getChildAt(0).isSelected)
        assertFalse(cards.getChildAt(2).isSelected)
    }

    private fun adviceAfter(phone: String): CharSequence {
        val instrument = recorded(phone)
        val screen = openMeasure().get()
        instrument.measureToTheEnd()
        assertTrue(screen.shown(R.id.advice))
        return screen.text(R.id.advice).text
    }

    @Test
    fun `a varying clock shows what to do`() =
        assertEquals("The clock moved. Measure again to see whether it settles.", adviceAfter("varying"))

    @Test
    fun `a clock of two levels shows both as its number, and the average below`() {
        val instrument = recorded("varying")
        val screen = openMeasure().get()
        instrument.measureToTheEnd()
        val spoken = screen.findViewById<View>(R.id.number)!!.contentDescription
        assertEquals("between 2.92\u00a0GHz and 3.19\u00a0GHz", spoken)
        assertEquals("varying", screen.text(R.id.uncertainty).text)
        val average = "On average 3\\.0.* ± .*kHz"
        assertContains(
            screen.text(R.id.yardstick).text,
            Regex("^$average\nHeld down to 96 % · .*\n4\\.0 % below"),
        )
    }

    @Test
    fun `an unconfirmed core shows what to do`() =
        assertContains(adviceAfter("unconfirmed"), "Treat the reading with care.")

    @Test
    fun `a refusal shows its reason where the number would be, and what to do`() {
        val advice = adviceAfter("refused")
        assertEquals("Close other apps, then measure again.", advice)
    }

    @Test
    fun `a refusal shows no number at all`() {
        val instrument = recorded("refused")
        val screen = openMeasure().get()
        instrument.measureToTheEnd()
        assertFalse(screen.shown(R.id.number))
        assertEquals("The checks disagree", screen.text(R.id.uncertainty).text)
        assertTrue(
            screen.words().none { Regex("\\d\\s*GHz").containsMatchIn(it) && !it.startsWith("Stated") },
        )
    }

    @Test
    fun `heat and power saving are said once for all cores`() {
        val instrument = recorded("hot")
        val screen = openMeasure().get()
        instrument.measureToTheEnd()
        val words = screen.words()
        assertEquals(1, words.count { it == "The device is hot" })
        assertEquals(1, words.count { it == "Power saving is on" })
        assertEquals("Temperature: hot", screen.text(R.id.status).text)
    }

    @Test
    fun `what changes the meaning of a number stands beside it`() {
        val instrument = recorded("hot")
        val screen = openMeasure().get()
        instrument.measureToTheEnd()
        val warnings = screen.findViewById<ViewGroup>(R.id.warnings)!!
        val said = warnings.all().filterIsInstance<TextView>().map { it.text.toString() }
        assertContains(said, "The device is hot")
        assertTrue(warnings.bottom <= screen.findViewById<View>(R.id.curve)!!.top)
        assertFalse(screen.shown(R.id.notes), "nothing is left to be said below")
    }

    @Test
    fun `nothing moves while cores take turns`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        val places = mutableSetOf<List<Int>>()
        TestApp.now.measurements.start()
        for (step in instrument.recording.steps.takeWhile { it !is Step.Ended }) {
            instrument.playUntil { it == step }
            idle()
            if ((step as Step.On).event is SessionEvent.Started) continue
            places += listOf(R.id.number, R.id.status, R.id.curve).map { screen.findViewById<View>(it)!!.top }
        }
        assertEquals(1, places.size, "$places")
    }

    @Test
    fun `the screen stays on while it measures, and no longer`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        assertFalse(screen.window.decorView.keepScreenOn)
        instrument.measureUntil(nth<SessionEvent.WarmUp>(1))
        assertTrue(screen.window.decorView.keepScreenOn)
        instrument.playToTheEnd()
        waitUntil("the end") { state().phase == Phase.Done }
        assertFalse(screen.window.decorView.keepScreenOn)
    }

    @Test
    fun `one core that refuses leaves the others their numbers`() {
        val instrument = recorded("one-refused-of-four")
        val screen = openMeasure().get()
        instrument.measureToTheEnd()
        val words = screen.words()
        assertContains(words, "This core is switched off")
        assertEquals(3, words.count { Regex("Tight loop: .* cycles per iteration").matches(it) })
    }

    @Test
    fun `twelve cores have twelve cards`() {
        val instrument = recorded("twelve-cores")
        val screen = openMeasure().get()
        instrument.measureToTheEnd()
        assertEquals(12, screen.findViewById<ViewGroup>(R.id.cores)!!.childCount)
    }

    @Test
    fun `a double tap starts one session and does not stop it`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        screen.text(R.id.start).performClick()
        screen.text(R.id.start).performClick()
        TestApp.now.measurements.start()
        idle()
        assertEquals(1, instrument.sessions)
        assertEquals(0, instrument.stops)
    }

    @Test
    fun `a tap on stop asks for the end once`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        val button = screen.findViewById<Button>(R.id.start)!!
        button.performClick()
        idle()
        later()
        button.performClick()
        assertEquals(1, instrument.stops)
        assertFalse(button.isEnabled)
        assertEquals("Stopping", button.text)
        instrument.playToTheEnd()
        waitUntil("the end") { state().phase == Phase.Done }
        assertTrue(button.isEnabled)
        assertEquals(1, instrument.sessions)
    }

    @Test
    fun `a stop before the session has begun is not lost`() {
        val instrument = recorded("three-kinds")
        openMeasure()
        val measurements = TestApp.now.measurements
        measurements.start()
        measurements.stop()
        idle()
        instrument.playUntil { (it as? Step.On)?.event is SessionEvent.Started }
        waitUntil("the beginning") { state().cores.isNotEmpty() }
        assertEquals(2, instrument.stops)
    }

    /** Another tap is one of its own by then. */
    private fun later() {
        ShadowSystemClock.advanceBy(Duration.ofSeconds(1))
    }

    @Test
    fun `measuring again begins anew, at once`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        // The file is not waited for.
        instrument.measureUntil { it is Step.Ended }
        assertEquals(Phase.Done, state().phase)
        screen.text(R.id.start).performClick()
        idle()
        assertEquals(2, instrument.sessions)
        assertIs<Phase.Warming>(state().phase)
        assertFalse(screen.shown(R.id.share))
    }

    @Test
    fun `what went wrong as a whole is said in the number's place`() {
        val failures =
            listOf(
                TrueGhzException.NoClock("none") to "No usable reference clock",
                TrueGhzException.NoThread("none") to "The system could not start a thread",
                TrueGhzException.NoCore("offline") to "This core cannot be used",
                TrueGhzException.Defect("a detail") to "Internal error in TrueGHz",
                NotLoadedException(UnsatisfiedLinkError("no library")) to "Internal error in TrueGHz",
            )
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        for ((failure, words) in failures) {
            instrument.failure = failure
            later()
            screen.text(R.id.start).performClick()
            waitUntil("a failure") { state().phase is Phase.Failed }
            assertEquals(words, screen.text(R.id.uncertainty).text)
            assertFalse(screen.shown(R.id.number))
            assertFalse(screen.shown(R.id.share))
            assertEquals("Measure again", screen.text(R.id.start).text)
        }
    }

    @Test
    fun `the buttons open the other screens`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        instrument.measureToTheEnd()
        val screens =
            mapOf(
                R.id.details to DetailsActivity::class,
                R.id.share to ShareActivity::class,
                R.id.all_cores to AllCoresActivity::class,
                R.id.load to LoadActivity::class,
                R.id.history to HistoryActivity::class,
                R.id.how to HowActivity::class,
            )
        for ((button, opened) in screens) {
            screen.findViewById<View>(button)!!.performClick()
            assertEquals(opened.java.name, shadowOf(screen).nextStartedActivity.component?.className)
        }
    }

    @Test
    fun `the launcher's shortcut starts at once, also while the screen is open`() {
        val instrument = recorded("three-kinds")
        val shortcut = Intent(MeasureActivity.ACTION_MEASURE)
        val screen = Robolectric.buildActivity(MeasureActivity::class.java, shortcut).setup()
        idle()
        assertEquals(1, instrument.sessions)
        instrument.playToTheEnd()
        waitUntil("the end") { state().phase == Phase.Done }
        screen.newIntent(shortcut)
        idle()
        assertEquals(2, instrument.sessions)
    }

    /** The rightmost position at which something is drawn: the unit's end. */
    private fun View.drawnTo(): Int {
        val picture = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888)
        draw(Canvas(picture))
        return (width - 1 downTo 0).first { x -> (0 until height).any { picture.getPixel(x, it) != 0 } }
    }

    @Test
    @Config(qualifiers = "w360dp-h800dp-xhdpi", sdk = [36])
    fun `while the number settles its unit stays in its place`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        val number = screen.findViewById<View>(R.id.number)!!
        val places = mutableSetOf<Pair<Int, Int>>()
        TestApp.now.measurements.start()
        for (step in instrument.recording.steps.takeWhile { it !is Step.Ended }) {
            instrument.playUntil { it == step }
            idle()
            places += number.height to number.drawnTo()
        }
        assertEquals(1, places.size, "$places")
    }
}
