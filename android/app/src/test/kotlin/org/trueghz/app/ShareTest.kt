package org.trueghz.app

import android.app.Activity
import android.content.Intent
import android.content.pm.ProviderInfo
import android.graphics.BitmapFactory
import android.net.Uri
import android.provider.OpenableColumns
import android.view.View
import android.view.ViewGroup
import android.widget.ImageView
import kotlinx.coroutines.runBlocking
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.android.controller.ActivityController
import org.robolectric.annotation.Config
import org.robolectric.shadows.ShadowToast
import org.trueghz.app.share.ShareActivity
import org.trueghz.app.share.ShareFormat
import org.trueghz.app.share.SharedFiles
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.idle
import org.trueghz.app.support.measureToTheEnd
import org.trueghz.app.support.open
import org.trueghz.app.support.recorded
import org.trueghz.app.support.waitUntil
import org.trueghz.replay
import org.trueghz.toCsv
import org.trueghz.toJson
import org.trueghz.toText
import java.io.ByteArrayOutputStream
import java.io.FileNotFoundException
import java.io.IOException
import java.io.OutputStream
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class ShareTest {
    private lateinit var instrument: RecordedInstrument

    private val report
        get() = instrument.recording.report

    private fun openShare(phone: String = "three-kinds"): ActivityController<ShareActivity> {
        instrument = recorded(phone)
        val screen = open(ShareActivity::class.java)
        instrument.measureToTheEnd()
        return screen
    }

    private fun Activity.press(
        format: ShareFormat,
        button: Int,
    ) {
        val list = findViewById<ViewGroup>(R.id.bottom)!!
        // The picture stands above the list.
        val row = list.getChildAt(1 + format.ordinal)
        row.findViewById<View>(button)!!.performClick()
    }

    /** What the app that the user chose gets. */
    private fun shared(format: ShareFormat): Pair<Intent, ByteArray> {
        val screen = openShare().get()
        screen.press(format, R.id.send)
        lateinit var chooser: Intent
        waitUntil("the share sheet") {
            val started = shadowOf(screen).nextStartedActivity
            if (started != null) chooser = started
            started != null
        }
        assertEquals(Intent.ACTION_CHOOSER, chooser.action)
        @Suppress("DEPRECATION")
        val send = assertNotNull(chooser.getParcelableExtra<Intent>(Intent.EXTRA_INTENT))

        @Suppress("DEPRECATION")
        val uri = assertNotNull(send.getParcelableExtra<Uri>(Intent.EXTRA_STREAM))
        assertEquals(uri, send.clipData?.getItemAt(0)?.uri)
        assertTrue(send.flags and Intent.FLAG_GRANT_READ_URI_PERMISSION != 0)
        val provider = provider()
        assertEquals(send.type, provider.getType(uri))
        val content =
            provider.openFile(uri, "r").use {
                android.os.ParcelFileDescriptor
                    .AutoCloseInputStream(it)
                    .readBytes()
            }
        return send to content
    }

    private fun provider(): SharedFiles {
        val info =
            ProviderInfo().apply {
                authority = "org.trueghz.app.files"
                grantUriPermissions = true
            }
        return Robolectric.buildContentProvider(SharedFiles::class.java).create(info).get()
    }

    @Test
    fun `a reading is shared as text`() {
        val (send, content) = shared(ShareFormat.TEXT)
        assertEquals("text/plain", send.type)
        assertEquals(report.toText(), content.decodeToString())
    }

    @Test
    fun `a reading is shared as JSON`() =
        assertEquals(shared(ShareFormat.JSON).second.decodeToString(), report.toJson())

    @Test
    fun `a reading is shared as CSV`() =
        assertEquals(shared(ShareFormat.CSV).second.decodeToString(), report.toCsv())

    @Test
    fun `shared windows make the same report again`() {
        val windows = shared(ShareFormat.WINDOWS).second.decodeToString()
        assertEquals(report, runBlocking { replay(windows) })
    }

    @Test
    fun `a reading is shared as a picture of a fixed width`() {
        val (send, content) = shared(ShareFormat.IMAGE)
        assertEquals("image/png", send.type)
        val picture = BitmapFactory.decodeByteArray(content, 0, content.size)
        assertEquals(1080, picture.width)
        assertTrue(picture.height > picture.width)
    }

    @Test
    fun `the provider names its files, and gives nothing else away`() {
        shared(ShareFormat.CSV)
        val provider = provider()
        val uri = SharedFiles.uri(ShareFormat.CSV)
        provider.query(uri, null, null, null, null).use { rows ->
            assertTrue(rows.moveToFirst())
            assertEquals(
                "trueghz.csv",
                rows.getString(rows.getColumnIndexOrThrow(OpenableColumns.DISPLAY_NAME)),
            )
            val size = rows.getLong(rows.getColumnIndexOrThrow(OpenableColumns.SIZE))
            assertEquals(
                report
                    .toCsv()
                    .toByteArray()
                    .size
                    .toLong(),
                size,
            )
        }
        provider.query(uri, arrayOf("other"), null, null, null).use { rows ->
            assertTrue(rows.moveToFirst())
            assertTrue(rows.isNull(0))
        }
        for (path in listOf("windows.json", "../windows.json", "a/trueghz.csv", "")) {
            val other = Uri.parse("content://org.trueghz.app.files/$path")
            assertFailsWith<FileNotFoundException>(path) { provider.openFile(other, "r") }
            assertNull(provider.getType(other))
            assertEquals(0, provider.query(other, null, null, null, null).use { it.count })
        }
        assertFailsWith<FileNotFoundException> { provider.openFile(uri, "rw") }
        assertNull(provider.insert(uri, null))
        assertEquals(0, provider.delete(uri, null, null))
        assertEquals(0, provider.update(uri, null, null, null))
    }

    private fun ActivityController<ShareActivity>.save(
        format: ShareFormat,
        place: Uri?,
    ) {
        get().press(format, R.id.save)
        val asked = shadowOf(get()).nextStartedActivityForResult
        assertEquals(Intent.ACTION_CREATE_DOCUMENT, asked.intent.action)
        assertEquals(format.fileName, asked.intent.getStringExtra(Intent.EXTRA_TITLE))
        assertEquals(format.mimeType, asked.intent.type)
        val result = if (place == null) Activity.RESULT_CANCELED else Activity.RESULT_OK
        shadowOf(get()).receiveResult(asked.intent, result, Intent().setData(place))
    }

    private val place = Uri.parse("content://documents/new")

    @Test
    fun `a reading is kept where the user says`() {
        val screen = openShare()
        val written = ByteArrayOutputStream()
        shadowOf(screen.get().contentResolver).registerOutputStream(place, written)
        screen.save(ShareFormat.JSON, place)
        waitUntil("the word") { ShadowToast.getTextOfLatestToast() == "Saved" }
        assertEquals(report.toJson(), written.toByteArray().decodeToString())
    }

    @Test
    fun `a place that cannot be written is told`() {
        val screen = openShare()
        val full =
            object : OutputStream() {
                override fun write(byte: Int): Unit = throw IOException("full")
            }
        shadowOf(screen.get().contentResolver).registerOutputStream(place, full)
        screen.save(ShareFormat.CSV, place)
        waitUntil("the word") { ShadowToast.getTextOfLatestToast() == "Could not save" }
    }

    @Test
    fun `who chooses no place keeps nothing`() {
        val screen = openShare()
        screen.save(ShareFormat.CSV, place = null)
        idle()
        assertNull(ShadowToast.getTextOfLatestToast())
    }

    @Test
    fun `the form to save outlives a rotation while the place is chosen`() {
        val screen = openShare()
        val written = ByteArrayOutputStream()
        screen.get().press(ShareFormat.CSV, R.id.save)
        val asked = shadowOf(screen.get()).nextStartedActivityForResult
        screen.recreate()
        shadowOf(screen.get().contentResolver).registerOutputStream(place, written)
        org.robolectric.util.ReflectionHelpers.callInstanceMethod<Unit>(
            Activity::class.java,
            screen.get(),
            "onActivityResult",
            org.robolectric.util.ReflectionHelpers.ClassParameter
                .from(Int::class.java, asked.requestCode),
            org.robolectric.util.ReflectionHelpers.ClassParameter
                .from(Int::class.java, Activity.RESULT_OK),
            org.robolectric.util.ReflectionHelpers.ClassParameter.from(
                Intent::class.java,
                Intent().setData(place),
            ),
        )
        waitUntil("the word") { ShadowToast.getTextOfLatestToast() == "Saved" }
        assertEquals(report.toCsv(), written.toByteArray().decodeToString())
    }

    @Test
    fun `the preview is the picture`() {
        val preview = openShare().get().findViewById<ImageView>(R.id.preview)!!
        assertNotNull(preview.drawable)
        assertEquals("Image", preview.contentDescription)
    }
}
