package org.trueghz.app.history

import org.trueghz.app.model.KeptReading

/** The readings that the user has selected, by their times. */
data class Selection(
    val times: Set<ULong> = emptySet(),
) {
    /** With [reading], or without it where it was in. */
    fun toggled(reading: KeptReading): Selection {
        val at = reading.atUnixMs
        return Selection(if (at in times) times - at else times + at)
    }

    /** Without those that are no more. */
    fun among(readings: List<KeptReading>): Selection =
        Selection(times intersect readings.map { it.atUnixMs }.toSet())

    /** As the system keeps it. */
    fun saved(): LongArray = times.map { it.toLong() }.toLongArray()

    /**
     * The two that can be compared; null if their number differs from two, or one is not a
     * measurement.
     */
    fun pair(readings: List<KeptReading>): Pair<ULong, ULong>? {
        val two = readings.filter { it.atUnixMs in times && it.measurement != null }
        if (two.size != 2 || times.size != 2) return null
        return two.first().atUnixMs to two.last().atUnixMs
    }

    companion object {
        /** Restores the selection from [saved]. */
        fun restored(saved: LongArray) = Selection(saved.map { it.toULong() }.toSet())
    }
}
