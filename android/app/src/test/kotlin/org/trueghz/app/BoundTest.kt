package org.trueghz.app

import android.view.View
import android.widget.LinearLayout
import android.widget.TextView
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import org.trueghz.ClockState
import org.trueghz.Reading
import org.trueghz.RefusalReason
import org.trueghz.app.details.ReadingDetails
import org.trueghz.app.details.Sections
import org.trueghz.app.measure.CoreCards
import org.trueghz.app.measure.Hero
import org.trueghz.app.model.CoreState
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Phase
import org.trueghz.app.support.Recording
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.all
import org.trueghz.app.support.openMeasure
import org.trueghz.app.support.recorded
import org.trueghz.app.support.shown
import org.trueghz.app.support.text
import org.trueghz.app.support.words
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.Words
import java.util.Locale
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue

/** A core of which there is a bound and no number, and one that stood at a few levels. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class BoundTest {
    private val numbers = Numbers(Locale.ENGLISH)

    private fun refused(atLeastHz: Double?): Reading {
        val all = Recording.vector("raw-every-reason").report.cores
        return all.first { it.reason == RefusalReason.NO_UNDISTURBED_WINDOWS }.copy(atLeastHz = atLeastHz)
    }

    private fun done(reading: Reading) =
        MeasureState(Phase.Done, listOf(CoreState(reading.kind, reading.cpus, reading = reading)))

    private fun screen() = recorded("three-kinds").let { openMeasure().get() }

    @Test
    fun `a bound stands where the number would, with its reason below`() {
        val screen = screen()
        val words = Words(screen)
        val root = screen.findViewById<View>(R.id.root)!!
        Hero(root, words, numbers).show(done(refused(3.0509e9)), null)
        CoreCards(screen.findViewById(R.id.cores)!!, words, numbers, null).show(done(refused(3.0509e9)))
        assertEquals("at least", screen.text(R.id.at_least).text)
        val number = screen.findViewById<View>(R.id.number)!!
        assertTrue(screen.shown(R.id.number))
        assertEquals("at least 3.050\u00a0GHz", number.contentDescription)
        assertEquals("No undisturbed moment", screen.text(R.id.uncertainty).text)
        assertContains(screen.words(), "at least 3.050\u00a0GHz")
        val spoken = screen.text(R.id.status).contentDescription
        assertContains(spoken, "at least 3.050\u00a0GHz, No undisturbed moment. ")
    }

    @Test
    fun `the words of a bound go with it`() {
        val screen = screen()
        val hero = Hero(screen.findViewById(R.id.root)!!, Words(screen), numbers)
        hero.show(done(refused(3.0509e9)), null)
        hero.show(done(refused(null)), null)
        assertFalse(screen.shown(R.id.at_least))
        assertFalse(screen.shown(R.id.number))
        hero.show(done(refused(3.0509e9)), null)
        hero.show(done(Recording.vector("raw-two-cores-100ms").report.cores[0]), null)
        assertFalse(screen.shown(R.id.at_least))
        assertTrue(screen.shown(R.id.number))
    }

    @Test
    fun `the details have the bound, and the levels with their parts of the time`() {
        val screen = screen()
        val report = Recording.vector("raw-two-cores-100ms").report
        val levels = listOf(ClockState(3.0999e9, 0.57), ClockState(2.6999e9, 0.43))
        val text = { reading: Reading ->
            val column = LinearLayout(screen)
            val details = ReadingDetails(screen, Words(screen), numbers)
            details.show(Sections(column), reading, report.clock, null)
            column.all().filterIsInstance<TextView>().map { it.text.toString() }
        }
        val shown = text(report.cores[0].copy(states = levels))
        assertEquals("57 % of the time", shown[shown.indexOf("At 3.0999\u00a0GHz") + 1])
        assertEquals("43 % of the time", shown[shown.indexOf("At 2.6999\u00a0GHz") + 1])
        assertContains(text(refused(3.0509e9)), "at least 3.050\u00a0GHz")
    }
}
