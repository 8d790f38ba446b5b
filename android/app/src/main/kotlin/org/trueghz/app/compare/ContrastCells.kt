package org.trueghz.app.compare

import android.content.Context
import android.view.View
import org.trueghz.ClockDifference
import org.trueghz.ContrastSide
import org.trueghz.CoreContrast
import org.trueghz.DifferenceNumbers
import org.trueghz.DifferenceSignificance
import org.trueghz.RelativeUnit
import org.trueghz.app.R
import org.trueghz.app.details.Sections
import org.trueghz.app.model.KeptReading
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ReadingWords
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.moment
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.sign
import org.trueghz.app.ui.text
import org.trueghz.differenceNumbers
import org.trueghz.sideDisplay

/** A label, below it a number, and what belongs to it: each side of a comparison, and the difference. */
class ContrastCells(
    private val context: Context,
    private val words: Words,
    private val readingWords: ReadingWords,
    private val numbers: Numbers,
) {
    /** When a reading was kept, and what to know of it. */
    fun showTime(
        cell: View,
        label: Int,
        kept: KeptReading,
    ) {
        val at = moment(context, kept.atUnixMs)
        val condition = kept.reading?.let(readingWords::condition)
        cell.fill(label, at, condition, spoken = listOfNotNull(at, condition).joinToString(". "))
        cell.text(R.id.cell_number).setTextAppearance(R.style.Text)
    }

    /** A core: both sides, their difference and its meaning. */
    fun show(
        section: Sections.Section,
        core: CoreContrast,
    ) {
        val pair = section.add(R.layout.sides)
        showSide(pair.findViewById(R.id.earlier)!!, R.string.compare_earlier, core.first)
        showSide(pair.findViewById(R.id.later)!!, R.string.compare_later, core.other)
        val difference = core.difference
        val all = difference?.let(::differenceNumbers)
        if (all == null) {
            section.sentence(context.getString(R.string.compare_none))
        } else {
            showDifference(section, difference, all)
        }
    }

    private fun showSide(
        cell: View,
        label: Int,
        side: ContrastSide,
    ) {
        val display = sideDisplay(side)
        val verdict = side.verdicts.firstOrNull()
        val reason =
            side.reasons
                .firstOrNull()
                ?.let(words::reason)
                ?.text
        if (display != null && verdict != null) {
            val number = numbers.frequency(display.number)
            val below = readingWords.uncertainty(display, verdict)
            cell.fill(label, number, below, readingWords.spoken(display, verdict))
        } else {
            val why = reason ?: verdict?.let(words::verdict)
            cell.fill(label, context.getString(R.string.number_none), why, why.orEmpty())
        }
        cell.showSign(verdict?.let(::sign) ?: 0)
    }

    private fun showDifference(
        section: Sections.Section,
        difference: ClockDifference,
        all: DifferenceNumbers,
    ) {
        val size = numbers.signed(all.size.number, all.isNegative)
        val plusMinus = numbers.frequency(all.size.uncertainty)
        val unit = if (all.unit == RelativeUnit.PERCENT) R.string.compare_percent else R.string.details_ppm
        val relative = context.getString(unit, numbers.signed(all.relative))
        val uncertainty = context.getString(R.string.number_uncertainty, plusMinus)
        val cell = section.add(R.layout.cell)
        cell.fill(
            R.string.compare_difference,
            size,
            context.getString(R.string.core_title, uncertainty, relative),
            context.getString(R.string.number_spoken, size, plusMinus, relative),
        )
        val (low, high) = numbers.signed(all.low) to numbers.signed(all.high)
        val interval = context.getString(R.string.details_from_to, low, high)
        section.row(R.string.details_interval, context.getString(unit, interval))
        section.paragraph(context.getString(meaning(difference.significance)))
    }

    private fun meaning(significance: DifferenceSignificance): Int =
        when (significance) {
            DifferenceSignificance.WITHIN_UNCERTAINTY -> R.string.compare_within_uncertainty
            DifferenceSignificance.WITHIN_TOLERANCE -> R.string.compare_within_tolerance
            DifferenceSignificance.BEYOND -> R.string.compare_beyond
        }

    private fun View.fill(
        label: Int,
        number: String,
        below: String?,
        spoken: String,
    ) {
        val name = context.getString(label)
        text(R.id.cell_label).text = name
        text(R.id.cell_number).text = number
        text(R.id.cell_below).showIf(below)
        contentDescription = "$name. $spoken"
    }

    private fun View.showSign(sign: Int) =
        text(R.id.cell_below).setCompoundDrawablesRelativeWithIntrinsicBounds(sign, 0, 0, 0)
}
