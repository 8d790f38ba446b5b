package org.example

import kotlinx.coroutines.flow.conflate
import org.trueghz.MeasurementReport
import org.trueghz.Meter
import org.trueghz.MeterEvent
import org.trueghz.NotLoadedException
import org.trueghz.SessionEvent
import org.trueghz.TrueGhzException
import org.trueghz.words

/** Shows the clock of a core while it is measured, then a line for each core type. Blocks no thread. */
suspend fun showClocks(show: (String) -> Unit) {
    try {
        Meter().use { meter ->
            meter.events().conflate().collect { event ->
                when (event) {
                    is MeterEvent.Progress -> runningHz(event.event)?.let { show(gigahertz(it)) }
                    is MeterEvent.Ended -> lines(event.session.report).forEach(show)
                }
            }
        }
    } catch (missing: NotLoadedException) {
        show("TrueGHz is not for this processor: ${missing.message}")
    } catch (failed: TrueGhzException) {
        show("Nothing was measured: ${failed.message}")
    }
}

private fun runningHz(event: SessionEvent): Double? = (event as? SessionEvent.Running)?.frequency?.hz?.value

private fun lines(report: MeasurementReport?): List<String> =
    report?.cores.orEmpty().map { core ->
        val clock = core.frequencyHz?.value?.let(::gigahertz) ?: core.reason?.words?.text
        "${core.kind}: $clock, ${core.verdict.words.text}"
    }

private fun gigahertz(hz: Double) = "%.4f GHz".format(hz / 1e9)
