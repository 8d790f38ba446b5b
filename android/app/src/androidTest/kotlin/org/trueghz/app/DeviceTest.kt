package org.trueghz.app

import android.app.Activity
import android.content.Intent
import android.os.SystemClock
import android.view.View
import androidx.test.platform.app.InstrumentationRegistry
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import org.trueghz.app.measure.MeasureActivity
import org.trueghz.app.model.Phase

/** One measurement on the device, from the button to the report. Gradle runs it (make android-emulator). */
class DeviceTest {
    private val instrumentation = InstrumentationRegistry.getInstrumentation()

    @Test
    fun theButtonLeadsToAReport() {
        val intent = Intent(instrumentation.targetContext, MeasureActivity::class.java)
        val activity = instrumentation.startActivitySync(intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK))
        val model = (activity.application as TrueGhzApp).measurements.model
        instrumentation.runOnMainSync { activity.findViewById<View>(R.id.start).performClick() }
        val end = SystemClock.elapsedRealtime() + PATIENCE_MS
        while (ended(model.state.phase) == null) {
            assertTrue("the measurement does not end", SystemClock.elapsedRealtime() < end)
            SystemClock.sleep(POLL_MS)
        }
        // Refused readings have a reason, and are a report as well.
        assertEquals(Phase.Done, model.state.phase)
        assertTrue(model.state.cores.isNotEmpty())
        assertTrue(model.state.cores.all { it.reading != null })
        finish(activity)
    }

    /** How it ended, if it did. */
    private fun ended(phase: Phase): Phase? = phase.takeIf { it is Phase.Done || it is Phase.Failed }

    private fun finish(activity: Activity) = instrumentation.runOnMainSync(activity::finish)

    private companion object {
        /** Longer than a measurement of all core types on a busy emulator. */
        const val PATIENCE_MS = 120_000L
        const val POLL_MS = 100L
    }
}
