package org.trueghz.app.model

import org.trueghz.sustainedCurve
import org.trueghz.sustainedFromLines
import org.trueghz.sustainedSummary

/** A load of another process, as far as it was recorded. */
data class KeptLoad(
    val begun: LoadStep.Begun,
    val elapsedMs: Double,
    val ended: LoadStep.Ended,
) {
    companion object {
        /**
         * Reads the lines that were kept; null before the first record. Takes its time: not for the
         * thread that
         * draws.
         *
         * @throws org.trueghz.TrueGhzException if they are none of this version's.
         */
        fun of(lines: String): KeptLoad? {
            val report = sustainedFromLines(lines)
            val last = report.records.lastOrNull() ?: return null
            val begun = LoadStep.Begun(report.run.kind, report.run.cpu, line = null)
            val ended = LoadStep.Ended(sustainedSummary(report), sustainedCurve(report))
            return KeptLoad(begun, last.atMs, ended)
        }
    }
}
