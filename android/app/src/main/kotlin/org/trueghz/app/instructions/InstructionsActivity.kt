package org.trueghz.app.instructions

import android.os.Bundle
import android.view.View
import android.view.ViewGroup
import android.widget.EditText
import android.widget.Switch
import android.widget.TextView
import org.trueghz.app.R
import org.trueghz.app.measure.Notes
import org.trueghz.app.measure.StartButton
import org.trueghz.app.model.Instructions
import org.trueghz.app.model.InstructionsState
import org.trueghz.app.model.TablePhase
import org.trueghz.app.model.finished
import org.trueghz.app.share.TableShareActivity
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ReadingWords
import org.trueghz.app.ui.ScreenActivity
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.showIf

/** The cycles that instructions take, next to the published figures of a core. */
class InstructionsActivity : ScreenActivity() {
    private lateinit var words: Words
    private lateinit var numbers: Numbers
    private lateinit var readings: ReadingWords
    private lateinit var notes: Notes
    private lateinit var instructionWords: InstructionWords
    private lateinit var nearest: NearestCard
    private lateinit var rows: InstructionRows
    private lateinit var start: StartButton

    private val table: Instructions
        get() = measurements.instructions

    override val isRunning: Boolean
        get() = table.state.running

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        open(R.layout.instructions)
        words = Words(this)
        numbers = Numbers(resources.configuration.locales[0])
        readings = ReadingWords(this, words, numbers)
        notes = Notes(view(R.id.warnings), words) { true }
        nearest = NearestCard(this, view(R.id.nearest), numbers, table::beside)
        instructionWords = InstructionWords(this, numbers)
        rows = InstructionRows(view(R.id.rows), instructionWords)
        start = StartButton(view(R.id.start))
        start.pressed = { press(table.state.running, measurements::startInstructions) }
        view<EditText>(R.id.search).addTextChangedListener(Typed { filter() })
        view<Switch>(R.id.only_differing).setOnCheckedChangeListener { _, _ -> filter() }
        opens(R.id.share, TableShareActivity::class.java)
        table.look()
        observe({ table }) { show(it) }
    }

    override fun onDestroy() {
        nearest.dismiss()
        super.onDestroy()
    }

    private fun show(state: InstructionsState) {
        val failure = (state.phase as? TablePhase.Failed)?.failure?.let(words::failure)
        showStatus(state, failure?.text ?: status(state))
        view<TextView>(R.id.advice).showIf(failure?.advice)
        val measured =
            state.table
                ?.measurement
                ?.let { finished(it, windowsJson = null).cores }
                .orEmpty()
        val core = measured.firstOrNull()
        view<TextView>(R.id.core).showIf(core?.let { readings.title(it.kind, it.cpus) })
        val clock = core?.let(readings::number)
        view<TextView>(R.id.clock).showIf(clock?.let { getString(R.string.instructions_clock, it) })
        notes.show(measured)
        nearest.show(state)
        rows.show(state)
        view<View>(R.id.share).showIf(state.table != null)
        view<View>(R.id.only_differing).showIf(state.beside != null)
        view<ViewGroup>(R.id.finding).showIf(state.set != null)
        filter()
        val isFirst = state.phase == TablePhase.Idle
        start.show(state.running, state.stopping, isFirst, state.progress)
    }

    private fun showStatus(
        state: InstructionsState,
        said: String,
    ) {
        val status = view<TextView>(R.id.status)
        // Every figure would be read out: the start and the end are enough.
        val isCounting = state.progress > 0f
        status.accessibilityLiveRegion =
            if (isCounting) View.ACCESSIBILITY_LIVE_REGION_NONE else View.ACCESSIBILITY_LIVE_REGION_POLITE
        status.showIf(said)
    }

    private fun status(state: InstructionsState): String =
        when (val phase = state.phase) {
            is TablePhase.Running -> running(phase)
            is TablePhase.Done -> instructionWords.done(state)
            is TablePhase.Idle, is TablePhase.Failed -> getString(R.string.instructions_sentence)
        }

    private fun running(rows: TablePhase.Running): String {
        if (rows.total == 0uL) return getString(R.string.state_warming)
        return getString(R.string.instructions_progress, numbers.count(rows.done), numbers.count(rows.total))
    }

    /** The typed text, and the choice of differing figures alone, determine the rows shown. */
    private fun filter() {
        val search = view<EditText>(R.id.search)
        val switch = view<Switch>(R.id.only_differing)
        val isDifferingAlone = switch.isChecked && table.state.beside != null
        val seen = rows.filter(search.text.toString(), isDifferingAlone)
        val isNothing = seen == 0 && table.state.set != null
        view<TextView>(R.id.found).showIf(getString(R.string.instructions_search_none).takeIf { isNothing })
    }
}
