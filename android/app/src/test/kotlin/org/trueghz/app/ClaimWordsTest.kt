package org.trueghz.app

import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.annotation.Config
import org.trueghz.ClaimNumbers
import org.trueghz.ClaimRelation
import org.trueghz.ClaimSource
import org.trueghz.ClockReach
import org.trueghz.FrequencyUnit
import org.trueghz.LowCause
import org.trueghz.Rounded
import org.trueghz.RoundedNumber
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.recorded
import org.trueghz.app.ui.ClaimWords
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.Words
import java.util.Locale
import kotlin.test.assertEquals
import kotlin.test.assertNull

@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class ClaimWordsTest {
    private fun words(): ClaimWords {
        recorded("three-kinds")
        val context = RuntimeEnvironment.getApplication()
        return ClaimWords(context, Words(context), Numbers(Locale.ENGLISH))
    }

    private fun claim(
        source: ClaimSource,
        isPublished: Boolean,
        side: ClaimRelation?,
    ): ClaimNumbers {
        val difference = side?.let { RoundedNumber(-4.0, 1uL) }
        return ClaimNumbers(Rounded(3.78, 2uL, FrequencyUnit.G_HZ), source, isPublished, difference, side)
    }

    private val below = ClaimRelation.Below(RoundedNumber(4.0, 1uL))
    private val above = ClaimRelation.Above(RoundedNumber(4.0, 1uL))

    @Test
    fun `what the system claims is a claim`() {
        val claimed = { side: ClaimRelation? -> claim(ClaimSource.CPUINFO_MAX_FREQ, false, side) }
        assertEquals("4.0 % below the stated 3.78\u00a0GHz", words().yardstick(claimed(below)))
        assertEquals("4.0 % above the stated 3.78\u00a0GHz", words().yardstick(claimed(above)))
        assertEquals("at the stated 3.78\u00a0GHz", words().yardstick(claimed(ClaimRelation.Same)))
        assertNull(words().yardstick(claimed(null)))
        assertEquals("Stated: 3.78\u00a0GHz", words().line(claimed(null)))
        assertEquals("stated 3.78\u00a0GHz", words().mark(claimed(below)))
        assertEquals(R.string.details_claimed, words().label(claimed(below)))
        assertEquals(R.string.details_claimed, words().label(null))
    }

    @Test
    fun `a clock is full or held down for a cause`() {
        assertEquals("Full clock", words().reach(ClockReach.Full, null))
        val held = ClockReach.HeldDown(RoundedNumber(62.0, 0uL))
        assertEquals("Held down to 62 % · throttled for heat", words().reach(held, LowCause.Heat))
        assertEquals("Held down to 62 % · the system reports no cause", words().reach(held, null))
    }

    @Test
    fun `a clock below its claim has a cause in words`() {
        val causes =
            mapOf(
                LowCause.DriverLimit(1_017_600_000uL) to "the driver’s limit is 1.018\u00a0GHz",
                LowCause.Governor("powersave") to "the governor is powersave",
                LowCause.BusyCores(3uL) to "other busy cores: 3",
                LowCause.PowerSaving to "power saving is on",
                LowCause.Heat to "throttled for heat",
                LowCause.Undervoltage to "supply voltage too low",
                LowCause.BoostOff to "boost is off",
                LowCause.Quota to "a CPU quota stops the app at times",
                LowCause.NoneReported to "the system reports no cause",
            )
        assertEquals(causes, causes.mapValues { (cause, _) -> words().because(cause) })
    }

    @Test
    fun `what others publish names them`() {
        val published = { side: ClaimRelation? -> claim(ClaimSource.PUBLISHED_WIKIPEDIA, true, side) }
        val clock = "3.78\u00a0GHz published by Wikipedia"
        assertEquals("4.0 % below the $clock", words().yardstick(published(below)))
        assertEquals("4.0 % above the $clock", words().yardstick(published(above)))
        assertEquals("at the $clock", words().yardstick(published(ClaimRelation.Same)))
        assertEquals("Published: 3.78\u00a0GHz", words().line(published(null)))
        assertEquals("Published: 3.78\u00a0GHz · deviation −4.0 %", words().line(published(below)))
        assertEquals("published 3.78\u00a0GHz", words().mark(published(below)))
        assertEquals(R.string.details_published, words().label(published(below)))
    }
}
