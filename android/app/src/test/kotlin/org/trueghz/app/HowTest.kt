package org.trueghz.app

import android.view.View
import android.view.ViewGroup
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import org.trueghz.app.how.HowActivity
import org.trueghz.app.how.TermsActivity
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.all
import org.trueghz.app.support.open
import org.trueghz.app.support.recorded
import org.trueghz.app.support.waitUntil
import org.trueghz.app.support.words
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertTrue

@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class HowTest {
    @Test
    fun `the page has the method, limits, privacy, credits and licences`() {
        recorded("three-kinds")
        val words = open(HowActivity::class.java).get().words()
        for (heading in listOf(
            "Method",
            "Limits",
            "Privacy",
            "Prior work",
            "Licences",
        )) {
            assertContains(words, heading)
        }
    }

    @Test
    fun `every part of the app shows the words of its licence`() {
        recorded("three-kinds")
        val how = open(HowActivity::class.java).get()
        val rows = how.findViewById<ViewGroup>(R.id.bottom)!!.all().filter { it.hasOnClickListeners() }
        val parts = how.resources.getStringArray(R.array.parts)
        assertEquals(parts.size, rows.size)
        for ((part, row) in listOf(parts.first() to rows.first(), parts.last() to rows.last())) {
            row.performClick()
            val asked = shadowOf(how).nextStartedActivity
            assertEquals(TermsActivity::class.java.name, asked.component?.className)
            val terms = Robolectric.buildActivity(TermsActivity::class.java, asked).setup().get()
            waitUntil("the terms") { terms.words().any { it.length > SHORT } }
            assertEquals(
                part.substringBefore('|'),
                terms.findViewById<android.widget.TextView>(R.id.title)!!.text,
            )
            assertTrue(terms.findViewById<View>(R.id.back)!!.isShown)
        }
    }

    private companion object {
        /** Any licence has more characters. */
        const val SHORT = 200
    }
}
