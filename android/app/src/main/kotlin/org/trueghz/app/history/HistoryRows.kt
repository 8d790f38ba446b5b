package org.trueghz.app.history

import android.view.LayoutInflater
import android.view.View
import android.view.ViewGroup
import android.widget.BaseAdapter
import android.widget.ListView
import org.trueghz.app.R
import org.trueghz.app.model.KeptReading
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ReadingWords
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.moment
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.sign
import org.trueghz.app.ui.text

/** The rows of the list: a reading each. A tap passes the reading to [pressed]. */
class HistoryRows(
    private val list: ListView,
    private val pressed: (KeptReading) -> Unit,
) : BaseAdapter() {
    private val context = list.context
    private val words = Words(context)
    private val found = ReadingWords(context, words, Numbers(context.resources.configuration.locales[0]))
    private var readings: List<KeptReading> = emptyList()
    private var selected: Set<ULong>? = null

    /** Shows [readings], and which of them are selected, if any are being selected. */
    fun show(
        readings: List<KeptReading>,
        selected: Set<ULong>?,
    ) {
        this.selected = selected
        if (readings !== this.readings) {
            this.readings = readings
            notifyDataSetChanged()
        }
        // Existing rows stay unchanged: a screen reader is on one of them.
        for (place in 0 until list.childCount) (list.getChildAt(place) as? ReadingRow)?.let(::check)
    }

    override fun getCount(): Int = readings.size

    override fun getItem(place: Int): KeptReading = readings[place]

    override fun getItemId(place: Int): Long = readings[place].atUnixMs.toLong()

    override fun hasStableIds(): Boolean = true

    override fun getView(
        place: Int,
        old: View?,
        parent: ViewGroup,
    ): View {
        val row = old as? ReadingRow ?: newRow(parent)
        fill(row, readings[place])
        return row
    }

    private fun newRow(parent: ViewGroup): ReadingRow {
        val row = LayoutInflater.from(context).inflate(R.layout.reading, parent, false) as ReadingRow
        row.setOnClickListener { pressed(it.tag as KeptReading) }
        return row
    }

    private fun fill(
        row: ReadingRow,
        kept: KeptReading,
    ) {
        row.tag = kept
        val core = kept.core
        val verdict = kept.reading?.verdict
        val at = moment(context, kept.atUnixMs)
        val reach = core?.let(found::reach)
        val condition = kept.reading?.let(found::condition)
        row.text(R.id.reading_number).showIf(core?.let(found::number))
        val below = row.text(R.id.reading_uncertainty)
        below.showIf(core?.let(found::below) ?: kept.found)
        below.setCompoundDrawablesRelativeWithIntrinsicBounds(verdict?.let(::sign) ?: 0, 0, 0, 0)
        row.text(R.id.reading_time).text = listOfNotNull(reach, at).joinToString("\n")
        row.text(R.id.reading_condition).showIf(condition)
        val spoken = core?.let(found::spoken) ?: kept.found
        row.contentDescription = listOfNotNull(spoken, reach, at, condition).joinToString(". ")
        check(row)
    }

    private fun check(row: ReadingRow) {
        val kept = row.tag as KeptReading
        row.check(selected?.let { kept.atUnixMs in it })
    }
}
