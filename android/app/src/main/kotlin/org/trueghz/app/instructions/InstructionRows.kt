package org.trueghz.app.instructions

import android.view.LayoutInflater
import android.view.View
import android.view.ViewGroup
import org.trueghz.InstructionFigure
import org.trueghz.InstructionFigures
import org.trueghz.app.R
import org.trueghz.app.model.InstructionsState
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.text

/** A card for each group of instructions, in it a row for each: its name, and its figures once known. */
class InstructionRows(
    private val column: ViewGroup,
    private val words: InstructionWords,
) {
    private val context = column.context
    private val inflater = LayoutInflater.from(context)
    private var shown: List<InstructionFigures>? = null

    /** The rows of each card. */
    private var cards: List<Pair<View, List<Row>>> = emptyList()

    private class Row(
        val view: View,
        val name: String,
        val differs: Boolean,
    )

    fun show(state: InstructionsState) {
        val forms =
            state.figures.ifEmpty {
                val all = state.set?.all.orEmpty()
                all.map { InstructionFigures(it.name, it.group, marks = emptyList(), figures = emptyList()) }
            }
        if (forms == shown) return
        shown = forms
        column.removeAllViews()
        cards = forms.groupBy { it.group }.map { (group, ofGroup) -> card(group, ofGroup) }
    }

    /** Shows rows whose name has all the [words] that are typed; how many there are. */
    fun filter(
        words: String,
        isDifferingAlone: Boolean,
    ): Int {
        val wanted = words.trim().split(WHITE).filter { it.isNotEmpty() }
        for ((card, rows) in cards) {
            rows.forEach { row ->
                val isNamed = wanted.all { row.name.contains(it, ignoreCase = true) }
                row.view.showIf(isNamed && (row.differs || !isDifferingAlone))
            }
            card.showIf(rows.any { it.view.visibility == View.VISIBLE })
        }
        return cards.sumOf { (_, rows) -> rows.count { it.view.visibility == View.VISIBLE } }
    }

    private fun card(
        group: String,
        forms: List<InstructionFigures>,
    ): Pair<View, List<Row>> {
        val card = inflater.inflate(R.layout.section, column, false) as ViewGroup
        val name = words.group(group)
        card.text(R.id.heading).text = name
        column.addView(card)
        val rows =
            forms.map { form ->
                Row(row(card, form), "${form.form} $name", form.figures.any(InstructionFigure::differs))
            }
        return card to rows
    }

    private fun row(
        card: ViewGroup,
        form: InstructionFigures,
    ): View {
        val row = inflater.inflate(R.layout.instruction, card, false) as ViewGroup
        card.addView(row)
        row.text(R.id.name).text = form.form
        val remarks = words.remarks(form)
        row.text(R.id.remarks).showIf(remarks)
        val figures = row.findViewById<ViewGroup>(R.id.figures)!!
        form.figures.forEach { add(figures, it) }
        val spoken = listOf(form.form) + form.figures.map(words::spoken) + listOfNotNull(remarks)
        row.contentDescription = spoken.joinToString(". ")
        return row
    }

    private fun add(
        figures: ViewGroup,
        figure: InstructionFigure,
    ) {
        val view = inflater.inflate(R.layout.instruction_figure, figures, false)
        figures.addView(view)
        view.text(R.id.label).text = words.measure(figure.measure)
        view.text(R.id.value).showIf(words.cycles(figure))
        val comment = view.text(R.id.comment)
        comment.showIf(words.comment(figure))
        if (!figure.differs) return
        comment.setTextColor(context.getColor(R.color.attention))
        comment.setCompoundDrawablesRelativeWithIntrinsicBounds(R.drawable.ic_differs, 0, 0, 0)
    }

    private companion object {
        val WHITE = Regex("\\s+")
    }
}
