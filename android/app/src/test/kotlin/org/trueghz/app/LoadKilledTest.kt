package org.trueghz.app

import android.os.Bundle
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import org.trueghz.LoadAction
import org.trueghz.app.load.LoadActivity
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.facts
import org.trueghz.app.support.idle
import org.trueghz.app.support.loadScreen
import org.trueghz.app.support.loadToTheEnd
import org.trueghz.app.support.loadUntil
import org.trueghz.app.support.loads
import org.trueghz.app.support.openLoad
import org.trueghz.app.support.recorded
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import org.trueghz.app.support.words
import java.io.File
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNotNull

/** The system ends the process while a load of five minutes goes on, or after it. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class LoadKilledTest {
    /** Where the library keeps the records: it writes them on a thread of its own. */
    private val file
        get() = File(TestApp.now.cacheDir, "load.jsonl")

    private fun waitForLines(count: Int) =
        waitUntil("what is kept") { file.isFile && file.readLines().size == count }

    @Test
    fun `nothing is lost but the last second`() {
        val instrument = recorded("three-kinds")
        val screen = openLoad()
        instrument.loadUntil(100)
        waitForLines(101)
        val points = assertNotNull(loadScreen().plot).curve.points.size
        val kept = Bundle()
        screen.saveInstanceState(kept).pause().stop()
        file.appendText(instrument.load.lines[101].take(100))
        TestApp.now.endProcess()
        val next = Robolectric.buildActivity(LoadActivity::class.java).setup(kept).get()
        waitUntil("the load is back") { loads.state.screen?.canShare == true }
        assertEquals(
            points,
            loadScreen()
                .plot
                ?.curve
                ?.points
                ?.size,
        )
        assertEquals("1:40", next.facts()["Duration"])
        assertContains(next.text(R.id.status).text, "Stopped early")
    }

    @Test
    fun `one that was over is shown as it was, also if the app is opened anew`() {
        val instrument = recorded("three-kinds")
        val first = openLoad()
        instrument.loadToTheEnd()
        val words = first.get().words()
        waitForLines(instrument.load.lines.size)
        TestApp.now.endProcess()
        val screen = openLoad().get()
        waitUntil("the load is back") { loadScreen().canShare }
        idle()
        assertEquals(words, screen.words())
    }

    @Test
    fun `what was chosen stays chosen`() {
        recorded("three-kinds")
        val screen = openLoad()
        loads.act(LoadAction.ChooseLength(2u))
        loads.act(LoadAction.ChooseLoad(1u))
        val kept = Bundle()
        screen.saveInstanceState(kept).pause().stop()
        TestApp.now.endProcess()
        Robolectric.buildActivity(LoadActivity::class.java).setup(kept)
        waitUntil("the library") { loads.state.screen != null }
        assertEquals(2u to 1u, loadScreen().length.chosen to loadScreen().load.chosen)
    }
}
