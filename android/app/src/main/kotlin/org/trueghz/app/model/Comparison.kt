package org.trueghz.app.model

import org.trueghz.MeasurementContrast
import org.trueghz.compareMeasurements

/** Two readings by their time, and what core finds between them: nothing where they share no core. */
class Comparison private constructor(
    val earlier: KeptReading,
    val later: KeptReading,
    val contrast: MeasurementContrast?,
) {
    companion object {
        /** Null if one of the two is not a measurement. Takes its time. */
        fun of(
            one: KeptReading,
            other: KeptReading,
        ): Comparison? {
            val (earlier, later) = listOf(one, other).sortedBy { it.atUnixMs }
            val (first, second) = earlier.measurement to later.measurement
            if (first == null || second == null) return null
            return Comparison(earlier, later, compareMeasurements(first, second))
        }
    }
}
