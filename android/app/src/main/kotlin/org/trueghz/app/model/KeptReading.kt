package org.trueghz.app.model

import org.trueghz.AnyReport
import org.trueghz.KeptReport
import org.trueghz.MeasurementReport
import org.trueghz.Reading
import org.trueghz.found

/** A report of the history. What a list shows of it is asked of core here: not on the thread that draws. */
class KeptReading(
    kept: KeptReport,
) {
    /** When it was kept, in milliseconds since 1970, which names it. */
    val atUnixMs: ULong = kept.atUnixMs

    /** Absent where something else was measured: a ramp, say. */
    val measurement: MeasurementReport? = (kept.report as? AnyReport.Measurement)?.v1

    /** The fastest core, whose number stands for the whole. */
    val core: CoreState? =
        measurement
            ?.let { finished(it, windowsJson = null) }
            ?.let { state -> state.shown?.let(state.cores::getOrNull) }
            ?.also { it.numbers }

    val reading: Reading?
        get() = core?.reading

    /** What was found where no core stands for it, in core's words. */
    val found: String? = if (core == null) kept.report.found else null
}
