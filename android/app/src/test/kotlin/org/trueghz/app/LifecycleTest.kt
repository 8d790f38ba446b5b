package org.trueghz.app

import android.content.ClipboardManager
import android.os.Build
import android.os.Bundle
import android.view.ViewGroup
import android.widget.Button
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.annotation.Config
import org.robolectric.shadows.ShadowToast
import org.trueghz.SessionEvent
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.measure.MeasureActivity
import org.trueghz.app.model.Phase
import org.trueghz.app.model.ReadingStore
import org.trueghz.app.support.Recording
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.idle
import org.trueghz.app.support.measureToTheEnd
import org.trueghz.app.support.measureUntil
import org.trueghz.app.support.nth
import org.trueghz.app.support.open
import org.trueghz.app.support.openMeasure
import org.trueghz.app.support.recorded
import org.trueghz.app.support.state
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import org.trueghz.app.support.words
import org.trueghz.toJson
import java.io.File
import kotlin.concurrent.thread
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNull
import kotlin.test.assertTrue

/** Rotation, the end of the process, the background, back. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class LifecycleTest {
    private val cached
        get() = File(TestApp.now.cacheDir, "windows.json")

    @Test
    fun `a rotation while measuring loses nothing and disturbs nothing`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure()
        instrument.measureUntil(nth<SessionEvent.Running>(4))
        val before = screen.get().words()
        screen.recreate()
        idle()
        assertEquals(before, screen.get().words())
        assertEquals(1, instrument.sessions)
        assertEquals(0, instrument.stops)
        assertTrue(instrument.told.none { it.inBackground == true }, "a rotation is no background")
        instrument.playToTheEnd()
        waitUntil("the end") { state().phase == Phase.Done }
        assertEquals("Measure again", screen.get().text(R.id.start).text)
    }

    @Test
    fun `turning the device keeps the reading and the chosen core`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure()
        instrument.measureToTheEnd()
        screen
            .get()
            .findViewById<ViewGroup>(R.id.cores)!!
            .getChildAt(1)
            .performClick()
        RuntimeEnvironment.setQualifiers("w800dp-h360dp-land")
        screen.configurationChange()
        idle()
        assertEquals("Cortex-A715 · cores 4–6", screen.get().text(R.id.core).text)
    }

    @Test
    fun `a new process shows again what the last one had measured`() {
        val first = recorded("three-kinds")
        val screen = openMeasure()
        first.measureToTheEnd()
        waitUntil("the file") { cached.exists() }
        val before = screen.get().words()
        val saved =
            Bundle().also {
                screen
                    .pause()
                    .stop()
                    .saveInstanceState(it)
                    .destroy()
            }

        TestApp.now.endProcess()
        val again = Robolectric.buildActivity(MeasureActivity::class.java).setup(saved)
        waitUntil("the reading") { state().phase == Phase.Done }
        assertEquals(before, again.get().words())
    }

    @Test
    fun `details open in a new process too`() {
        recorded("three-kinds").also { openMeasure() }.measureToTheEnd()
        waitUntil("the file") { cached.exists() }
        TestApp.now.endProcess()
        val screen = Robolectric.buildActivity(DetailsActivity::class.java).setup(Bundle())
        waitUntil("the reading") { "Instruction chains" in screen.get().words() }
    }

    @Test
    fun `an app that is opened anew begins anew`() {
        recorded("three-kinds").also { openMeasure() }.measureToTheEnd()
        waitUntil("the file") { cached.exists() }
        TestApp.now.endProcess()
        val screen = openMeasure().get()
        waitUntil("the file's end") { !cached.exists() }
        assertEquals("Start", screen.text(R.id.start).text)
        assertEquals(Phase.Idle, state().phase)
    }

    @Test
    fun `a recording of another version is dropped`() {
        recorded("three-kinds")
        cached.writeText("""{"schema":"trueghz-raw/999"}""")
        Robolectric.buildActivity(MeasureActivity::class.java).setup(Bundle())
        waitUntil("the file's end") { !cached.exists() }
        assertEquals(Phase.Idle, state().phase)
    }

    @Test
    fun `going to the background tells the session, which ends with what it has`() {
        val instrument = recorded("three-kinds")
        val screen = openMeasure()
        instrument.measureUntil(nth<SessionEvent.Running>(2))
        screen.pause().stop()
        assertEquals(true, instrument.told.last { it.inBackground != null }.inBackground)
        instrument.playToTheEnd()
        waitUntil("the end") { state().phase == Phase.Done }
        screen.restart().start().resume()
        idle()
        assertEquals(false, instrument.told.last { it.inBackground != null }.inBackground)
        val said = screen.get().text(R.id.status).text
        assertEquals(screen.get().getString(R.string.state_ended_in_background), said)
    }

    @Test
    fun `another screen of the app is not the background`() {
        val instrument = recorded("three-kinds")
        val measure = openMeasure()
        instrument.measureUntil(nth<SessionEvent.Running>(2))
        measure.pause()
        open(DetailsActivity::class.java)
        measure.stop()
        assertTrue(instrument.told.none { it.inBackground == true })
        assertIs<Phase.Measuring>(state().phase)
    }

    @Test
    fun `back leaves details, and the reading stays`() {
        val instrument = recorded("three-kinds")
        openMeasure()
        instrument.measureToTheEnd()
        val details = open(DetailsActivity::class.java).get()
        details.findViewById<android.view.View>(R.id.back)!!.performClick()
        assertTrue(details.isFinishing)
        assertEquals(Phase.Done, state().phase)
    }

    @Test
    fun `raw data stay open over a rotation`() {
        val instrument = recorded("three-kinds")
        val details = open(DetailsActivity::class.java)
        instrument.measureToTheEnd()
        waitUntil("the histogram") { details.get().findViewById<android.view.View>(R.id.histogram) != null }
        details.get().findViewById<Button>(R.id.show)!!.performClick()
        waitUntil("the JSON") {
            details
                .get()
                .text(R.id.json)
                .text
                .startsWith("{")
        }
        details.recreate()
        waitUntil("the JSON") {
            details
                .get()
                .findViewById<android.widget.TextView>(R.id.json)
                ?.text
                ?.startsWith("{") ==
                true
        }
    }

    @Test
    fun `what is copied is there, and a sign says so where the system gives none`() {
        val instrument = recorded("three-kinds")
        val details = open(DetailsActivity::class.java).get()
        instrument.measureToTheEnd()
        waitUntil("the details") { details.findViewById<Button>(R.id.copy) != null }
        details.findViewById<Button>(R.id.copy)!!.performClick()
        val clipboard = details.getSystemService(ClipboardManager::class.java)
        waitUntil("the copy") { clipboard.primaryClip != null }
        val copied = clipboard.primaryClip?.getItemAt(0)?.text
        assertEquals(instrument.recording.report.toJson(), copied.toString())
        val isShownBySystem = Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU
        assertEquals(if (isShownBySystem) null else "Copied", ShadowToast.getTextOfLatestToast())
    }

    @Test
    fun `files are never touched by the thread that draws`() {
        val store = ReadingStore(TestApp.now.cacheDir)
        assertFailsWith<IllegalStateException> { store.keep("{}") }
        assertFailsWith<IllegalStateException> { store.kept() }
        assertFailsWith<IllegalStateException> { store.clear() }
        thread {
            assertNull(store.kept())
            store.keep(Recording.of("refused").windows)
            assertEquals(Recording.of("refused").windows, store.kept())
            store.clear()
            assertNull(store.kept())
        }.join()
    }

    @Test
    fun `a disk that cannot be written loses the reading and nothing else`() {
        val file = File(TestApp.now.cacheDir, "no-folder").apply { writeText("a file") }
        var failed: Throwable? = null
        thread {
            failed = runCatching { ReadingStore(File(file, "below")).keep("{}") }.exceptionOrNull()
        }.join()
        assertNull(failed)
        assertFalse(File(file, "below").exists())
    }
}
