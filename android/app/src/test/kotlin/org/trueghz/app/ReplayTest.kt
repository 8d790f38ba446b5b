package org.trueghz.app

import android.animation.ValueAnimator
import android.os.Handler
import android.os.Looper
import android.view.View
import android.view.accessibility.AccessibilityManager
import org.junit.Before
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import org.robolectric.shadows.ShadowChoreographer
import org.robolectric.util.ReflectionHelpers
import org.robolectric.util.ReflectionHelpers.ClassParameter
import org.trueghz.ReplayFrame
import org.trueghz.app.measure.MeasureActivity
import org.trueghz.app.measure.Replay
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.idle
import org.trueghz.app.support.measureToTheEnd
import org.trueghz.app.support.openMeasure
import org.trueghz.app.support.recorded
import org.trueghz.app.support.text
import org.trueghz.replayFrames
import java.time.Duration
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** The recorded curves once more, on Robolectric's clock. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class ReplayTest {
    /** Its clock goes on by itself, from one frame to the next. */
    @Before
    fun `a screen that is drawn sixty times a second`() =
        ShadowChoreographer.setFrameDelay(Duration.ofMillis(16))

    private val frames = mutableListOf<ReplayFrame>()
    private var ends = 0
    private val replay = Replay(show = { frames += it }, done = { ends += 1 })

    @Test
    fun `every frame is shown in its turn, and the end is told once`() {
        val readings = recorded("three-kinds").recording.report.cores
        replay.start(readings)
        assertTrue(replay.isRunning)
        idle()
        assertEquals(replayFrames(readings, 120u), frames.distinct())
        assertEquals(listOf(0u, 1u, 2u), frames.map { it.core }.distinct())
        assertEquals(1, ends)
    }

    @Test
    fun `it is skipped once`() {
        replay.start(recorded("three-kinds").recording.report.cores)
        replay.skip()
        replay.skip()
        val shown = frames.size
        idle()
        assertEquals(shown to 1, frames.size to ends)
    }

    @Test
    fun `where nothing was measured it is over at once`() {
        replay.start(emptyList())
        assertEquals(0 to 1, frames.size to ends)
    }

    @Test
    fun `who wants no animations sees none`() {
        animate(0f)
        try {
            replay.start(recorded("three-kinds").recording.report.cores)
            assertEquals(0 to 1, frames.size to ends)
        } finally {
            animate(1f)
        }
    }

    @Test
    fun `what was found keeps its place, and comes in the end`() {
        val instrument = recorded("hot")
        val screen = openMeasure().get()
        lateinit var places: List<Int>
        instrument.measure {
            assertEquals(listOf(0f), screen.verdict().distinct())
            places = screen.places()
        }
        assertEquals(listOf(1f), screen.verdict().distinct())
        assertEquals(places, screen.places())
        assertContains(screen.text(R.id.uncertainty).text, "±")
        assertContains(
            screen.text(R.id.yardstick).text,
            Regex("^Held down to \\d+ % · .*\n[\\d.]+ % below the stated .*GHz$"),
        )
    }

    @Test
    fun `a touch ends it`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        instrument.measure {
            screen.onUserInteraction()
            assertEquals(listOf(1f), screen.verdict().distinct())
        }
    }

    @Test
    fun `a screen reader hears the end at once`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        shadowOf(screen.getSystemService(AccessibilityManager::class.java)).setTouchExplorationEnabled(true)
        instrument.measure { assertEquals(listOf(1f), screen.verdict().distinct()) }
    }

    /** A measurement and its replay, half a second of which has passed when [then] is called. */
    private fun RecordedInstrument.measure(then: () -> Unit) {
        var called = false
        Handler(Looper.getMainLooper()).postDelayed({ then().also { called = true } }, HALF_A_SECOND_MS)
        measureToTheEnd()
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(3))
        assertTrue(called)
    }

    /** How strong that is drawn which is known in the end only. */
    private fun MeasureActivity.verdict() =
        listOf(
            R.id.uncertainty,
            R.id.yardstick,
            R.id.warnings,
            R.id.finding,
        ).map { findViewById<View>(it)!!.alpha }

    private fun MeasureActivity.places() =
        listOf(R.id.number, R.id.uncertainty, R.id.curve, R.id.finding).map { findViewById<View>(it)!!.top }

    private fun animate(scale: Float) {
        val of = ClassParameter.from(Float::class.javaPrimitiveType, scale)
        ReflectionHelpers.callStaticMethod<Unit>(ValueAnimator::class.java, "setDurationScale", of)
    }

    private companion object {
        const val HALF_A_SECOND_MS = 500L
    }
}
