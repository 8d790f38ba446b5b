package org.trueghz.app

import android.text.Layout
import android.view.View
import android.view.ViewGroup
import android.widget.TextView
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.ParameterizedRobolectricTestRunner
import org.robolectric.ParameterizedRobolectricTestRunner.Parameters
import org.robolectric.annotation.Config
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.all
import org.trueghz.app.support.idle
import kotlin.math.ceil
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** Every screen in the longest words that there are, in letters of twice the size: nothing of them is cut. */
@RunWith(ParameterizedRobolectricTestRunner::class)
@Config(application = TestApp::class, sdk = [36])
class LongestWordsTest(
    private val shot: Shot,
) {
    @Test
    fun `no word is cut`() {
        val screen = shot.shown()
        idle()
        val texts = screen.findViewById<View>(R.id.root)!!.all().filterIsInstance<TextView>()
        assertTrue(texts.any { it.text.isNotEmpty() }, "there is something to read")
        val written = texts.filter { it.text.isNotEmpty() }
        assertEquals(emptyList(), written.mapNotNull { text -> fault(text)?.let { "${text.text}: $it" } })
    }

    companion object {
        @JvmStatic
        @Parameters(name = "{0}")
        fun shots(): List<Array<Any>> =
            Screenshots.states.flatMap { shot ->
                listOf("en-rXA", "de").map { language ->
                    val qualifiers = "$language-${Shot.PHONE}"
                    val name = "${shot.name}-$language"
                    arrayOf<Any>(shot.copy(name = name, qualifiers = qualifiers, fontScale = 2f))
                }
            }
    }
}

/** The way in which a text is cut; null if all of it can be read, if need be after scrolling. */
internal fun fault(text: TextView): String? {
    val layout: Layout = text.layout ?: return "it was never laid out"
    val lines = 0 until layout.lineCount
    val room = text.width - text.compoundPaddingLeft - text.compoundPaddingRight
    val height = text.height - text.compoundPaddingTop - text.compoundPaddingBottom
    return when {
        lines.any { layout.getEllipsisCount(it) > 0 } -> "ends in dots"
        layout.getLineEnd(layout.lineCount - 1) < text.text.length -> "lines are missing"
        lines.any { ceil(layout.getLineMax(it)) > room + 1 } -> "is wider than its place"
        layout.height > height + 1 -> "is higher than its place: ${layout.height} of $height"
        else -> outside(text)
    }
}

/** The fault if a view around it, which does not scroll, shows only a part of it. */
private fun outside(text: View): String? {
    var (left, top) = 0 to 0
    var view: View = text
    var around = view.parent as? ViewGroup
    var isWhole = true
    while (around != null && !around.scrolls() && isWhole) {
        left += view.left
        top += view.top
        val isInside =
            left >= 0 && top >= 0 && left + text.width <= around.width && top + text.height <= around.height
        isWhole = isInside || !around.clipChildren
        view = around
        around = view.parent as? ViewGroup
    }
    return if (isWhole) null else "lies outside of what is around it"
}

private fun View.scrolls() =
    this is android.widget.ScrollView || this is android.widget.HorizontalScrollView ||
        this is android.widget.AbsListView
