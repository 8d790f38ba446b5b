package org.trueghz.app

import android.widget.Button
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.trueghz.app.measure.MeasureActivity
import kotlin.test.assertEquals

@RunWith(RobolectricTestRunner::class)
class MeasureActivityTest {
    @Test
    fun `the first screen has its button`() {
        val activity = Robolectric.buildActivity(MeasureActivity::class.java).setup().get()
        assertEquals("Measure", activity.findViewById<Button>(R.id.start).text)
    }
}
