package org.trueghz.app.cores

import android.view.LayoutInflater
import android.view.View
import android.view.ViewGroup
import android.widget.TextView
import org.trueghz.app.R
import org.trueghz.app.model.CoreState
import org.trueghz.app.model.MeasureState
import org.trueghz.app.ui.ClockBarView
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ReadingWords
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.sign
import org.trueghz.ffi.ClockBar
import org.trueghz.ffi.Verdict
import org.trueghz.ffi.clockBars

/**
 * A row for each core with its bar, grouped by kind; of a kind that could not be reached, why. A tap tells
 * [chosen] the core's place.
 */
class CoreTable(
    private val table: ViewGroup,
    private val words: Words,
    private val numbers: Numbers,
    private val chosen: (Int) -> Unit,
) {
    private val context = table.context
    private val inflater = LayoutInflater.from(context)
    private val found = ReadingWords(context, words, numbers)

    /** The views of the cores, by their places in the session. */
    private var rows: List<View> = emptyList()
    private var kinds: List<Pair<String, List<UInt>>> = emptyList()

    fun show(state: MeasureState) {
        val wanted = state.cores.map { it.kind to it.cpus }
        if (wanted != kinds) build(state.cores)
        kinds = wanted
        table.showIf(state.cores.isNotEmpty())
        val bars = bars(state.cores)
        state.cores.forEachIndexed { place, core ->
            fill(rows[place], core, bars[place], isAtWork = place == state.current)
            rows[place].isSelected = place == state.shown
        }
    }

    /** Core is asked for all of them whenever one more is done: the longest bar is the highest clock. */
    private fun bars(cores: List<CoreState>): List<ClockBar?> {
        val readings = cores.mapNotNull { it.reading }
        val known = clockBars(readings)
        return cores.map { core -> core.reading?.let { known[readings.indexOf(it)] } }
    }

    private fun build(cores: List<CoreState>) {
        table.removeAllViews()
        val views = arrayOfNulls<View>(cores.size)
        for ((kind, ofKind) in cores.indices.groupBy { cores[it].kind }) {
            inflater.inflate(R.layout.core_group, table)
            val heading = table.getChildAt(table.childCount - 1)
            heading.text(R.id.group_name).text = kind
            for (place in ofKind) views[place] = row(place)
        }
        rows = views.map { checkNotNull(it) { "a core without a kind" } }
    }

    private fun row(place: Int): View {
        inflater.inflate(R.layout.core_row, table)
        val row = table.getChildAt(table.childCount - 1)
        row.setOnClickListener { chosen(place) }
        return row
    }

    private fun fill(
        row: View,
        core: CoreState,
        bar: ClockBar?,
        isAtWork: Boolean,
    ) {
        val name = words.cores(core.cpus, numbers) ?: core.kind
        row.text(R.id.row_name).showIf(name)
        val reason = core.reading?.reason?.let(words::reason)
        val value = row.text(R.id.row_value)
        val number = found.number(core)
        value.showIf(
            number ?: reason?.text
                ?: context.getString(if (isAtWork) R.string.state_measuring else R.string.card_waiting),
        )
        val isQuiet = core.reading?.frequencyHz == null
        value.setTextColor(context.getColor(if (isQuiet) R.color.on_surface_quiet else R.color.on_surface))
        // A check at each row would be noise: what is not steady is marked.
        val verdict = core.reading?.verdict?.takeIf { it != Verdict.STEADY }
        value.setCompoundDrawablesRelativeWithIntrinsicBounds(verdict?.let(::sign) ?: 0, 0, 0, 0)
        val drawn = row.findViewById<ClockBarView>(R.id.row_bar)!!
        drawn.show(bar)
        // What was not reached has no bar, and says what can be done instead.
        drawn.showIf(reason == null)
        row.text(R.id.row_advice).showIf(reason?.advice)
        val spoken = found.spoken(core)
        row.contentDescription =
            listOfNotNull(name, spoken ?: value.text, reason?.advice).joinToString(", ")
    }

    private fun View.text(id: Int): TextView = findViewById(id)!!
}
