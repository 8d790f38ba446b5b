package org.trueghz.app.ui

import android.content.Context
import org.trueghz.ClaimNumbers
import org.trueghz.ClaimRelation
import org.trueghz.ClockReach
import org.trueghz.LowCause
import org.trueghz.app.R
import org.trueghz.statedFrequency

/** The claim next to a clock: the system's, or a published one if the system states none. */
class ClaimWords(
    private val context: Context,
    private val words: Words,
    private val numbers: Numbers,
) {
    /** "45 % below the stated 3.187 GHz"; null if there is no number. */
    fun yardstick(claim: ClaimNumbers): String? {
        val (claimed, published) =
            when (claim.side) {
                is ClaimRelation.Below -> R.string.number_claim_below to R.string.number_published_below
                is ClaimRelation.Same -> R.string.number_claim_same to R.string.number_published_same
                is ClaimRelation.Above -> R.string.number_claim_above to R.string.number_published_above
                null -> return null
            }
        val sentence = if (claim.isPublished) published else claimed
        val stated = numbers.frequency(claim.stated)
        // A sentence about the system's own claim names no source: the formatter passes over it.
        val source = words.claimSource(claim.source)
        val off = percent(claim.side)?.let(numbers::number)
        return if (off == null) {
            context.getString(sentence, stated, source)
        } else {
            context.getString(sentence, off, stated, source)
        }
    }

    /** "Claimed: 2.37 GHz · deviation −0.2 %". */
    fun line(claim: ClaimNumbers): String {
        val stated = numbers.frequency(claim.stated)
        val difference = claim.differencePercent
        if (difference == null) {
            val alone = if (claim.isPublished) R.string.card_published else R.string.card_claim
            return context.getString(alone, stated)
        }
        val compared =
            if (claim.isPublished) R.string.card_published_compared else R.string.card_claim_compared
        return context.getString(compared, stated, numbers.signed(difference))
    }

    /** The label of its line in a plot. */
    fun mark(claim: ClaimNumbers): String {
        val mark = if (claim.isPublished) R.string.curve_published else R.string.curve_claimed
        return context.getString(mark, numbers.frequency(claim.stated))
    }

    /** The name of its row in a table. */
    fun label(claim: ClaimNumbers?): Int =
        if (claim?.isPublished == true) R.string.details_published else R.string.details_claimed

    /** "Held down to 62 % · throttled for heat", or "Full clock". */
    fun reach(
        reach: ClockReach,
        cause: LowCause?,
    ): String =
        when (reach) {
            is ClockReach.Full -> {
                context.getString(R.string.reach_full)
            }

            is ClockReach.HeldDown -> {
                val because = because(cause ?: LowCause.NoneReported)
                context.getString(R.string.reach_held_down, numbers.number(reach.percent), because)
            }
        }

    /** The reason a clock is below its claim. */
    fun because(cause: LowCause): String {
        val (words, argument) =
            when (cause) {
                is LowCause.DriverLimit -> R.string.low_driver_limit to stated(cause.hz)
                is LowCause.Governor -> R.string.low_governor to cause.name
                is LowCause.BusyCores -> R.string.low_busy_cores to numbers.count(cause.others)
                is LowCause.PowerSaving -> R.string.low_power_saving to null
                is LowCause.Heat -> R.string.low_heat to null
                is LowCause.Undervoltage -> R.string.low_undervoltage to null
                is LowCause.BoostOff -> R.string.low_boost_off to null
                is LowCause.Quota -> R.string.low_quota to null
                is LowCause.NoneReported -> R.string.low_none_reported to null
            }
        // A sentence without an argument: the formatter passes over it.
        return context.getString(words, argument)
    }

    private fun stated(hz: ULong): String = numbers.frequency(statedFrequency(hz.toDouble()))

    private fun percent(side: ClaimRelation?) =
        when (side) {
            is ClaimRelation.Below -> side.percent
            is ClaimRelation.Above -> side.percent
            is ClaimRelation.Same, null -> null
        }
}
