package org.trueghz.app

import android.app.Activity
import android.os.Build
import android.view.View
import android.widget.TextView
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.ParameterizedRobolectricTestRunner
import org.robolectric.ParameterizedRobolectricTestRunner.Parameters
import org.robolectric.annotation.Config
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.all
import org.trueghz.app.support.contrast
import org.trueghz.app.support.ground
import org.trueghz.app.support.isWhollySeen
import org.trueghz.app.support.picture
import org.trueghz.app.support.place
import org.trueghz.app.support.spoken
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** Every screen in every state, by day and night: what it says, how large it is, how well it can be read. */
@RunWith(ParameterizedRobolectricTestRunner::class)
@Config(application = TestApp::class)
class AccessibilityTest(
    private val shot: Shot,
) {
    private fun Activity.views() = findViewById<View>(R.id.root)!!.all()

    /** One test for all, since setting a screen up takes longer than checking it. */
    @Test
    fun `everybody can use it`() {
        val screen = shot.shown()
        pressesAreLargeAndSpeak(screen)
        wordsStandOut(screen)
        linesStandOut(screen)
        headingsAndPlotsAreTold(screen)
        noWordsAreCut(screen)
    }

    private fun pressesAreLargeAndSpeak(screen: Activity) {
        val density = screen.resources.displayMetrics.density
        for (view in screen.views().filter { it.isClickable && it.isEnabled }) {
            val (width, height) = view.width / density to view.height / density
            assertTrue(width >= 48 && height >= 48, "“${view.spoken()}” is $width x $height dp")
            assertTrue(view.spoken().isNotBlank(), "something says nothing")
        }
    }

    private fun wordsStandOut(screen: Activity) {
        val picture = screen.picture()
        val texts = screen.views().filterIsInstance<TextView>()
        val seen = texts.filter { it.text.isNotBlank() && it.isWhollySeen() }
        assertTrue(seen.isNotEmpty())
        for (text in seen) {
            val ground = picture.ground(text.place()) ?: continue
            val ratio = contrast(text.currentTextColor, ground)
            // Controls that cannot be pressed now may be weaker, according to WCAG.
            assertTrue(!text.isEnabled || ratio >= 4.5, "“${text.text}” has a contrast of $ratio")
        }
    }

    private fun linesStandOut(screen: Activity) {
        val ground = screen.getColor(R.color.surface)
        val guard = contrast(screen.getColor(R.color.guard_digit), ground)
        assertTrue(guard >= 3, "the guard digit has a contrast of $guard")
        assertTrue(guard < contrast(screen.getColor(R.color.on_surface), ground))
        for (line in listOf(R.color.measured, R.color.claimed, R.color.attention, R.color.refused)) {
            val ratio = contrast(screen.getColor(line), ground)
            assertTrue(ratio >= 3, "${screen.resources.getResourceEntryName(line)} has a contrast of $ratio")
        }
    }

    private fun headingsAndPlotsAreTold(screen: Activity) {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P) {
            val headings = screen.views().filter { it.id in setOf(R.id.heading, R.id.title, R.id.group_name) }
            assertTrue(headings.all { it.isAccessibilityHeading })
        }
        val drawn = setOf(R.id.curve, R.id.load_curve, R.id.histogram, R.id.number)
        assertTrue(screen.views().filter { it.id in drawn }.all { !it.contentDescription.isNullOrBlank() })
    }

    private fun noWordsAreCut(screen: Activity) {
        for (text in screen.views().filterIsInstance<TextView>()) {
            val layout = text.layout ?: continue
            val cut = (0 until layout.lineCount).sumOf { layout.getEllipsisCount(it) }
            assertEquals(0, cut, "“${text.text}” is cut")
            val inside = text.height - text.totalPaddingTop - text.totalPaddingBottom
            assertTrue(layout.height <= inside, "“${text.text}” needs ${layout.height}, has $inside")
        }
    }

    companion object {
        @JvmStatic
        @Parameters(name = "{0}")
        fun shots(): List<Array<Any>> {
            val days = Screenshots.states
            val nights = days.map { it.copy(name = "${it.name}-night", qualifiers = Shot.NIGHT) }
            return (days + nights).map { arrayOf(it) }
        }
    }
}
