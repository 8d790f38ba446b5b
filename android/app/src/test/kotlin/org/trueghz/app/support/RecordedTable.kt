package org.trueghz.app.support

import org.trueghz.Instruction
import org.trueghz.InstructionMeasure
import org.trueghz.InstructionRow
import org.trueghz.InstructionTable
import org.trueghz.Interval
import org.trueghz.MissingCycles
import org.trueghz.PublishedCore
import org.trueghz.app.model.TablePhase
import org.trueghz.app.model.TableStep
import org.trueghz.instructionFigures
import org.trueghz.instructions
import org.trueghz.publishedCores

/** Tables of instructions as a core would give them that computes as a known one does. */
object RecordedTable {
    /** Latencies by the places of operands, and the throughput; of each form some are none. */
    private val measures =
        listOf("1", "2", "3", "4").map { InstructionMeasure.Latency(it, "1", via = null) } +
            InstructionMeasure.Latency("flags", "flags", via = null) + InstructionMeasure.Throughput

    /** The published figures of the forms, by the cores. */
    private val published: Map<PublishedCore, Map<Pair<String, InstructionMeasure>, Double>> by lazy {
        val all = instructions().flatMap { form -> measures.map { row(form, it).with(FILLED) } }
        publishedCores().associateWith { core ->
            instructionFigures(table(all), core.key)
                .flatMap { form -> form.figures.map { (form.form to it.measure) to it.published?.value } }
                .mapNotNull { (of, value) -> value?.let { of to it } }
                .toMap()
        }
    }

    /** The core that they are like: the one of which most is published. */
    val known: PublishedCore by lazy { published.maxBy { it.value.size }.key }

    /** As it is published of [known]. */
    val like: InstructionTable by lazy {
        val measured = published.values.flatMap { it.keys }.toSet()
        val rows = instructions().flatMap { form -> measures.map { row(form, it) } }
        val of = published.getValue(known)
        val known = rows.filter { (it.form to it.measure) in measured }
        table(known.map { it.with(of[it.form to it.measure] ?: FILLED) })
    }

    /** This table, except for the first published figure, which takes twice as long. */
    val differing: InstructionTable by lazy {
        val figures = instructionFigures(like, known.key).flatMap { it.figures }
        val place = figures.indexOfFirst { it.published != null }
        like.copy(rows = like.rows.mapIndexed { at, row -> if (at == place) row.times(2.0) else row })
    }

    /** This table, except that the loops around its first row disagree. */
    val apart: InstructionTable by lazy {
        like.copy(rows = listOf(like.rows.first().copy(shapesAgree = false)) + like.rows.drop(1))
    }

    private fun InstructionRow.times(factor: Double) = with(checkNotNull(cycles).value * factor)

    private fun InstructionRow.with(value: Double) =
        copy(cycles = Interval(value, value - HALF_WIDTH, value + HALF_WIDTH))

    /** The table if it was stopped after this number of rows. */
    fun cut(rows: Int) =
        like.copy(
            rows =
                like.rows.mapIndexed { place, row ->
                    if (place < rows) row else row.copy(cycles = null, missing = MissingCycles.CANCELLED)
                },
        )

    private fun table(rows: List<InstructionRow>): InstructionTable {
        val report = Recording.of("three-kinds").report
        val ofOne = report.copy(cores = listOf(report.cores.maxBy { it.frequencyHz?.value ?: 0.0 }))
        return InstructionTable(
            schema = "trueghz-instructions/2",
            version = "",
            measurement = ofOne,
            reference = null,
            rows = rows,
        )
    }

    private fun row(
        form: Instruction,
        measure: InstructionMeasure,
    ) = InstructionRow(form.name, form.group, measure, emptyList(), null, null, emptyList(), null)

    /** The value for forms without a published figure. */
    private const val FILLED = 3.0
    private const val HALF_WIDTH = 0.004
}

fun tableState() = TestApp.now.measurements.instructions.state

/** A table of instructions from start to end. */
fun RecordedInstrument.tableToTheEnd(table: InstructionTable) {
    TestApp.now.measurements.startInstructions()
    idle()
    playTable(TableStep.Ended(table))
    waitUntil("the table") { tableState().phase == TablePhase.Done }
}
