package org.trueghz.app.instructions

import android.content.Context
import org.trueghz.InstructionFigure
import org.trueghz.InstructionFigures
import org.trueghz.InstructionMeasure
import org.trueghz.MissingCycles
import org.trueghz.app.R
import org.trueghz.app.model.InstructionsState
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.textOfCode
import org.trueghz.instructionMarkText

/** The measurements of instructions, in words. */
class InstructionWords(
    private val context: Context,
    private val numbers: Numbers,
) {
    /** Core's code of a group in the user's language; the code itself where this app does not know it. */
    fun group(code: String): String = find("instructions_group_$code") ?: code

    /** "Latency, 2 to 1": the operands by their places. */
    fun measure(measure: InstructionMeasure): String =
        when (measure) {
            is InstructionMeasure.Latency -> latency(measure)
            is InstructionMeasure.Throughput -> context.getString(R.string.instructions_throughput)
        }

    private fun latency(of: InstructionMeasure.Latency): String {
        val via = of.via
        return when {
            via != null -> {
                context.getString(R.string.instructions_latency_with, of.from, of.to, via)
            }

            // If there is one operand only, it needs no name.
            of.from.isEmpty() || of.to.isEmpty() -> {
                context.getString(R.string.instructions_latency)
            }

            else -> {
                context.getString(R.string.instructions_latency_from_to, of.from, of.to)
            }
        }
    }

    /** "1.00 cycles"; absent if there is no number. */
    fun cycles(figure: InstructionFigure): String? =
        figure.cycles?.let { context.getString(R.string.instructions_cycles, numbers.number(it)) }

    /** The published figure and whether the loops disagree, or the reason why there is no number. */
    fun comment(figure: InstructionFigure): String? {
        if (figure.cycles == null) return missing(figure.missing)
        val shapes = context.getString(R.string.instructions_shapes_differ).takeIf { figure.shapesDiffer }
        return listOfNotNull(published(figure), shapes).joinToString("\n").ifEmpty { null }
    }

    /** The text for a screen reader. */
    fun spoken(figure: InstructionFigure): String =
        listOfNotNull(measure(figure.measure), cycles(figure), comment(figure)).joinToString(", ")

    private fun published(figure: InstructionFigure): String? {
        val published = figure.published?.let(numbers::number) ?: return null
        val (same, other) = R.string.instructions_published to R.string.instructions_published_differs
        return context.getString(if (figure.differs) other else same, published)
    }

    /** Special properties of an instruction. */
    fun remarks(form: InstructionFigures): String? =
        form.marks.joinToString("\n", transform = ::mark).ifEmpty { null }

    /** In core's English if the app has no words for it. */
    private fun mark(code: String): String =
        find("instructions_mark_$code") ?: instructionMarkText(code) ?: code

    /** Number of measured figures, of all. */
    fun done(state: InstructionsState): String {
        val words = if (state.endedEarly) R.string.instructions_ended_early else R.string.instructions_done
        val rows = state.table?.rows.orEmpty()
        val measured = rows.count { it.cycles != null }
        return context.getString(words, numbers.count(measured.toULong()), numbers.count(rows.size.toULong()))
    }

    private fun missing(reason: MissingCycles?): String =
        context.getString(
            when (reason) {
                MissingCycles.ABSENT -> R.string.instructions_missing_absent
                MissingCycles.DISTURBED -> R.string.instructions_missing_disturbed
                MissingCycles.UNRESOLVED -> R.string.instructions_missing_unresolved
                MissingCycles.CANCELLED, null -> R.string.instructions_missing_cancelled
                MissingCycles.CLOCK_STOPPED -> R.string.instructions_missing_clock_stopped
                MissingCycles.NO_REFERENCE -> R.string.instructions_missing_no_reference
                MissingCycles.NO_CORE -> R.string.instructions_missing_no_core
            },
        )

    private fun find(key: String): String? = textOfCode(key)?.let(context::getString)
}
