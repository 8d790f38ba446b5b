package org.trueghz.app.model

import org.trueghz.Instruction
import org.trueghz.InstructionFigures
import org.trueghz.InstructionTable
import org.trueghz.MissingCycles
import org.trueghz.NearestCore
import org.trueghz.PublishedCore

/** Progress of a table of instructions. */
sealed interface TablePhase {
    data object Idle : TablePhase

    /** So many rows of all are done; none are known before the core's clock is. */
    data class Running(
        val done: ULong = 0uL,
        val total: ULong = 0uL,
    ) : TablePhase

    data object Done : TablePhase

    data class Failed(
        val failure: Failure,
    ) : TablePhase
}

/** The instructions that can be measured, and the cores that they can be compared with. */
data class InstructionSet(
    val all: List<Instruction>,
    val published: List<PublishedCore>,
)

/** All that the screen of instructions shows. */
data class InstructionsState(
    val phase: TablePhase = TablePhase.Idle,
    /** Absent until core has supplied it. */
    val set: InstructionSet? = null,
    val table: InstructionTable? = null,
    val figures: List<InstructionFigures> = emptyList(),
    val nearest: NearestCore? = null,
    /** The core whose published figures stand beside. */
    val beside: PublishedCore? = null,
    val stopping: Boolean = false,
) {
    val running: Boolean
        get() = phase is TablePhase.Running

    val endedEarly: Boolean
        get() = table?.rows.orEmpty().any { it.missing == MissingCycles.CANCELLED }

    /** The part of the rows that are done, 0 to 1. */
    val progress: Float
        get() {
            val rows = phase as? TablePhase.Running ?: return 0f
            return if (rows.total == 0uL) 0f else rows.done.toFloat() / rows.total.toFloat()
        }
}
