package org.trueghz.app.details

import android.content.Context
import org.trueghz.ChainKind
import org.trueghz.ChainNumbers
import org.trueghz.Reading
import org.trueghz.ReadingNumbers
import org.trueghz.Rounded
import org.trueghz.RoundedNumber
import org.trueghz.TimingClock
import org.trueghz.ToleranceSource
import org.trueghz.WindowHistogram
import org.trueghz.app.R
import org.trueghz.app.ui.ClaimWords
import org.trueghz.app.ui.HistogramView
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.text
import org.trueghz.clockNumbers
import org.trueghz.readingNumbers

/** Everything that is known of one reading, in titled cards. */
class ReadingDetails(
    private val context: Context,
    private val words: Words,
    private val numbers: Numbers,
) {
    fun show(
        sections: Sections,
        reading: Reading,
        clock: TimingClock,
        histogram: WindowHistogram?,
    ) {
        val all = readingNumbers(reading)
        with(sections) {
            number(reading, all)
            chains(all)
            clock(clock, reading, all)
            windows(reading, histogram)
            uncertainty(all)
            time(all)
        }
    }

    private fun Sections.number(
        reading: Reading,
        all: ReadingNumbers,
    ) = section(R.string.details_number) {
        row(
            R.string.details_verdict,
            reading.reason?.let(words::reason)?.text ?: words.verdict(reading.verdict),
        )
        val bound =
            all.atLeast?.let { context.getString(R.string.number_at_least_of, numbers.frequency(it)) }
        row(R.string.details_measured, all.frequency?.let { numbers.frequency(it.number) } ?: bound)
        row(R.string.details_interval, all.frequency?.let { plusMinus(it.uncertainty) })
        row(R.string.details_repeatable, all.repeatable?.let(::plusMinus))
        val range = all.range?.let { numbers.frequency(it.low) to numbers.frequency(it.high) }
        row(
            R.string.details_range,
            range?.let { context.getString(R.string.details_from_to, it.first, it.second) },
        )
        for (state in all.states) {
            row(
                context.getString(R.string.details_state, numbers.frequency(state.level)),
                with(R.string.details_state_share, state.percentOfTime),
            )
        }
        row(R.string.details_effective, all.effective?.let(numbers::frequency))
        val claims = ClaimWords(context, words, numbers)
        row(claims.label(all.claim), all.claim?.let { numbers.frequency(it.stated) })
        row(R.string.claim_source_label, all.claim?.let { words.claimSource(it.source) })
        reading.lowBecause?.let { row(R.string.low_label, claims.because(it)) }
    }

    private fun Sections.chains(all: ReadingNumbers) =
        section(R.string.details_chains) {
            sentence(context.getString(R.string.details_chains_sentence))
            row(R.string.details_chain, context.getString(R.string.details_cycles))
            row(words.chain(ChainKind.TIGHT_LOOP), all.tightLoop?.let(numbers::measured))
            for (chain in all.chains) row(words.chain(chain.kind), found(chain))
        }

    private fun plusMinus(frequency: Rounded): String =
        context.getString(R.string.number_uncertainty, numbers.frequency(frequency))

    private fun found(chain: ChainNumbers): String {
        val cycles = chain.cyclesPerStep?.let(numbers::measured)
        if (chain.agrees && cycles != null) return cycles
        val finding = words.finding(chain.finding)
        return if (cycles == null) finding else context.getString(R.string.core_title, cycles, finding)
    }

    private fun toleranceSource(source: ToleranceSource) =
        when (source) {
            ToleranceSource.ASSUMED -> R.string.details_tolerance_assumed
            ToleranceSource.KERNEL -> R.string.details_tolerance_kernel
        }

    private fun Sections.clock(
        clock: TimingClock,
        reading: Reading,
        all: ReadingNumbers,
    ) = section(R.string.details_clock) {
        val known = clockNumbers(clock)
        sentence(clock.name)
        row(R.string.details_clock_rate, numbers.frequency(known.nominal))
        row(R.string.details_tick, known.stepNs.orUnknown(R.string.details_ns))
        row(R.string.details_access, known.readCostNs.orUnknown(R.string.details_ns))
        val tolerance = with(R.string.details_ppm, all.clockTolerancePpm)
        val source = context.getString(toleranceSource(reading.clockToleranceSource))
        row(R.string.details_tolerance, context.getString(R.string.core_title, tolerance, source))
    }

    private fun Sections.windows(
        reading: Reading,
        histogram: WindowHistogram?,
    ) = section(R.string.details_windows) {
        val (kept, taken) = numbers.count(reading.windows.undisturbed) to numbers.count(reading.windows.total)
        val keptOfTaken = context.getString(R.string.details_windows_kept, kept, taken)
        sentence(keptOfTaken)
        if (histogram == null) return@section
        val plot = add(R.layout.histogram)
        val view = plot.findViewById<HistogramView>(R.id.histogram)!!
        view.show(histogram)
        view.contentDescription = context.getString(R.string.details_histogram) + ". " + keptOfTaken
        plot.text(R.id.axis).setText(R.string.details_histogram_axis)
        if (histogram.beyond > 0uL) {
            sentence(context.getString(R.string.details_histogram_beyond, numbers.count(histogram.beyond)))
        }
    }

    private fun Sections.uncertainty(all: ReadingNumbers) =
        section(R.string.details_uncertainty) {
            val parts = all.uncertaintyPpm ?: return@section
            row(R.string.details_quantisation, with(R.string.details_ppm, parts.quantisation))
            row(R.string.details_batch_spread, with(R.string.details_ppm, parts.batchSpread))
            row(R.string.details_chain_disagreement, with(R.string.details_ppm, parts.chainDisagreement))
            row(R.string.details_undetected, with(R.string.details_ppm, parts.undetected))
            row(R.string.details_clock, with(R.string.details_ppm, parts.reference))
            sentence(context.getString(R.string.details_ppm_explained))
        }

    private fun Sections.time(all: ReadingNumbers) =
        section(R.string.details_time) {
            row(R.string.details_warm_up, with(R.string.details_ms, all.warmUpMs))
            row(R.string.details_first_number, all.timeToFirstEstimateMs.orUnknown(R.string.details_ms))
            row(R.string.details_elapsed, with(R.string.details_ms, all.elapsedMs))
        }

    private fun RoundedNumber?.orUnknown(unit: Int): String =
        this?.let { with(unit, it) } ?: context.getString(R.string.details_unknown)

    private fun with(
        unit: Int,
        number: RoundedNumber,
    ): String = context.getString(unit, numbers.number(number))
}
