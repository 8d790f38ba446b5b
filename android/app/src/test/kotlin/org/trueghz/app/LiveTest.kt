package org.trueghz.app

import android.view.View
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.runBlocking
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import org.trueghz.Conditions
import org.trueghz.MeasureOptions
import org.trueghz.Meter
import org.trueghz.RefusalReason
import org.trueghz.ThermalStatus
import org.trueghz.Warning
import org.trueghz.app.model.DeviceInstrument
import org.trueghz.app.model.Phase
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.openMeasure
import org.trueghz.app.support.shown
import org.trueghz.app.support.state
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertTrue

/** The screens driven by the real core, on this host's own processor: whatever it reads, it is shown. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class LiveTest {
    private var prepared = 0

    private fun live(options: MeasureOptions = Meter.EachCoreType) =
        DeviceInstrument(options = options) { prepared += 1 }.also { TestApp.instrument = it }

    @Test
    fun `from the first press to a reading`() {
        live()
        val screen = openMeasure().get()
        waitUntil("the machine's name") { screen.text(R.id.machine).text.isNotEmpty() }
        screen.text(R.id.start).performClick()
        waitUntil("a number") { state().cores.any { it.frequency != null } || !state().running }
        waitUntil("the end") { !state().running }
        assertEquals(Phase.Done, state().phase)
        assertEquals(2, prepared, "for the measurement, and for the screens that the library makes")
        val reading = assertNotNull(state().cores.first().reading)
        // A noisy host may refuse; then the reason stands there.
        assertEquals(reading.frequencyHz != null, screen.shown(R.id.number))
        assertTrue(screen.text(R.id.uncertainty).text.isNotEmpty())
        assertTrue(screen.findViewById<View>(R.id.share)!!.isShown)
        assertNotNull(state().windowsJson)
    }

    @Test
    fun `a stop ends it with what is known`() {
        // That it ends at all shows that it was stopped.
        live(Meter.EachCoreType.copy(durationMs = AN_HOUR_MS))
        openMeasure()
        TestApp.now.measurements.start()
        waitUntil("a beginning") { state().cores.isNotEmpty() }
        TestApp.now.measurements.stop()
        waitUntil("the end") { state().phase == Phase.Done }
        val reading = assertNotNull(state().cores.first().reading)
        assertTrue(reading.reason == RefusalReason.CANCELLED || Warning.Cancelled in reading.warnings)
    }

    @Test
    fun `what the platform tells is in the reading`() {
        val instrument = live()
        openMeasure()
        TestApp.now.measurements.tell(Conditions(ThermalStatus.SEVERE, null, powerSaving = true, null))
        TestApp.now.measurements.start()
        waitUntil("the end") { state().phase == Phase.Done }
        val conditions = assertNotNull(state().cores.first().reading).conditions
        assertEquals(ThermalStatus.SEVERE, conditions.thermal)
        assertEquals(true, conditions.powerSaving)
        assertNotNull(runBlocking { instrument.machine() })
        assertNotNull(runBlocking { instrument.measure().first() })
    }

    private companion object {
        const val AN_HOUR_MS = 3_600_000u
    }
}
