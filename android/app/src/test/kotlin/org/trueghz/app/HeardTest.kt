package org.trueghz.app

import android.app.Activity
import android.view.View
import android.view.ViewGroup
import android.widget.Button
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import org.trueghz.Conditions
import org.trueghz.SessionEvent
import org.trueghz.TrueGhzException
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.model.Phase
import org.trueghz.app.model.Step
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.Recording
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.idle
import org.trueghz.app.support.measureToTheEnd
import org.trueghz.app.support.measureUntil
import org.trueghz.app.support.nth
import org.trueghz.app.support.open
import org.trueghz.app.support.openMeasure
import org.trueghz.app.support.recorded
import org.trueghz.app.support.spoken
import org.trueghz.app.support.state
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNotEquals
import kotlin.test.assertSame
import kotlin.test.assertTrue

/** The announcements of a screen reader: on each Android that is tested, the oldest included. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class HeardTest {
    /** Everything that was read out from the start to the end. */
    private fun heard(instrument: RecordedInstrument): List<String> {
        val status = openMeasure().get().text(R.id.status)
        val heard = mutableListOf<String>()
        TestApp.now.measurements.start()
        for (step in instrument.recording.steps) {
            instrument.playUntil { it == step }
            idle()
            if (step is Step.Ended) waitUntil("the end") { state().phase == Phase.Done }
            assertEquals(View.VISIBLE, status.visibility, "a view that is gone says nothing")
            if (status.spoken() != heard.lastOrNull()) heard += status.spoken()
        }
        return heard
    }

    private val found = Regex("[\\d.]+\\u00a0GHz, plus or minus [^,]+, steady")

    @Test
    fun `every core's result is heard once`() {
        val heard = heard(recorded("three-kinds"))
        val results = heard.mapNotNull { found.find(it)?.value }
        assertEquals(3, results.distinct().size, "$heard")
        assertEquals(results.distinct(), results, "$heard")
        assertContains(heard.last(), "Temperature: normal")
    }

    @Test
    fun `a core that refuses is heard too`() {
        val heard = heard(recorded("one-refused-of-four"))
        assertTrue(heard.any { "Cortex-A710 · This core is switched off" in it }, "$heard")
        assertEquals(3, heard.mapNotNull { found.find(it)?.value }.distinct().size, "$heard")
    }

    @Test
    fun `where the system tells nothing of heat the result is heard all the same`() {
        val untold = Conditions(null, null, null, null)
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        val model = TestApp.now.measurements.model
        model.start()
        val report = instrument.recording.report
        val cold = report.copy(cores = report.cores.map { it.copy(conditions = untold) })
        model.done(cold, null)
        idle()
        val status = screen.text(R.id.status)
        assertEquals(View.VISIBLE, status.visibility)
        assertTrue(status.height > 0)
        assertContains(status.spoken(), found)
        assertEquals("Done", status.text)
    }

    @Test
    fun `a failure is heard`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        instrument.failure = TrueGhzException.NoClock("none")
        TestApp.now.measurements.start()
        waitUntil("a failure") { state().phase is Phase.Failed }
        assertEquals(View.VISIBLE, screen.text(R.id.status).visibility)
        assertContains(screen.text(R.id.status).spoken(), "No usable reference clock")
    }

    @Test
    fun `a number that is not there yet says what is done meanwhile`() {
        val instrument = recorded("three-kinds")
        val number = openMeasure().get().findViewById<View>(R.id.number)!!
        assertEquals("Ready to measure", number.contentDescription)
        instrument.measureUntil(nth<SessionEvent.WarmUp>(1))
        assertEquals("Warming up", number.contentDescription)
    }

    @Test
    fun `choosing a core in the details leaves the reader where it is`() {
        val instrument = recorded("three-kinds")
        val screen: Activity = open(DetailsActivity::class.java).get()
        instrument.measureToTheEnd()
        waitUntil("the histogram") { screen.findViewById<View>(R.id.histogram) != null }
        val choices = screen.findViewById<ViewGroup>(R.id.choices)!!
        val first = choices.getChildAt(0) as Button
        assertNotEquals(true, first.isSelected)
        first.performClick()
        idle()
        assertSame(first, screen.findViewById<ViewGroup>(R.id.choices)!!.getChildAt(0))
        assertTrue(first.isSelected && first.isAttachedToWindow)
        assertEquals(
            Recording
                .of("three-kinds")
                .report.cores.size,
            choices.childCount,
        )
    }
}
