package org.trueghz.app.history

import android.content.Intent
import android.os.Build
import android.os.Bundle
import android.view.View
import android.widget.Button
import android.widget.ListView
import android.widget.TextView
import android.widget.Toast
import org.trueghz.app.R
import org.trueghz.app.compare.CompareActivity
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.model.KeptReading
import org.trueghz.app.share.KeptTextActivity
import org.trueghz.app.share.SharedFiles
import org.trueghz.app.share.SharedHistory
import org.trueghz.app.share.send
import org.trueghz.app.system.BackWatch
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ScreenActivity
import org.trueghz.app.ui.showIf

/** The readings that were kept: to view, compare, share and delete. */
class HistoryActivity : ScreenActivity() {
    private lateinit var numbers: Numbers
    private lateinit var top: HistoryTop
    private lateinit var rows: HistoryRows
    private lateinit var buttons: HistoryButtons
    private lateinit var question: Question
    private var back: BackWatch? = null

    /** Null if nothing is being selected. */
    private var selection: Selection? = null

    private val history
        get() = measurements.history

    private val readings: List<KeptReading>
        get() = history.state.readings.orEmpty()

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        open(R.layout.history)
        numbers = Numbers(resources.configuration.locales[0])
        val list = view<ListView>(R.id.list)
        top = HistoryTop(list, numbers) { history.turn(it) }
        rows = HistoryRows(list, ::press)
        list.adapter = rows
        // Also with a keyboard.
        list.itemsCanFocus = true
        // The number of selected readings is read out.
        view<View>(R.id.title).accessibilityLiveRegion = View.ACCESSIBILITY_LIVE_REGION_POLITE
        buttons = HistoryButtons(view(R.id.buttons))
        question = Question(this, ::delete)
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) back = BackWatch(this) { select(null) }
        pressed(R.id.action) { select(if (selection == null) Selection() else null) }
        pressed(R.id.back) { if (selection == null) finish() else select(null) }
        pressed(R.id.delete) { question.ask(isOfAll = selection == null) }
        pressed(R.id.share, ::share)
        pressed(R.id.compare, ::compare)
        selection = savedInstanceState?.getLongArray(SELECTED)?.let { Selection.restored(it) }
        question.restore(savedInstanceState)
        observe({ history }) { showHistory() }
    }

    private fun pressed(
        id: Int,
        does: () -> Unit,
    ) = view<View>(id).setOnClickListener { does() }

    override fun onSaveInstanceState(outState: Bundle) {
        super.onSaveInstanceState(outState)
        outState.putLongArray(SELECTED, selection?.saved())
        question.save(outState)
    }

    override fun onDestroy() {
        question.dismiss()
        super.onDestroy()
    }

    /** For Android 12 and older; later ones call [back]. */
    @Suppress("OVERRIDE_DEPRECATION", "DEPRECATION")
    override fun onBackPressed() {
        if (selection == null) super.onBackPressed() else select(null)
    }

    private fun select(selection: Selection?) {
        this.selection = selection
        showHistory()
    }

    private fun press(reading: KeptReading) {
        val now = selection
        if (now != null) return select(now.toggled(reading))
        val isMeasurement = reading.measurement != null
        val screen = if (isMeasurement) DetailsActivity::class.java else KeptTextActivity::class.java
        startActivity(Intent(this, screen).putExtra(KEPT_AT, reading.atUnixMs.toLong()))
    }

    private fun showHistory() {
        val state = history.state
        if (state.readings != null) {
            selection = selection?.takeIf { readings.isNotEmpty() }?.among(readings)
        }
        top.show(state)
        rows.show(readings, selection?.times)
        back?.want(selection != null)
        showHeader()
        buttons.show(state, selection)
    }

    private fun showHeader() {
        val count = selection?.times?.size
        val selected = count?.let { getString(R.string.history_selected, numbers.count(it.toULong())) }
        view<TextView>(R.id.title).showIf(selected ?: title.toString())
        val action = view<Button>(R.id.action)
        action.showIf(readings.isNotEmpty())
        action.setText(if (count == null) R.string.do_select else R.string.do_cancel)
    }

    private fun delete(all: Boolean) {
        // After a failure the user can try again.
        val done = { select(null) }
        history.delete(if (all) null else selection?.times.orEmpty(), done)
    }

    private fun compare() {
        val (one, other) = selection?.pair(readings) ?: return
        val times = longArrayOf(one.toLong(), other.toLong())
        startActivity(Intent(this, CompareActivity::class.java).putExtra(CompareActivity.TIMES, times))
    }

    private fun share() {
        val times = selection?.times ?: readings.map { it.atUnixMs }
        val app = applicationContext
        history.copy(
            times,
            place = { SharedFiles.place(app, SharedHistory) },
            failed = { Toast.makeText(this, R.string.share_not_sent, Toast.LENGTH_LONG).show() },
        ) { file -> startActivity(SharedHistory.send(SharedFiles.address(file), title.toString())) }
    }

    private companion object {
        const val SELECTED = "selected"
    }
}
