package org.trueghz.app.model

import org.trueghz.MeterEvent
import org.trueghz.Outcome
import org.trueghz.SessionEvent
import org.trueghz.SustainedRecord
import org.trueghz.SustainedReport
import org.trueghz.SustainedRun
import org.trueghz.SustainedTrack
import org.trueghz.sustainedCurve
import org.trueghz.sustainedRecordLine
import org.trueghz.sustainedRunLine
import org.trueghz.sustainedSummary

/**
 * Makes steps of the events of a sustained load. Core keeps its curve, which crosses thinned. Not
 * for the thread that draws: records have hundreds of windows.
 */
internal class LoadSteps : AutoCloseable {
    private var track: SustainedTrack? = null

    fun of(event: MeterEvent): LoadStep? =
        when (event) {
            is MeterEvent.Progress -> {
                of(event.event)
            }

            is MeterEvent.Ended -> {
                val outcome = event.session.outcome as? Outcome.SustainedMeasured
                ended(checkNotNull(outcome) { "a load ended as something else" }.report)
            }
        }

    fun of(event: SessionEvent): LoadStep? =
        when (event) {
            is SessionEvent.SustainedBegun -> {
                begun(event.run)
            }

            is SessionEvent.SustainedRecorded -> {
                track?.let { recorded(it, event.record) }
            }

            else -> {
                null
            }
        }

    fun ended(report: SustainedReport) = LoadStep.Ended(sustainedSummary(report), sustainedCurve(report))

    override fun close() {
        track?.close()
    }

    private fun recorded(
        track: SustainedTrack,
        record: SustainedRecord,
    ): LoadStep {
        val now = track.add(record)
        return LoadStep.Recorded(record.atMs, now, track.curve(), sustainedRecordLine(record))
    }

    private fun begun(run: SustainedRun): LoadStep {
        track = SustainedTrack(run)
        return LoadStep.Begun(run.kind, run.cpu, sustainedRunLine(run))
    }
}
