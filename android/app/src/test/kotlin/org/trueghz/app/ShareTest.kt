package org.trueghz.app

import android.app.Activity
import android.content.Intent
import android.content.pm.ProviderInfo
import android.graphics.BitmapFactory
import android.graphics.drawable.BitmapDrawable
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
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf
import org.robolectric.android.controller.ActivityController
import org.robolectric.annotation.Config
import org.robolectric.shadows.ShadowToast
import org.trueghz.app.share.LoadShareActivity
import org.trueghz.app.share.Picture
import org.trueghz.app.share.ReadingText
import org.trueghz.app.share.ShareActivity
import org.trueghz.app.share.ShareFormat
import org.trueghz.app.share.SharedFiles
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.RecordedLoad
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.address
import org.trueghz.app.support.hasPreview
import org.trueghz.app.support.idle
import org.trueghz.app.support.loadToTheEnd
import org.trueghz.app.support.measureToTheEnd
import org.trueghz.app.support.open
import org.trueghz.app.support.openMeasure
import org.trueghz.app.support.recorded
import org.trueghz.app.support.sent
import org.trueghz.app.support.state
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import org.trueghz.replay
import org.trueghz.toCsv
import org.trueghz.toJson
import java.io.ByteArrayOutputStream
import java.io.File
import java.io.FileNotFoundException
import java.io.IOException
import java.io.OutputStream
import kotlin.test.assertContains
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNotEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertSame
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
        val row = list.findViewWithTag<View>(format)!!
        row.findViewById<View>(button)!!.performClick()
    }

    /** The intent for the app that the user chose. */
    private fun sent(
        screen: Activity,
        format: ShareFormat,
    ): Intent {
        screen.press(format, R.id.send)
        return sent(screen)
    }

    private fun read(uri: Uri): ByteArray =
        provider().openFile(uri, "r").use {
            android.os.ParcelFileDescriptor
                .AutoCloseInputStream(it)
                .readBytes()
        }

    /** The file for the app that the user chose. */
    private fun shared(format: ShareFormat): Pair<Intent, ByteArray> {
        val send = sent(openShare().get(), format)
        val uri = address(send)
        assertEquals(uri, send.clipData?.getItemAt(0)?.uri)
        assertTrue(send.flags and Intent.FLAG_GRANT_READ_URI_PERMISSION != 0)
        assertEquals(send.type, provider().getType(uri))
        return send to read(uri)
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
    fun `a reading is shared as text that can be pasted`() {
        val send = sent(openShare("hot").get(), ShareFormat.TEXT)
        assertEquals("text/plain", send.type)
        assertFalse(send.hasExtra(Intent.EXTRA_STREAM), "messengers would attach it as a file")
        val lines = assertNotNull(send.getStringExtra(Intent.EXTRA_TEXT)).lines()
        assertEquals("Simulated chip · Simulated phone", lines.first())
        assertContains(lines, "Cortex-X3 · core 7")
        assertTrue(lines.any { Regex("1\\.766.*GHz ± .*kHz · steady").matches(it) }, "$lines")
        assertTrue(lines.any { it.startsWith("Stated: 3.187\u00a0GHz · deviation") }, "$lines")
        assertTrue(lines.any { it.startsWith("The device is hot · ") }, "$lines")
        assertEquals("Measured with TrueGHz ${report.version}", lines.last())
    }

    @Test
    fun `the text has the range, the advice, and that a reading came from a file`() {
        val instrument = recorded("varying")
        openMeasure()
        instrument.measureToTheEnd()
        val text = { isOpened: Boolean -> ReadingText(TestApp.now, isFromFile = isOpened).of(state()) }
        val lines = text(true).lines()
        assertContains(lines, "between 2.92\u00a0GHz and 3.19\u00a0GHz")
        assertContains(lines, "The clock moved. Measure again to see whether it settles.")
        val note = "Recomputed from a file · None of this was measured here and now."
        assertContains(lines, note)
        assertFalse(note in text(false))
    }

    @Test
    fun `the text is in the user's language`() {
        RuntimeEnvironment.setQualifiers("de")
        val send = sent(openShare().get(), ShareFormat.TEXT)
        val text = assertNotNull(send.getStringExtra(Intent.EXTRA_TEXT))
        assertContains(text, "stabil")
        assertContains(text, "Angegeben: 3,187\u00a0GHz")
    }

    @Test
    fun `a core without a number says why in the text`() {
        val text =
            sent(
                openShare("one-refused-of-four").get(),
                ShareFormat.TEXT,
            ).getStringExtra(Intent.EXTRA_TEXT)
        assertContains(assertNotNull(text), "Cortex-A710 · core 3\nThis core is switched off · ")
    }

    @Test
    fun `a load is shared as a picture, text, JSON and CSV, and in no other form`() {
        instrument = recorded("three-kinds")
        instrument.load = RecordedLoad.of("load-holds")
        instrument.loadToTheEnd()
        val screen = open(LoadShareActivity::class.java).get()
        waitUntil("the preview") { screen.hasPreview() }
        val list = screen.findViewById<ViewGroup>(R.id.bottom)!!
        val forms = ShareFormat.entries.filter { list.findViewWithTag<View>(it)!!.isShown }
        assertEquals(
            listOf(ShareFormat.IMAGE, ShareFormat.TEXT, ShareFormat.JSON, ShareFormat.CSV),
            forms,
        )
        val png = read(address(sent(screen, ShareFormat.IMAGE)))
        val picture = assertNotNull(BitmapFactory.decodeByteArray(png, 0, png.size))
        val preview = screen.findViewById<ImageView>(R.id.preview)!!.drawable as BitmapDrawable
        assertTrue(picture.sameAs(preview.bitmap))
        val text = assertNotNull(sent(screen, ShareFormat.TEXT).getStringExtra(Intent.EXTRA_TEXT))
        assertContains(text, "Peak · ")
        val json = address(sent(screen, ShareFormat.JSON))
        assertEquals("trueghz.json", json.lastPathSegment)
        assertContains(read(json).decodeToString(), "\"trueghz-sustained/")
        val csv = read(address(sent(screen, ShareFormat.CSV))).decodeToString()
        assertTrue(
            csv.lines().size > instrument.load.report.records.size,
            "a header, and a line a record at least",
        )
    }

    @Test
    fun `each file has an address of its own, and earlier ones keep theirs`() {
        val screen = openShare().get()
        val first = address(sent(screen, ShareFormat.CSV))
        val before = read(first)
        TestApp.now.measurements.model
            .start()
        val cut = report.copy(cores = report.cores.take(1))
        TestApp.now.measurements.model
            .done(cut, null)
        val second = address(sent(screen, ShareFormat.CSV))
        assertNotEquals(first, second)
        assertEquals(cut.toCsv(), read(second).decodeToString())
        assertContentEquals(before, read(first))
        repeat(4) { sent(screen, ShareFormat.CSV) }
        assertFailsWith<FileNotFoundException> { read(first) }
    }

    @Test
    fun `a full disk ends in a sentence`() {
        val screen = openShare().get()
        // Where a folder is wanted there is something else.
        File(TestApp.now.cacheDir, "shared").writeText("")
        screen.press(ShareFormat.CSV, R.id.send)
        waitUntil("the word") { ShadowToast.getTextOfLatestToast()?.startsWith("Could not share") == true }
        assertNull(shadowOf(screen).nextStartedActivity)
    }

    @Test
    fun `where no app takes files a sentence says so`() {
        val screen = openShare().get()
        shadowOf(RuntimeEnvironment.getApplication()).checkActivities(true)
        screen.press(ShareFormat.CSV, R.id.save)
        assertEquals("No app on this device can take the file", ShadowToast.getTextOfLatestToast())
    }

    @Test
    fun `a place that may not be written is told`() = isTold(SecurityException("not yours"))

    @Test
    fun `the picture keeps the warnings`() {
        val state = openShare("hot").let { TestApp.now.measurements.model.state }
        val calm =
            state.cores.map { core -> core.copy(reading = core.reading?.copy(warnings = emptyList())) }
        val picture = Picture(TestApp.now)
        val height = picture.draw(state).height
        assertTrue(height > picture.draw(state.copy(cores = calm)).height)
        assertTrue(picture.draw(state, isFromFile = true).height > height, "the note on the file")
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
        val provider = provider()
        val uri = address(shared(ShareFormat.CSV).first)
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
        val token = uri.pathSegments.first()
        val others = listOf("windows.json", "../windows.json", "../trueghz.csv", "a/trueghz.csv", "")
        for (path in others +
            listOf("$token/windows.json", "$token/../trueghz.csv", "$token/a/trueghz.csv", token)) {
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
    fun `a place that cannot be written is told`() = isTold(IOException("full"))

    private fun isTold(error: Exception) {
        val screen = openShare()
        val refusing =
            object : OutputStream() {
                override fun write(byte: Int): Unit = throw error
            }
        shadowOf(screen.get().contentResolver).registerOutputStream(place, refusing)
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
        val screen = openShare().get()
        waitUntil("the preview") { screen.hasPreview() }
        assertEquals("Image", screen.findViewById<ImageView>(R.id.preview)!!.contentDescription)
    }

    @Test
    fun `the picture is drawn once, and not by the thread that draws the screen`() {
        openShare()
        val screen = Robolectric.buildActivity(ShareActivity::class.java).create().start()
        val preview = screen.get().findViewById<ImageView>(R.id.preview)!!
        // Work that the thread has yet to do waits for `idle`.
        assertNull(preview.drawable)
        waitUntil("the preview") { screen.get().hasPreview() }
        val drawn = preview.drawable
        screen.stop().start()
        idle()
        assertSame(drawn, preview.drawable)
    }
}
