package org.trueghz.app

import android.app.Activity
import android.app.AlertDialog
import android.view.View
import android.view.ViewGroup
import android.widget.EditText
import android.widget.Switch
import android.widget.TextView
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import org.robolectric.shadows.ShadowAlertDialog
import org.trueghz.TrueGhzException
import org.trueghz.app.instructions.InstructionsActivity
import org.trueghz.app.model.TablePhase
import org.trueghz.app.model.TableStep
import org.trueghz.app.share.ShareFormat
import org.trueghz.app.share.TableShareActivity
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.RecordedTable
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.address
import org.trueghz.app.support.all
import org.trueghz.app.support.idle
import org.trueghz.app.support.open
import org.trueghz.app.support.openMeasure
import org.trueghz.app.support.recorded
import org.trueghz.app.support.sent
import org.trueghz.app.support.shown
import org.trueghz.app.support.tableState
import org.trueghz.app.support.tableToTheEnd
import org.trueghz.app.support.text
import org.trueghz.app.support.waitUntil
import org.trueghz.app.support.words
import org.trueghz.instructions
import org.trueghz.instructionsCsv
import java.io.File
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertTrue

/** The screen of instruction timings. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class InstructionsTest {
    private lateinit var instrument: RecordedInstrument

    private fun openInstructions(): Activity {
        instrument = recorded("three-kinds")
        val screen = open(InstructionsActivity::class.java).get()
        waitUntil("the set") { tableState().set != null }
        idle()
        return screen
    }

    /** The instructions that are to be seen, by their names. */
    private fun Activity.names(): List<String> = texts(R.id.name).map { it.text.toString() }

    private fun Activity.texts(id: Int): List<TextView> =
        findViewById<View>(R.id.rows)!!.all().filterIsInstance<TextView>().filter { it.id == id }

    private fun Activity.rows(): List<View> = texts(R.id.name).map { it.parent as View }

    private fun Activity.comments(): List<String> = texts(R.id.comment).map { it.text.toString() }

    @Test
    fun `before the first press it says what it does, and lists the set in its groups`() {
        val screen = openInstructions()
        assertEquals(screen.getString(R.string.instructions_sentence), screen.text(R.id.status).text)
        assertEquals(instructions().size, screen.names().size)
        assertContains(screen.words(), "Multiplication")
        assertFalse(screen.shown(R.id.nearest))
        assertFalse(screen.shown(R.id.only_differing))
        assertEquals("Start", screen.text(R.id.start).text)
    }

    @Test
    fun `the first screen leads here`() {
        recorded("three-kinds")
        val first = openMeasure().get()
        first.findViewById<View>(R.id.instructions)!!.performClick()
        val next = shadowOf(first).nextStartedActivity.component?.className
        assertEquals(InstructionsActivity::class.java.name, next)
    }

    @Test
    fun `while it measures it says how far it is, and the button ends it`() {
        val screen = openInstructions()
        screen.text(R.id.start).performClick()
        idle()
        assertEquals("Warming up", screen.text(R.id.status).text)
        instrument.playTable(TableStep.Rows(30uL, 120uL))
        idle()
        assertEquals("30 of 120 figures", screen.text(R.id.status).text)
        assertEquals(25, screen.text(R.id.start).background.level / 100)
        assertTrue(screen.window.decorView.keepScreenOn)
        android.os.SystemClock.sleep(1_000)
        screen.text(R.id.start).performClick()
        assertEquals(1, instrument.stops)
        instrument.playTable(TableStep.Ended(RecordedTable.cut(rows = 30)))
        waitUntil("the end") { tableState().phase == TablePhase.Done }
        val ended = Regex("^Ended early: 30 of [\\d,]+ figures measured\\.$")
        assertContains(screen.text(R.id.status).text, ended)
        assertContains(screen.comments(), "Not reached.")
        assertEquals("Measure again", screen.text(R.id.start).text)
    }

    @Test
    fun `a core that computes as a known one does is near to it, and stands beside it`() {
        val screen = openInstructions()
        instrument.tableToTheEnd(RecordedTable.like)
        assertEquals(RecordedTable.known, tableState().beside, "${tableState().nearest}")
        assertTrue(screen.shown(R.id.nearest))
        val words = screen.words()
        val nearest = words.any { it.startsWith(RecordedTable.known.name) && "Distance 0.00" in it }
        assertTrue(nearest, "$words")
        assertContains(words, RecordedTable.known.name, "whose figures stand beside")
        val same = Regex("^0 of [\\d,]+ figures differ from what is published of .*$")
        assertTrue(words.any { it.matches(same) }, "$words")
        assertTrue(screen.comments().any { it.startsWith("published: ") })
        assertTrue(screen.comments().none { it.startsWith("differs") })
        assertContains(words, "Cortex-X3 · core 7")
        assertTrue(words.any { it.startsWith("The core ran at 3.18") })
    }

    @Test
    fun `what differs is marked, and can be had alone`() {
        val screen = openInstructions()
        instrument.tableToTheEnd(RecordedTable.differing)
        val marked = screen.comments().filter { it.startsWith("differs from the published ") }
        assertEquals(1, marked.size)
        screen.findViewById<Switch>(R.id.only_differing)!!.performClick()
        idle()
        assertEquals(1, screen.names().size)
        assertContains(screen.rows().single().contentDescription, marked.single())
        val comment = screen.texts(R.id.comment).first { it.text == marked.single() }
        assertEquals(screen.getColor(R.color.attention), comment.currentTextColor)
    }

    @Test
    fun `loops that disagree are noted at their figure`() {
        val screen = openInstructions()
        instrument.tableToTheEnd(RecordedTable.apart)
        val noted = screen.texts(R.id.comment).filter { "loops around it" in it.text }
        assertEquals(1, noted.size)
        assertTrue(screen.texts(R.id.remarks).none { "loops around it" in it.text })
    }

    @Test
    fun `a table is shared as JSON and CSV`() {
        val screen = openInstructions()
        assertFalse(screen.shown(R.id.share))
        instrument.tableToTheEnd(RecordedTable.like)
        screen.findViewById<View>(R.id.share)!!.performClick()
        val opened = shadowOf(screen).nextStartedActivity
        val share = open(TableShareActivity::class.java, opened).get()
        val list = share.findViewById<ViewGroup>(R.id.bottom)!!
        val forms = ShareFormat.entries.filter { list.findViewWithTag<View>(it)!!.isShown }
        assertEquals(listOf(ShareFormat.JSON, ShareFormat.CSV), forms)
        assertEquals(screen.text(R.id.status).text, share.text(R.id.preview_text).text)
        assertContains(content(share, ShareFormat.JSON), "\"trueghz-instructions/")
        assertEquals(instructionsCsv(RecordedTable.like), content(share, ShareFormat.CSV))
    }

    private fun content(
        share: Activity,
        format: ShareFormat,
    ): String {
        share
            .findViewById<View>(R.id.bottom)!!
            .findViewWithTag<View>(format)!!
            .findViewById<View>(R.id.send)!!
            .performClick()
        val (token, name) = address(sent(share)).pathSegments
        return File(TestApp.now.cacheDir, "shared/$token/$name").readText()
    }

    @Test
    fun `a search finds instructions by all words that are typed, and groups by their names`() {
        val screen = openInstructions()
        val all = screen.names()

        fun typed(text: String): List<String> {
            screen.findViewById<EditText>(R.id.search)!!.setText(text)
            idle()
            return screen.names()
        }
        assertEquals(all.filter { "ADD" in it.uppercase() }, typed("ADD").filter { "ADD" in it.uppercase() })
        val one = all.first { " " in it }
        assertContains(typed(one.split(" ").reversed().joinToString("  ")), one)
        assertTrue(typed("multiplication").isNotEmpty())
        assertFalse(screen.shown(R.id.found))
        assertEquals(emptyList(), typed("no such thing"))
        assertEquals("No instruction matches.", screen.text(R.id.found).text)
        assertEquals(all, typed(""))
    }

    @Test
    fun `another core can be put beside, and none`() {
        val screen = openInstructions()
        instrument.tableToTheEnd(RecordedTable.like)

        fun choose(place: Int) {
            screen
                .findViewById<ViewGroup>(R.id.nearest)!!
                .all()
                .first { it.isClickable }
                .performClick()
            val dialog = assertIs<AlertDialog>(ShadowAlertDialog.getLatestDialog())
            assertEquals(1 + checkNotNull(tableState().set).published.size, dialog.listView.count)
            val before = tableState()
            dialog.listView.performItemClick(dialog.listView.getChildAt(place), place, place.toLong())
            waitUntil("the choice") { tableState() != before }
        }
        choose(2)
        assertEquals(tableState().set?.published?.get(1), tableState().beside)
        choose(0)
        assertEquals(null, tableState().beside)
        assertTrue(screen.comments().isEmpty())
        assertFalse(screen.shown(R.id.only_differing))
    }

    @Test
    fun `a rotation loses neither the table nor what is typed`() {
        openInstructions()
        val screen = open(InstructionsActivity::class.java)
        instrument.tableToTheEnd(RecordedTable.like)
        screen.get().findViewById<EditText>(R.id.search)!!.setText("add")
        idle()
        val before = screen.get().names()
        screen.recreate()
        idle()
        assertEquals(before, screen.get().names())
        assertEquals(0, instrument.stops)
    }

    @Test
    fun `who leaves the screen, or the app, ends it`() {
        openInstructions()
        val screen = open(InstructionsActivity::class.java)
        TestApp.now.measurements.startInstructions()
        idle()
        screen.get().findViewById<View>(R.id.back)!!.performClick()
        screen.pause().stop().destroy()
        assertEquals(1, instrument.stops)
    }

    @Test
    fun `what went wrong is said`() {
        val screen = openInstructions()
        instrument.failure = TrueGhzException.NoClock("none")
        screen.text(R.id.start).performClick()
        waitUntil("a failure") { tableState().phase is TablePhase.Failed }
        assertEquals("No usable reference clock", screen.text(R.id.status).text)
        assertEquals("Measure again", screen.text(R.id.start).text)
    }

    @Test
    fun `nothing else runs meanwhile`() {
        openInstructions()
        TestApp.now.measurements.startInstructions()
        TestApp.now.measurements.start()
        TestApp.now.measurements.startLoad()
        idle()
        assertEquals(1, instrument.sessions)
    }
}
