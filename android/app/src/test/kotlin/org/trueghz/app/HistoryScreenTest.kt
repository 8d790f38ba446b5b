package org.trueghz.app

import android.app.Activity
import android.app.AlertDialog
import android.content.DialogInterface
import android.content.Intent
import android.os.Build
import android.view.View
import android.widget.Button
import android.widget.CheckBox
import android.widget.Switch
import kotlinx.coroutines.runBlocking
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf
import org.robolectric.android.controller.ActivityController
import org.robolectric.annotation.Config
import org.robolectric.shadows.ShadowAlertDialog
import org.robolectric.shadows.ShadowToast
import org.trueghz.AnyReport
import org.trueghz.History
import org.trueghz.app.compare.CompareActivity
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.history.HistoryActivity
import org.trueghz.app.share.KeptTextActivity
import org.trueghz.app.share.ShareActivity
import org.trueghz.app.share.ShareFormat
import org.trueghz.app.support.Kept
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.address
import org.trueghz.app.support.hasPreview
import org.trueghz.app.support.idle
import org.trueghz.app.support.open
import org.trueghz.app.support.recorded
import org.trueghz.app.support.rows
import org.trueghz.app.support.sent
import org.trueghz.app.support.shown
import org.trueghz.app.support.spoken
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import org.trueghz.app.support.words
import org.trueghz.app.ui.ScreenActivity
import org.trueghz.toText
import java.io.File
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue

