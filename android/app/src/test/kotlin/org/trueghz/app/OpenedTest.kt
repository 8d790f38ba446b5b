package org.trueghz.app

import android.app.Activity
import android.content.Intent
import android.net.Uri
import android.view.View
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.model.Phase
import org.trueghz.app.opened.OpenedActivity
import org.trueghz.app.opened.RawFile
import org.trueghz.app.share.ShareActivity
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.Recording
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.idle
import org.trueghz.app.support.open
import org.trueghz.app.support.recorded
import org.trueghz.app.support.shown
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import org.trueghz.app.support.words
import java.io.File
import java.io.FileNotFoundException
import java.io.IOException
import java.io.InputStream
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue

/** Raw data from another app. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class OpenedTest {
    private val place = Uri.parse("content://org.example.files/7")

    private val phase
        get() = TestApp.now.measurements.opened.model.state.phase

    private fun give(stream: () -> InputStream) =
        shadowOf(TestApp.now.contentResolver).registerInputStreamSupplier(place, stream)

    private fun view() = Intent(Intent.ACTION_VIEW).setDataAndType(place, "application/json")

    private fun opened(
        text: String,
        intent: Intent = view(),
    ): Activity {
        if (!isSet) recorded("three-kinds")
        isSet = true
        give { text.byteInputStream() }
        val screen = open(OpenedActivity::class.java, intent).get()
        waitUntil("the file") { phase == Phase.Done || phase is Phase.Failed }
        idle()
        return screen
    }

    private var isSet = false

    private val windows = Recording.of("hot").windows

    @Test
    fun `raw data makes the reading again, and says that it comes from a file`() {
        val screen = opened(windows)
        val words = screen.words()
        assertContains(words, "Recomputed from a file")
        assertContains(words, "None of this was measured here and now.")
        assertContains(words, "Simulated chip · Simulated phone")
        assertContains(
            words,
            screen.getString(R.string.warning_thermal_pressure_text),
            "warnings belong to it",
        )
        assertContains(screen.findViewById<View>(R.id.number)!!.contentDescription, "GHz")
        assertFalse(screen.shown(R.id.start), "nothing is measured from here")
        assertEquals(Phase.Idle, TestApp.now.measurements.model.state.phase, "the first screen keeps its own")
        assertEquals(Recording.of("hot").report, TestApp.now.measurements.opened.model.state.report)
    }

    @Test
    fun `what is sent opens as what is viewed`() {
        val send = Intent(Intent.ACTION_SEND).setType("application/json")
        val screen = opened(windows, send.putExtra(Intent.EXTRA_STREAM, place))
        assertContains(screen.words(), "Recomputed from a file")
    }

    @Test
    fun `details and the forms to share are those of the file`() {
        val screen = opened(windows)
        val (details, share) = DetailsActivity::class.java to ShareActivity::class.java
        for ((button, next) in listOf(R.id.details to details, R.id.share to share)) {
            screen.findViewById<View>(button)!!.performClick()
            val intent = shadowOf(screen).nextStartedActivity
            assertEquals(next.name, intent.component?.className)
            val opened = open(next, intent).get()
            val hasReading = opened.words().any { "GHz" in it } || opened.shown(R.id.preview)
            assertTrue(hasReading, next.name)
        }
    }

    @Test
    fun `a rotation reads nothing again`() {
        var reads = 0
        recorded("three-kinds")
        give {
            reads += 1
            windows.byteInputStream()
        }
        val screen = open(OpenedActivity::class.java, view())
        waitUntil("the file") { phase == Phase.Done }
        idle()
        val before = screen.get().words()
        screen.recreate()
        idle()
        assertEquals(before, screen.get().words())
        assertEquals(1, reads)
    }

    private fun refused(
        text: String,
        said: String,
    ) {
        val screen = opened(text)
        assertEquals(said, screen.text(R.id.uncertainty).text)
        assertFalse(screen.shown(R.id.number))
        assertFalse(screen.shown(R.id.opened_note), "nothing was recomputed")
        assertFalse(screen.shown(R.id.share))
    }

    @Test
    fun `what is no recording is refused in a sentence`() {
        for (text in listOf("", "{", "[]", "a letter", "\u0000\u0001")) {
            refused(text, "Not a TrueGHz recording")
        }
    }

    @Test
    fun `a recording of another version is named so`() {
        val other = windows.replaceFirst(Regex("trueghz-raw/\\d+"), "trueghz-raw/99")
        refused(other, "This recording is from another version")
    }

    @Test
    fun `no more is read than a recording can have`() {
        var given = 0L
        recorded("three-kinds")
        // A file without an end.
        give {
            object : InputStream() {
                override fun read(): Int {
                    given += 1
                    return ' '.code
                }

                override fun read(
                    into: ByteArray,
                    offset: Int,
                    length: Int,
                ): Int {
                    into.fill(' '.code.toByte(), offset, offset + length)
                    given += length
                    return length
                }
            }
        }
        val screen = open(OpenedActivity::class.java, view()).get()
        waitUntil("a failure") { phase is Phase.Failed }
        idle()
        assertEquals("The file is larger than 16 MB: no recording is", screen.text(R.id.uncertainty).text)
        assertTrue(given <= RawFile.MOST_MB * 1_000_000L + 1, "$given bytes were read")
    }

    @Test
    fun `a file that cannot be read is refused in a sentence`() {
        val failures =
            listOf<() -> InputStream>(
                { throw FileNotFoundException("gone") },
                { throw SecurityException("not yours") },
                {
                    object : InputStream() {
                        override fun read(): Int = throw IOException("torn out")
                    }
                },
            )
        recorded("three-kinds")
        for (failure in failures) {
            give(failure)
            val screen = open(OpenedActivity::class.java, view()).get()
            waitUntil("a failure") { phase is Phase.Failed }
            idle()
            assertEquals("The file cannot be read", screen.text(R.id.uncertainty).text)
        }
    }

    @Test
    fun `our own files are nobody else's to name`() {
        recorded("three-kinds")
        val own = File(TestApp.now.cacheDir, "windows.json").apply { writeText(windows) }
        val file = Intent(Intent.ACTION_VIEW).setDataAndType(Uri.fromFile(own), "application/json")
        val none = Intent(Intent.ACTION_SEND).setType("application/json")
        for (intent in listOf(file, none, Intent())) {
            val screen = open(OpenedActivity::class.java, intent).get()
            waitUntil("a failure") { phase is Phase.Failed }
            idle()
            assertEquals("The file cannot be read", screen.text(R.id.uncertainty).text)
        }
    }

    @Test
    fun `other apps find it for raw data, and for nothing else`() {
        fun finds(
            action: String,
            type: String,
            uri: String? = null,
        ): Boolean {
            val intent = Intent(action).addCategory(Intent.CATEGORY_DEFAULT)
            if (uri == null) intent.type = type else intent.setDataAndType(Uri.parse(uri), type)
            intent.setPackage(TestApp.now.packageName)
            val found = TestApp.now.packageManager.queryIntentActivities(intent, 0)
            return found.any { it.activityInfo.name == OpenedActivity::class.java.name }
        }
        val (view, send) = Intent.ACTION_VIEW to Intent.ACTION_SEND
        assertTrue(finds(view, "application/json", "content://org.example/7"))
        assertTrue(finds(view, "application/octet-stream", "content://org.example/raw.json"))
        assertTrue(finds(send, "application/json"))
        assertFalse(finds(send, "application/octet-stream"), "any file can be of that type")
        assertFalse(finds(view, "application/octet-stream", "content://org.example/raw.apk"))
        assertFalse(finds(view, "text/plain", "content://org.example/7"))
        assertFalse(finds(view, "application/json", "https://example.org/raw.json"))
        assertFalse(finds(send, "image/png"))
    }

    @Test
    fun `a measurement meanwhile is not disturbed`() {
        val instrument: RecordedInstrument = recorded("three-kinds")
        isSet = true
        TestApp.now.measurements.start()
        idle()
        opened(windows)
        assertTrue(TestApp.now.measurements.model.state.running)
        assertEquals(0, instrument.stops)
        assertNull(TestApp.now.measurements.model.state.report)
    }
}
