package org.trueghz.app.model

import org.trueghz.AnyReport
import org.trueghz.LocaleStyle
import org.trueghz.MeasurementReport
import org.trueghz.Reading
import org.trueghz.StoredReport
import org.trueghz.found
import org.trueghz.sustainedLine

/**
 * A report of the history. Core computes the values of a list's row here: not on the thread that
 * draws.
 */
class KeptReading(
    kept: StoredReport,
    style: LocaleStyle,
) {
    /** When it was kept, in milliseconds since 1970, which names it. */
    val atUnixMs: ULong = kept.atUnixMs

    val report: AnyReport = kept.report

    /** Absent if something else was measured, for example a ramp. */
    val measurement: MeasurementReport? = (report as? AnyReport.Measurement)?.v1

    /** The fastest core, whose number stands for the whole. */
    val core: CoreState? =
        measurement
            ?.let { finished(it, windowsJson = null) }
            ?.let { state -> state.shown?.let(state.cores::getOrNull) }
            ?.also { it.numbers }

    val reading: Reading?
        get() = core?.reading

    /** The finding if no core stands for it: of a load in the user's language, else in core's English. */
    val found: String? =
        when (report) {
            is AnyReport.Measurement -> report.found.takeIf { core == null }
            is AnyReport.Sustained -> sustainedLine(report.v1, style)
            else -> report.found
        }
}
