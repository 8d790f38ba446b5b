package org.trueghz.app.opened

import android.content.Intent
import android.os.Bundle
import android.view.View
import android.widget.TextView
import org.trueghz.app.R
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.measure.CoreCards
import org.trueghz.app.measure.Hero
import org.trueghz.app.measure.Notes
import org.trueghz.app.model.Failure
import org.trueghz.app.model.MeasureModel
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Phase
import org.trueghz.app.share.ShareActivity
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ScreenActivity
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.showIf
import org.trueghz.isUrgent
import org.trueghz.machineNames

/** The reading of a file that another app handed over: as if it was measured, and it says that it was not. */
class OpenedActivity : ScreenActivity() {
    private lateinit var words: Words
    private lateinit var hero: Hero
    private lateinit var cores: CoreCards
    private lateinit var notes: Notes

    override val model: MeasureModel
        get() = measurements.opened.model

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        open(R.layout.opened)
        words = Words(this)
        val numbers = Numbers(resources.configuration.locales[0])
        hero = Hero(window.decorView, words, numbers)
        cores = CoreCards(view(R.id.cores), words, numbers) { model.choose(it) }
        notes = Notes(view(R.id.notes), words) { !it.isUrgent }
        view<TextView>(R.id.note_text).setText(R.string.opened_text)
        view<TextView>(R.id.note_advice).setText(R.string.opened_advice)
        opens(R.id.details, DetailsActivity::class.java, OPENED)
        opens(R.id.share, ShareActivity::class.java, OPENED)
        view<View>(R.id.start).showIf(false)
        // A rotation has nothing to read again; a new process has.
        val isKnown = savedInstanceState != null && model.state.phase != Phase.Idle
        if (!isKnown) read(intent)
    }

    private fun read(intent: Intent) {
        val file = RawFile.of(this, intent)
        if (file == null) {
            measurements.opened.fail(Failure(Failure.Kind.UNREADABLE, ""))
        } else {
            measurements.opened.open(file::text)
        }
    }

    override fun show(state: MeasureState) {
        val machine = state.report?.machine
        hero.show(state, machine)
        showStatus(state)
        cores.show(state)
        notes.show(state.cores)
        val isRead = state.phase == Phase.Done
        view<View>(R.id.number).showIf(isRead)
        view<View>(R.id.opened_note).showIf(isRead)
        view<View>(R.id.details).showIf(isRead)
        view<View>(R.id.share).showIf(isRead)
        view<TextView>(R.id.machine).showIf(machine?.let { words.machine(machineNames(it)) })
    }

    /** The hero speaks of a measurement, which this is none. */
    private fun showStatus(state: MeasureState) {
        val failure = (state.phase as? Phase.Failed)?.failure?.let(words::failure)
        if (state.phase == Phase.Done) return
        val status = view<TextView>(R.id.status)
        status.contentDescription = failure?.text
        status.setText(if (failure == null) R.string.opened_reading else R.string.opened_title)
        view<View>(R.id.finding).showIf(false)
    }
}
