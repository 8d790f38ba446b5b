package org.trueghz.app

import android.graphics.Bitmap
import android.graphics.Color
import android.graphics.Rect
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.annotation.Config
import org.trueghz.app.share.Picture
import org.trueghz.app.share.ShareActivity
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.difference
import org.trueghz.app.support.ground
import org.trueghz.app.support.measureToTheEnd
import org.trueghz.app.support.open
import org.trueghz.app.support.recorded
import org.trueghz.app.support.state
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertTrue

/** The picture of a reading looks as what was seen. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class PictureTest {
    private fun drawn(
        qualifiers: String,
        phone: String = "hot",
    ): Bitmap {
        RuntimeEnvironment.setQualifiers(qualifiers)
        TestApp.now.endProcess()
        val instrument = recorded(phone)
        val screen = open(ShareActivity::class.java).get()
        instrument.measureToTheEnd()
        return Picture(screen).draw(state())
    }

    private fun Bitmap.surface(): Int = assertNotNull(ground(Rect(0, 0, width, height)))

    @Test
    fun `by day it is light, by night dark, and as long`() {
        val (day, night) = drawn(Shot.PHONE) to drawn(Shot.NIGHT)
        assertTrue(Color.luminance(day.surface()) > 0.8, "day")
        assertTrue(Color.luminance(night.surface()) < 0.1, "night")
        assertEquals(day.width to day.height, night.width to night.height)
    }

    @Test
    fun `the ground is that of the screen`() {
        RuntimeEnvironment.setQualifiers(Shot.NIGHT)
        recorded("hot")
        val seen = open(ShareActivity::class.java).get().getColor(R.color.surface)
        assertEquals(seen, drawn(Shot.NIGHT).surface())
    }

    @Test
    fun `it bears the app's mark, by day and by night`() {
        for (qualifiers in listOf(Shot.PHONE, Shot.NIGHT)) {
            val picture = drawn(qualifiers)
            // The bright stroke of the mark, which nothing else has.
            val stroke = Color.parseColor("#41D3C6")
            val pixels = IntArray(picture.width * MARK_PX)
            picture.getPixels(pixels, 0, picture.width, 0, picture.height - MARK_PX, picture.width, MARK_PX)
            assertTrue(pixels.count { it == stroke } > 20, qualifiers)
        }
    }

    @Test
    fun `how large the user likes letters changes nothing`() {
        val usual = drawn(Shot.PHONE)
        RuntimeEnvironment.setFontScale(2f)
        assertEquals(0.0, usual.difference(drawn(Shot.PHONE)))
    }

    private companion object {
        /** The foot of the picture, where the mark stands: 80 dp. */
        const val MARK_PX = 160
    }
}
