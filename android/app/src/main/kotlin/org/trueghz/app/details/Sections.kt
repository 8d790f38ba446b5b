package org.trueghz.app.details

import android.view.LayoutInflater
import android.view.View
import android.view.ViewGroup
import android.widget.TextView
import org.trueghz.app.R
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.text

/** Puts titled cards into a column, and rows into them. */
class Sections(
    private val column: ViewGroup,
) {
    private val context = column.context
    private val inflater = LayoutInflater.from(context)

    fun section(
        heading: Int,
        fill: Section.() -> Unit,
    ) = section(context.getString(heading), fill)

    /** A card with a heading, or without one. */
    fun section(
        heading: String?,
        fill: Section.() -> Unit,
    ) {
        val card = inflater.inflate(R.layout.section, column, false) as ViewGroup
        card.text(R.id.heading).showIf(heading)
        Section(card).fill()
        // A card with nothing below its heading says nothing.
        if (card.childCount > 1) column.addView(card)
    }

    /** A quiet line above or below the cards. */
    fun line(text: String) {
        inflater.inflate(R.layout.line, column)
        (column.getChildAt(column.childCount - 1) as TextView).text = text
    }

    inner class Section(
        private val card: ViewGroup,
    ) {
        /** A row, unless there is no value. */
        fun row(
            label: String,
            value: String?,
        ) {
            if (value == null) return
            val row = add(R.layout.row)
            row.text(R.id.label).text = label
            row.text(R.id.value).text = value
        }

        /** A row that leads somewhere. */
        fun press(
            label: String,
            value: String,
            pressed: () -> Unit,
        ) {
            val row = add(R.layout.row_pressed)
            row.text(R.id.label).text = label
            row.text(R.id.value).text = value
            row.setOnClickListener { pressed() }
        }

        fun row(
            label: Int,
            value: String?,
        ) = row(context.getString(label), value)

        fun sentence(text: String) {
            (add(R.layout.sentence) as TextView).text = text
        }

        /** A paragraph of a text that is to be read. */
        fun paragraph(text: String) {
            (add(R.layout.paragraph) as TextView).text = text
        }

        /** The words of a licence, which are long. */
        fun terms(text: String) {
            (add(R.layout.terms) as TextView).text = text
        }

        fun add(layout: Int): View {
            inflater.inflate(layout, card)
            return card.getChildAt(card.childCount - 1)
        }
    }
}
