package org.trueghz.app.model

import org.trueghz.Reading
import org.trueghz.RefusalReason
import org.trueghz.Rounded
import org.trueghz.readingNumbers

/** A number of the last minute. */
data class Past(
    /** When, in milliseconds of the clock that the rounds are timed by. */
    val atMs: Long,
    val hz: Double,
    /** The clock as it is written. */
    val number: Rounded,
) {
    companion object {
        /** Duration for which a number is shown. */
        const val KEPT_MS = 60_000L
    }
}

/** This core after its turn in [round], at [atMs]. */
internal fun CoreState.taken(
    reading: Reading,
    round: Int,
    atMs: Long,
): CoreState {
    // Who was stopped before this core's turn keeps what an earlier round found.
    val hadNoTurn = reading.reason == RefusalReason.CANCELLED && this.reading != null
    // The end of a round repeats the readings of its events.
    if (hadNoTurn || this.round == round) return this
    val number = readingNumbers(reading).frequency?.number
    val hz = reading.frequencyHz
    val next = if (number != null && hz != null) listOf(Past(atMs, hz, number)) else emptyList()
    val recent = (past + next).filter { it.atMs + Past.KEPT_MS >= atMs }
    return copy(reading = reading, round = round, past = recent)
}

/**
 * Lowest and highest clock; absent if there is one number alone, which does not describe a minute.
 */
internal fun List<Past>.range(): Pair<Past, Past>? =
    if (size < 2) null else minBy { it.hz } to maxBy { it.hz }
