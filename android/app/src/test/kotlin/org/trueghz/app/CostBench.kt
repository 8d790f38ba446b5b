package org.trueghz.app

import android.app.Activity
import android.graphics.Bitmap
import android.graphics.Canvas
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import org.trueghz.SessionEvent
import org.trueghz.app.measure.Hero
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.idle
import org.trueghz.app.support.measureToTheEnd
import org.trueghz.app.support.nth
import org.trueghz.app.support.openMeasure
import org.trueghz.app.support.recorded
import org.trueghz.app.support.state
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.Words
import org.trueghz.replayFrames
import java.util.Locale

/**
 * The cost of the app itself: `make bench-app`. The session is played from a recording, so all of
 * the time is the app's. Prints; asserts nothing.
 */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class, sdk = [36])
class CostBench {
    @Test
    fun `from the press to the first number, and a frame of the replay`() {
        val rounds = List(ROUNDS) { pressMs() }
        val presses = rounds.drop(ROUNDS / 2).sorted()
        println("From the press to the first number on the screen, ms: " + presses.told())
        val replays = List(REPLAYS) { frameMs() }
        val frames = replays.drop(REPLAYS / 2).flatten().sorted()
        println("A frame of the replay, made, laid out and drawn, ms: " + frames.told())
    }

    private fun pressMs(): Double {
        TestApp.now.endProcess()
        val instrument = recorded("three-kinds")
        val controller = openMeasure()
        val screen = controller.get()
        val paper = Paper(screen)
        val began = System.nanoTime()
        screen.text(R.id.start).performClick()
        idle()
        instrument.playUntil(nth<SessionEvent.Running>(1))
        idle()
        paper.draw()
        val ms = since(began)
        check(state().cores.any { it.frequency != null }) { "no number is shown" }
        instrument.playToTheEnd()
        waitUntil("the end") { !state().running }
        controller.pause().stop().destroy()
        return ms
    }

    private fun frameMs(): List<Double> {
        TestApp.now.endProcess()
        val instrument = recorded("three-kinds")
        val screen = openMeasure().get()
        instrument.measureToTheEnd()
        val paper = Paper(screen)
        val report = checkNotNull(state().report)
        val hero = Hero(screen.findViewById(R.id.root)!!, Words(screen), Numbers(Locale.ENGLISH))
        return replayFrames(report.cores, FRAMES).map { frame ->
            val began = System.nanoTime()
            hero.replay(state(), report.machine, frame)
            idle()
            paper.draw()
            since(began)
        }
    }

    /** The surface on which a screen is drawn. */
    private class Paper(
        screen: Activity,
    ) {
        private val view = screen.window.decorView
        private val bitmap = Bitmap.createBitmap(view.width, view.height, Bitmap.Config.ARGB_8888)

        fun draw() = view.draw(Canvas(bitmap))
    }

    private fun List<Double>.told(): String {
        val few = "median %.2f, 99 of 100 below %.2f, worst %.2f of %d"
        return few.format(this[size / 2], this[size * 99 / 100], last(), size)
    }

    private fun since(began: Long) = (System.nanoTime() - began) / NS_PER_MS

    private companion object {
        const val ROUNDS = 20
        const val REPLAYS = 4
        const val FRAMES = 120u
        const val NS_PER_MS = 1e6
    }
}
