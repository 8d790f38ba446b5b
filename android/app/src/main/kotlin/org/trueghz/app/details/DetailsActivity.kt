package org.trueghz.app.details

import android.content.ClipData
import android.content.ClipboardManager
import android.content.Intent
import android.os.Build
import android.os.Bundle
import android.view.View
import android.view.ViewGroup
import android.widget.Button
import android.widget.Toast
import org.trueghz.WindowHistogram
import org.trueghz.app.R
import org.trueghz.app.model.MeasureState
import org.trueghz.app.share.ShareActivity
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ReadingWords
import org.trueghz.app.ui.ScreenActivity
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.moment
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.text

/** All that a reading rests on. */
class DetailsActivity : ScreenActivity() {
    private lateinit var words: Words
    private lateinit var numbers: Numbers
    private lateinit var readingWords: ReadingWords
    private lateinit var column: ViewGroup
    private var histograms: List<WindowHistogram?> = emptyList()
    private var rawIsOpen = false

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        open(R.layout.details)
        words = Words(this)
        numbers = Numbers(resources.configuration.locales[0])
        readingWords = ReadingWords(this, words, numbers)
        column = view(R.id.bottom)
        keptAt?.let(::showShare)
        rawIsOpen = savedInstanceState?.getBoolean(RAW_IS_OPEN) ?: false
    }

    override fun onSaveInstanceState(outState: Bundle) {
        super.onSaveInstanceState(outState)
        outState.putBoolean(RAW_IS_OPEN, rawIsOpen)
    }

    override fun show(state: MeasureState) {
        fill(state)
        if (histograms.isEmpty()) {
            measurements.histograms(state) { found ->
                histograms = found
                fill(model.state)
            }
        }
    }

    /** The last reading is shared from the screen before; a kept one from here. */
    private fun showShare(keptAt: ULong) {
        val share = view<Button>(R.id.action)
        share.visibility = View.VISIBLE
        share.setText(R.string.do_share)
        val screen = Intent(this, ShareActivity::class.java).putExtra(KEPT_AT, keptAt.toLong())
        share.setOnClickListener { startActivity(screen) }
    }

    private fun fill(state: MeasureState) {
        val report = state.report ?: return
        val core = state.shown ?: return
        showChooser(state, core)
        // The chooser stays, and with it the place where a screen reader is.
        column.removeViews(1, column.childCount - 1)
        val sections = Sections(column)
        keptAt?.let { sections.line(moment(this, it)) }
        ReadingDetails(this, words, numbers)
            .show(sections, report.cores[core], report.clock, histograms.getOrNull(core))
        sections.section(R.string.details_json) { fillRaw(add(R.layout.raw)) }
        sections.line(getString(R.string.details_version, report.version))
    }

    private fun showChooser(
        state: MeasureState,
        shown: Int,
    ) {
        if (column.childCount == 0) layoutInflater.inflate(R.layout.chooser, column)
        val chooser = column.getChildAt(0)
        chooser.showIf(state.cores.size > 1)
        val choices = chooser.findViewById<ViewGroup>(R.id.choices)!!
        while (choices.childCount > state.cores.size) choices.removeViewAt(choices.childCount - 1)
        while (choices.childCount < state.cores.size) addChoice(choices)
        state.cores.forEachIndexed { index, core ->
            val choice = choices.getChildAt(index) as Button
            choice.text = readingWords.title(core.kind, core.cpus)
            choice.isSelected = index == shown
        }
        val selected = choices.getChildAt(shown)
        // Its place is known once it is laid out.
        chooser.post { chooser.scrollTo(selected.left, 0) }
    }

    private fun addChoice(choices: ViewGroup) {
        val index = choices.childCount
        layoutInflater.inflate(R.layout.choice, choices)
        choices.getChildAt(index).setOnClickListener { model.choose(index) }
    }

    private fun fillRaw(raw: View) {
        val show = raw.findViewById<Button>(R.id.show)!!
        show.setOnClickListener {
            rawIsOpen = !rawIsOpen
            openRaw(raw)
        }
        raw.findViewById<Button>(R.id.copy)!!.setOnClickListener { measurements.json(model.state, ::copy) }
        openRaw(raw)
    }

    private fun openRaw(raw: View) {
        raw.findViewById<View>(R.id.raw)!!.showIf(rawIsOpen)
        raw.findViewById<Button>(R.id.show)!!.setText(if (rawIsOpen) R.string.do_hide else R.string.do_show)
        if (rawIsOpen) {
            measurements.json(model.state) { json -> raw.text(R.id.json).text = json }
        }
    }

    private fun copy(json: String) {
        val clipboard = getSystemService(ClipboardManager::class.java)
        clipboard.setPrimaryClip(ClipData.newPlainText(getString(R.string.details_json), json))
        // Newer systems show what was copied.
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.TIRAMISU) {
            Toast.makeText(this, R.string.do_copy_done, Toast.LENGTH_SHORT).show()
        }
    }

    private companion object {
        const val RAW_IS_OPEN = "raw is open"
    }
}
