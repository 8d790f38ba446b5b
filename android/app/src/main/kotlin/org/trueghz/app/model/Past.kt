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
    /** The ends of its interval. */
    val lowHz: Double,
    val highHz: Double,
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
    val recent = (past + listOfNotNull(past(reading, atMs))).filter { it.atMs + Past.KEPT_MS >= atMs }
    return copy(reading = reading, round = round, past = recent)
}

private fun past(
    reading: Reading,
    atMs: Long,
): Past? {
    val (number, clock) = readingNumbers(reading).frequency?.number to reading.frequencyHz
    return if (number == null || clock == null) {
        null
    } else {
        Past(atMs, clock.value, number, clock.low, clock.high)
    }
}

/**
 * Lowest and highest clock; absent if there is one number alone, which does not describe a minute.
 */
internal fun List<Past>.range(): Pair<Past, Past>? =
    if (size < 2) null else minBy { it.hz } to maxBy { it.hz }

/** Lowest and highest clock of one that moved: their intervals are apart. Absent for any other. */
internal fun List<Past>.moved(): Pair<Past, Past>? =
    range()?.takeIf { (low, high) -> low.highHz < high.lowHz }
