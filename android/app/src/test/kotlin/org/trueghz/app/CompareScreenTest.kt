package org.trueghz.app

import android.app.Activity
import android.content.Intent
import android.view.View
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.annotation.Config
import org.trueghz.AnyReport
import org.trueghz.MeasurementReport
import org.trueghz.RefusalReason
import org.trueghz.Verdict
import org.trueghz.app.compare.CompareActivity
import org.trueghz.app.support.Kept
import org.trueghz.app.support.Recording
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.all
import org.trueghz.app.support.idle
import org.trueghz.app.support.open
import org.trueghz.app.support.recorded
import org.trueghz.app.support.times
import org.trueghz.app.support.waitUntil
import org.trueghz.app.support.words
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** Two readings side by side. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class CompareScreenTest {
    private val cool
        get() = Kept.report("three-kinds")

    private fun compared(
        first: MeasurementReport,
        second: MeasurementReport,
    ): Activity {
        recorded("three-kinds")
        Kept.write(listOf(AnyReport.Measurement(first), AnyReport.Measurement(second)))
        // In the order of the list, the newest first.
        val times = longArrayOf(Kept.time(1).toLong(), Kept.time(0).toLong())
        val intent = Intent(TestApp.now, CompareActivity::class.java).putExtra(CompareActivity.TIMES, times)
        val screen = open(CompareActivity::class.java, intent).get()
        waitUntil("the comparison") { screen.findViewById<View>(R.id.earlier) != null }
        idle()
        return screen
    }

    private fun Activity.told(): List<String> =
        findViewById<View>(R.id.root)!!.all().mapNotNull { it.contentDescription?.toString() }

    private fun MeasurementReport.with(
        place: Int,
        hz: Double,
    ): MeasurementReport =
        copy(
            cores =
                cores.mapIndexed { index, core ->
                    val part = hz / core.frequencyHz!!.value
                    if (index == place) core.times(part) else core
                },
        )

    @Test
    fun `the earlier stands first, and the difference is what was added since`() {
        val screen = compared(cool, Kept.report("hot"))
        val told = screen.told()
        assertTrue(told.any { Regex("Earlier\\. Sep.* 21, 2026.*").matches(it) }, "$told")
        assertTrue(
            told.any {
                Regex("Later\\. Sep.* 22, 2026.* The device is hot|Later.*Power.*").matches(it)
            },
            "$told",
        )
        assertTrue(
            told.any { Regex("Earlier\\. 3\\.18.*GHz, plus or minus .*, steady").matches(it) },
            "$told",
        )
        assertTrue(told.any { Regex("Later\\. 1\\.76.*GHz, plus or minus .*, steady").matches(it) }, "$told")
        val difference = Regex("Difference\\. −1\\.42.*GHz, plus or minus .*Hz, −44\\..* %")
        assertTrue(told.any { difference.matches(it) }, "$told")
        val words = screen.words()
        assertContains(words, "Cortex-X3 · core 7")
        assertContains(words, "The clocks differ")
        assertTrue(words.any { Regex("−44\\.\\d+ to −44\\.\\d+ %").matches(it) }, "$words")
        assertTrue(words.indexOf("Earlier") < words.indexOf("Later"))
    }

    @Test
    fun `the same twice is no difference`() {
        val words = compared(cool, cool).words()
        assertEquals(cool.cores.size, words.count { it == "No difference beyond the uncertainty" })
        assertContains(words, "Cortex-A510 · cores 0–3")
        assertTrue(words.any { Regex("−[\\d.]+ to \\+[\\d.]+ ppm").matches(it) }, "$words")
    }

    @Test
    fun `a small difference holds if one clock timed both`() {
        val hz = cool.cores[0].frequencyHz!!.value * (1 + 60e-6)
        val words = compared(cool, cool.with(place = 0, hz)).words()
        assertContains(words, "Different, provided that the same reference clock timed both")
        assertTrue(words.any { Regex("± .*Hz · \\+60.* ppm").matches(it) }, "$words")
    }

    @Test
    fun `a reading that is missing makes no difference`() {
        val refused =
            cool.copy(
                cores =
                    cool.cores.map {
                        it.copy(
                            verdict = Verdict.REFUSED,
                            reason = RefusalReason.OFFLINE,
                            frequencyHz = null,
                            repeatableHz = null,
                        )
                    },
            )
        val screen = compared(cool, refused)
        assertContains(screen.words(), "No difference: a reading is missing")
        assertContains(screen.told(), "Later. This core is switched off")
    }

    @Test
    fun `cores that only one of them has are named`() {
        val words =
            compared(
                cool.copy(cores = cool.cores.take(2)),
                cool.copy(cores = cool.cores.drop(1)),
            ).words()
        assertContains(words, "Only in the earlier reading: Cortex-A510 · cores 0–3")
        assertContains(words, "Only in the later reading: Cortex-X3 · core 7")
        assertEquals(1, words.count { it == "No difference beyond the uncertainty" })
    }

    @Test
    fun `readings of other cores say so`() {
        val words = compared(cool, Recording.vector("raw-two-cores-100ms").report).words()
        assertContains(words, "These readings have no core in common.")
    }

    @Test
    fun `readings that are gone say so`() {
        recorded("three-kinds")
        val intent =
            Intent(
                TestApp.now,
                CompareActivity::class.java,
            ).putExtra(CompareActivity.TIMES, longArrayOf(1, 2))
        val screen = open(CompareActivity::class.java, intent).get()
        waitUntil("the sentence") { screen.words().any { it.startsWith("Could not read") } }
    }

    @Test
    fun `it is in the user's language, and comes again after a rotation`() {
        RuntimeEnvironment.setQualifiers("de")
        recorded("three-kinds")
        Kept.write("three-kinds", "hot")
        val times = longArrayOf(Kept.time(0).toLong(), Kept.time(1).toLong())
        val intent = Intent(TestApp.now, CompareActivity::class.java).putExtra(CompareActivity.TIMES, times)
        val screen = open(CompareActivity::class.java, intent)
        waitUntil("the comparison") { "Die Takte unterscheiden sich" in screen.get().words() }
        val before = screen.get().words()
        screen.recreate()
        waitUntil("the comparison") { screen.get().words() == before }
    }

    @Test
    fun `sides stand beside each other, and below where the words are large`() {
        fun isBeside(scale: Float): Boolean {
            RuntimeEnvironment.setQualifiers(Shot.PHONE)
            RuntimeEnvironment.setFontScale(scale)
            val screen = compared(cool, cool)
            // The last ones belong to a core.
            val all = screen.findViewById<View>(R.id.root)!!.all()
            val (earlier, later) = listOf(R.id.earlier, R.id.later).map { id -> all.last { it.id == id } }
            return later.left > earlier.left && later.top == earlier.top
        }
        assertTrue(isBeside(1f))
        assertTrue(!isBeside(2f))
    }
}
