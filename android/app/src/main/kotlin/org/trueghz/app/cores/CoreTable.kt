package org.trueghz.app.cores

import android.view.LayoutInflater
import android.view.View
import android.view.ViewGroup
import org.trueghz.ClockBar
import org.trueghz.RefusalReason
import org.trueghz.Verdict
import org.trueghz.app.R
import org.trueghz.app.model.CoreState
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Phase
import org.trueghz.app.model.moved
import org.trueghz.app.model.range
import org.trueghz.app.ui.ClockBarView
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ReadingWords
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.sign
import org.trueghz.app.ui.text
import org.trueghz.clockBars

/**
 * A row for each core with its bar, grouped by kind; for a kind that could not be reached, the
 * reason. A tap passes the core's place to [chosen].
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
    private var kinds: List<Triple<String, List<UInt>, Boolean>> = emptyList()

    fun show(state: MeasureState) {
        val wanted = state.cores.map { Triple(it.kind, it.cpus, it.reason == null) }
        if (wanted != kinds) build(state.cores)
        kinds = wanted
        table.showIf(state.cores.isNotEmpty())
        val bars = bars(state.cores)
        val untilMs = state.cores.flatMap { it.past }.maxOfOrNull { it.atMs } ?: 0
        state.cores.forEachIndexed { place, core ->
            fill(rows[place], core, bars[place], waits(state, place))
            showStrip(rows[place], core, untilMs)
            rows[place].isSelected = place == state.shown
        }
    }

    /** The text in the place of a number: before the first press the claimed clock. */
    private fun waits(
        state: MeasureState,
        place: Int,
    ): String {
        val claim = state.cores[place].claim.takeIf { state.phase == Phase.Idle }
        val word =
            when {
                place == state.current -> R.string.state_measuring
                state.running -> R.string.card_waiting
                else -> R.string.all_not_measured
            }
        return claim?.let(found.claims::line) ?: context.getString(word)
    }

    /**
     * Core computes all of them whenever one more is done: the longest bar is the highest clock.
     */
    private fun bars(cores: List<CoreState>): List<ClockBar?> {
        val readings = cores.mapNotNull { it.reading }
        val known = clockBars(readings)
        return cores.map { core -> core.reading?.let { known[readings.indexOf(it)] } }
    }

    private fun build(cores: List<CoreState>) {
        table.removeAllViews()
        val views = arrayOfNulls<View>(cores.size)
        val (reached, missed) = cores.indices.partition { cores[it].reason == null }
        for ((kind, ofKind) in reached.groupBy { cores[it].kind }) {
            head(kind)
            for (place in ofKind) views[place] = row(place)
        }
        if (missed.isNotEmpty()) head(context.getString(R.string.all_not_reached))
        for (place in missed) views[place] = row(place)
        rows = views.map { checkNotNull(it) { "a core without a kind" } }
    }

    private fun head(words: String) {
        inflater.inflate(R.layout.core_group, table)
        table.getChildAt(table.childCount - 1).text(R.id.group_name).text = words
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
        waits: String,
    ) {
        // Cores that were not reached stand together: each shows its kind.
        val which = words.cores(core.cpus, numbers)
        val name = if (core.reason == null && which != null) which else found.title(core.kind, core.cpus)
        row.text(R.id.row_name).showIf(name)
        val reason = core.reason?.let(words::reason)
        val value = row.text(R.id.row_value)
        val number = found.number(core)
        value.showIf(
            number ?: reason?.text ?: waits,
        )
        val isQuiet = core.reading?.frequencyHz == null
        value.setTextColor(context.getColor(if (isQuiet) R.color.on_surface_quiet else R.color.on_surface))
        // A check at each row would be noise: what is not steady is marked.
        val hadTurn = core.reading?.takeIf { it.reason != RefusalReason.CANCELLED }
        val verdict = hadTurn?.verdict?.takeIf { it != Verdict.STEADY }
        value.setCompoundDrawablesRelativeWithIntrinsicBounds(verdict?.let(::sign) ?: 0, 0, 0, 0)
        val drawn = row.findViewById<ClockBarView>(R.id.row_bar)!!
        drawn.show(bar)
        // A core that was not reached has no bar, and shows what can be done instead.
        drawn.showIf(reason == null)
        row.text(R.id.row_advice).showIf(reason?.advice)
        val spoken = if (number != null || reason != null) found.spoken(core) else null
        row.contentDescription =
            listOfNotNull(name, spoken ?: value.text, reason?.advice, strip(core)).joinToString(", ")
    }

    /** A constant clock has none: its number is enough. */
    private fun showStrip(
        row: View,
        core: CoreState,
        untilMs: Long,
    ) {
        val strip = row.findViewById<StripView>(R.id.row_strip)!!
        val moved = core.past.moved()
        strip.showIf(moved != null)
        moved?.let { (low, high) -> strip.show(core.past, StripView.Scale(untilMs, low.hz, high.hz)) }
    }

    /** The range of the clock in the last minute, in a sentence. */
    private fun strip(core: CoreState): String? {
        val (low, high) = core.past.range() ?: return null
        val (from, to) = numbers.frequency(low.number) to numbers.frequency(high.number)
        return if (core.past.moved() == null) {
            context.getString(R.string.all_strip_steady, to)
        } else {
            context.getString(R.string.all_strip_moved, from, to)
        }
    }
}