@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class HistoryScreenTest {
    private fun opened(vararg phones: String): ActivityController<HistoryActivity> {
        recorded("three-kinds")
        Kept.write(*phones)
        return open(HistoryActivity::class.java).also { read() }
    }

    private fun read() {
        waitUntil("the history") { Kept.history.state.readings != null }
        idle()
    }

    private fun Activity.press(id: Int) {
        findViewById<View>(id)!!.performClick()
        idle()
    }

    private fun Activity.select(vararg places: Int) {
        press(R.id.action)
        for (place in places) rows()[place].performClick()
        idle()
    }

    private fun Activity.isEnabled(id: Int) = findViewById<View>(id)!!.isEnabled

    @Test
    fun `the switch is off until it is switched, and says what it does`() {
        val screen = opened().get()
        val keep = screen.findViewById<Switch>(R.id.keep)!!
        assertFalse(keep.isChecked)
        assertTrue(keep.isEnabled)
        assertContains(screen.words(), "Off: the next measurement replaces this one.")
        keep.performClick()
        waitUntil("the choice") { "On this device only, until you delete them." in screen.words() }
        assertEquals(true, Kept.history.state.keeps)
        keep.isChecked = false
        waitUntil("the choice") { Kept.history.state.keeps == false }
    }

    @Test
    fun `an empty history says so, and has nothing to be done with it`() {
        val screen = opened().get()
        assertTrue(screen.shown(R.id.empty))
        assertFalse(screen.shown(R.id.action))
        assertFalse(screen.shown(R.id.buttons))
    }

    @Test
    fun `a row has the number, how certain it is, when it was, and heat`() {
        val screen = opened("three-kinds", "hot").get()
        val (hot, cool) = screen.rows()
        val number = "3\\.18.*GHz, plus or minus .*Hz, steady"
        assertContains(cool.spoken(), Regex("^$number\\. Full clock\\. Sep.* 21, 2026.*$"))
        assertContains(hot.spoken(), Regex("\\. The device is hot$|\\. Power saving is on$"))
        val words = screen.words()
        assertTrue(words.any { Regex("3\\.18\\d+\u00a0GHz").matches(it) }, "$words")
        assertTrue(words.any { Regex("± .*Hz · steady").matches(it) }, "$words")
        assertTrue(words.any { it.startsWith("Full clock\nSep") && ":13" in it }, "$words")
        assertTrue(screen.shown(R.id.buttons))
        assertFalse(screen.shown(R.id.compare))
        assertFalse(screen.shown(R.id.empty))
    }

    @Test
    fun `a bound stands in the list as on the first screen`() {
        recorded("three-kinds")
        val report = Kept.report("refused")
        val bound = report.copy(cores = report.cores.map { it.copy(atLeastHz = 3.0509e9) })
        Kept.write(listOf(AnyReport.Measurement(bound)))
        val screen = open(HistoryActivity::class.java).get()
        read()
        assertContains(screen.words(), "at least 3.050\u00a0GHz")
        assertContains(screen.words(), "The checks disagree")
        assertContains(screen.rows().single().spoken(), "at least 3.050\u00a0GHz, The checks disagree. Sep")
    }

    @Test
    fun `the list is in the user's language`() {
        RuntimeEnvironment.setQualifiers("de")
        val screen = opened("three-kinds").get()
        assertContains(
            screen.rows().single().spoken(),
            Regex("3,18.*GHz, plus oder minus .*, stabil\\. Voller Takt\\. 21\\.09\\.2026, 14:13$"),
        )
        assertContains(screen.words(), "Messwerte aufbewahren")
        assertContains(screen.words(), "Alle löschen")
    }

    @Test
    fun `what cannot be read is counted below the list, and can be deleted with all`() {
        recorded("three-kinds")
        Kept.write()
        Kept.file.appendText("{\"schema\":\"trueghz-store/99\"}\nno JSON\n")
        val screen = open(HistoryActivity::class.java).get()
        read()
        assertEquals("Damaged entries: 1\nEntries from other versions: 1", screen.text(R.id.unread).text)
        assertTrue(screen.isEnabled(R.id.delete))
        assertFalse(screen.isEnabled(R.id.share))
        screen.press(R.id.delete)
        confirm()
        waitUntil("the deletion") { !Kept.file.exists() && screen.shown(R.id.empty) }
    }

    @Test
    fun `a file that cannot be read is told`() {
        recorded("three-kinds")
        Kept.file.mkdirs()
        val screen = open(HistoryActivity::class.java).get()
        waitUntil("the failure") { screen.shown(R.id.failed) }
        assertContains(screen.words(), "Could not read or write the history. Is the storage full?")
        assertFalse(screen.shown(R.id.empty), "whether it is empty is not known")
    }

    @Test
    fun `a row opens its details, which have all but windows, and can be shared from there`() {
        val screen = opened("hot", "three-kinds").get()
        screen.rows().first().performClick()
        val asked = shadowOf(screen).nextStartedActivity
        assertEquals(DetailsActivity::class.java.name, asked.component?.className)
        val details = Robolectric.buildActivity(DetailsActivity::class.java, asked).setup()
        waitUntil("the reading") { "Instruction chains" in details.get().words() }
        assertNull(details.get().findViewById<View>(R.id.histogram))
        assertTrue(
            details.get().words().any { it.startsWith("Sep") && "22" in it },
            "${details.get().words()}",
        )
        details.recreate()
        waitUntil("the reading") { "Instruction chains" in details.get().words() }

        details.get().press(R.id.action)
        val share = shadowOf(details.get()).nextStartedActivity
        assertEquals(ShareActivity::class.java.name, share.component?.className)
        val sharing = Robolectric.buildActivity(ShareActivity::class.java, share).setup().get()
        waitUntil("the preview") { sharing.hasPreview() }
        val list = sharing.findViewById<View>(R.id.bottom)!!
        assertFalse(list.findViewWithTag<View>(ShareFormat.WINDOWS)!!.isShown, "there are no windows of it")
        assertTrue(list.findViewWithTag<View>(ShareFormat.JSON)!!.isShown)
    }

    @Test
    fun `details of a kept reading open in a new process too`() {
        recorded("three-kinds")
        Kept.write("three-kinds")
        val intent = Intent(TestApp.now, DetailsActivity::class.java)
        val screen =
            open(DetailsActivity::class.java, intent.putExtra(ScreenActivity.KEPT_AT, Kept.time(0).toLong()))
        waitUntil("the reading") { "Instruction chains" in screen.get().words() }
        assertNull(TestApp.now.measurements.model.state.report, "the first screen has its own")
    }

    @Suppress("DEPRECATION")
    @Test
    fun `selected rows are checked, counted, and told as check boxes`() {
        val screen = opened("three-kinds", "varying", "hot").get()
        screen.select(0)
        assertEquals("1 selected", screen.text(R.id.title).text)
        assertEquals("Cancel", screen.text(R.id.action).text)
        val told = screen.rows().map { it.createAccessibilityNodeInfo() }
        assertTrue(told.all { it.isCheckable && it.className == CheckBox::class.java.name })
        assertEquals(listOf(true, false, false), told.map { it.isChecked })
        assertEquals(listOf(true, false, false), screen.rows().map { it.isActivated })
        screen.rows()[0].performClick()
        assertEquals("0 selected", screen.text(R.id.title).text)
        assertFalse(screen.isEnabled(R.id.share))
        assertFalse(screen.isEnabled(R.id.delete))
        screen.press(R.id.action)
        assertEquals("History", screen.text(R.id.title).text)
        assertFalse(
            screen
                .rows()
                .first()
                .createAccessibilityNodeInfo()
                .isCheckable,
        )
    }

    @Test
    fun `two readings can be compared, and no other number`() {
        val screen = opened("three-kinds", "varying", "hot").get()
        screen.select(0)
        assertTrue(screen.shown(R.id.choose_two))
        assertFalse(screen.isEnabled(R.id.compare))
        screen.rows()[2].performClick()
        assertFalse(screen.shown(R.id.choose_two))
        assertTrue(screen.isEnabled(R.id.compare))
        screen.press(R.id.compare)
        val asked = shadowOf(screen).nextStartedActivity
        assertEquals(CompareActivity::class.java.name, asked.component?.className)
        val times = asked.getLongArrayExtra(CompareActivity.TIMES)!!.map { it.toULong() }.toSet()
        assertEquals(setOf(Kept.time(0), Kept.time(2)), times)
        screen.rows()[1].performClick()
        assertTrue(screen.shown(R.id.choose_two))
        assertFalse(screen.isEnabled(R.id.compare))
    }

    @Test
    fun `another kind of report is in the list, opens as text and is not compared`() {
        recorded("three-kinds")
        Kept.write(listOf(AnyReport.Measurement(Kept.report("three-kinds")), Kept.ramp()))
        val screen = open(HistoryActivity::class.java).get()
        read()
        val ramp = screen.rows().first()
        assertTrue(ramp.spoken().isNotEmpty())
        ramp.performClick()
        val opened = shadowOf(screen).nextStartedActivity
        assertEquals(KeptTextActivity::class.java.name, opened.component?.className)
        val text = open(KeptTextActivity::class.java, opened).get()
        waitUntil("its text") { text.shown(R.id.preview_text) }
        assertEquals(Kept.ramp().toText(), text.text(R.id.preview_text).text.toString())
        screen.select(0, 1)
        assertEquals("2 selected", screen.text(R.id.title).text)
        assertFalse(screen.isEnabled(R.id.compare))
        assertTrue(screen.isEnabled(R.id.delete))
    }

    /** Presses what deletes. */
    private fun confirm() = answer(DialogInterface.BUTTON_POSITIVE)

    private fun answer(button: Int) {
        val asked = ShadowAlertDialog.getLatestDialog() as AlertDialog
        assertTrue(asked.isShowing)
        asked.getButton(button).performClick()
        idle()
    }

    private fun question(): String =
        shadowOf(ShadowAlertDialog.getLatestDialog() as AlertDialog).message.toString()

    @Test
    fun `the selected ones are deleted after a question`() {
        val screen = opened("three-kinds", "varying", "hot").get()
        screen.select(1)
        screen.press(R.id.delete)
        assertEquals("Delete the selected readings? This cannot be undone.", question())
        answer(DialogInterface.BUTTON_NEGATIVE)
        assertEquals(3, Kept.reports().size)
        assertEquals("1 selected", screen.text(R.id.title).text)
        screen.press(R.id.delete)
        confirm()
        waitUntil("the deletion") { screen.rows().size == 2 }
        assertEquals(
            listOf("three-kinds", "hot").map { AnyReport.Measurement(Kept.report(it)) },
            Kept.reports(),
        )
        assertEquals("History", screen.text(R.id.title).text)
    }

    @Test
    fun `what could not be deleted stays selected`() {
        val screen = opened("three-kinds", "varying").get()
        screen.select(1)
        Kept.file.delete()
        Kept.file.mkdirs()
        screen.press(R.id.delete)
        confirm()
        waitUntil("the failure") { Kept.history.state.isUnwritten }
        idle()
        assertEquals("1 selected", screen.text(R.id.title).text)
    }

    @Test
    fun `all are deleted after a question, which outlives a rotation`() {
        val screen = opened("three-kinds", "varying")
        screen.get().press(R.id.delete)
        assertEquals("Delete all readings? This cannot be undone.", question())
        val before = ShadowAlertDialog.getLatestDialog()
        screen.recreate()
        idle()
        assertFalse(before.isShowing, "it would leak")
        confirm()
        waitUntil("the deletion") { screen.get().shown(R.id.empty) }
        assertTrue(Kept.reports().isEmpty())
    }

    private fun shared(screen: Activity): List<ULong> {
        screen.press(R.id.share)
        val send = sent(screen)
        val address = address(send)
        assertEquals("TrueGHz-history.jsonl", address.lastPathSegment)
        assertEquals(address, send.clipData?.getItemAt(0)?.uri)
        assertTrue(send.flags and Intent.FLAG_GRANT_READ_URI_PERMISSION != 0)
        val (token, name) = address.pathSegments
        val file = File(TestApp.now.cacheDir, "shared/$token/$name")
        return runBlocking { History(file).read() }.reports.map { it.atUnixMs }
    }

    @Test
    fun `all are shared as one file, or those that are selected`() {
        val screen = opened("three-kinds", "varying", "hot").get()
        assertEquals(listOf(0, 1, 2).map(Kept::time), shared(screen))
        screen.select(0, 2)
        assertEquals(listOf(0, 2).map(Kept::time), shared(screen))
    }

    @Test
    fun `a full disk ends sharing in a sentence`() {
        val screen = opened("three-kinds").get()
        // Where a folder is wanted there is something else.
        File(TestApp.now.cacheDir, "shared").writeText("")
        screen.press(R.id.share)
        waitUntil("the word") { ShadowToast.getTextOfLatestToast()?.startsWith("Could not share") == true }
        assertNull(shadowOf(screen).nextStartedActivity)
    }

    @Test
    fun `what is selected outlives a rotation and a new process`() {
        val screen = opened("three-kinds", "varying", "hot")
        screen.get().select(0, 1)
        screen.recreate()
        idle()
        assertEquals("2 selected", screen.get().text(R.id.title).text)
        TestApp.now.endProcess()
        screen.recreate()
        read()
        assertEquals("2 selected", screen.get().text(R.id.title).text)
        assertTrue(screen.get().isEnabled(R.id.compare))
    }

    @Test
    fun `back leaves the selection first, then the screen`() {
        val screen = opened("three-kinds").get()
        screen.select(0)
        screen.press(R.id.back)
        assertFalse(screen.isFinishing)
        assertEquals("History", screen.text(R.id.title).text)
        screen.select(0)
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.TIRAMISU) {
            @Suppress("DEPRECATION")
            screen.onBackPressed()
            idle()
            assertFalse(screen.isFinishing)
            assertEquals("History", screen.text(R.id.title).text)
        } else {
            screen.press(R.id.action)
        }
        screen.findViewById<Button>(R.id.action)!!
        screen.press(R.id.back)
        assertTrue(screen.isFinishing)
    }
}
