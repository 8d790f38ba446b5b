package org.trueghz.app.ui

import android.content.Context
import org.trueghz.ChainFinding
import org.trueghz.ChainKind
import org.trueghz.ClaimSource
import org.trueghz.MachineNames
import org.trueghz.Reading
import org.trueghz.RefusalReason
import org.trueghz.ThermalStatus
import org.trueghz.Verdict
import org.trueghz.Warning
import org.trueghz.advice
import org.trueghz.app.R
import org.trueghz.app.model.Failure
import org.trueghz.app.opened.RawFile.Companion.MOST_MB
import org.trueghz.claimSourceWords
import org.trueghz.words

/** A note: what is so, and what to do about it. */
data class Note(
    val text: String,
    val advice: String?,
)

/** Core's codes in the user's language; core's own English where this app does not know a code. */
class Words(
    private val context: Context,
) {
    fun verdict(verdict: Verdict): String {
        val words = verdict.words
        return find("verdict_${words.code}") ?: words.text
    }

    /** What to do about the verdict. */
    fun advice(reading: Reading): String? {
        val words = reading.advice ?: return null
        return find("verdict_${words.code}_advice") ?: words.advice
    }

    fun reason(reason: RefusalReason): Note = note("reason", reason.words)

    fun warning(warning: Warning): Note =
        when (warning) {
            is Warning.ChainDisagrees -> {
                val (kind, finding) = chain(warning.kind) to finding(warning.finding)
                Note(
                    context.getString(R.string.warning_chain_disagrees_text, kind, finding),
                    context.getString(R.string.warning_chain_disagrees_advice),
                )
            }

            is Warning.Preempted -> {
                val note = note("warning", warning.words)
                val numbers = Numbers(context.resources.configuration.locales[0])
                val busy = warning.busyCores?.takeIf { it > 0uL }?.let(numbers::count)
                busy?.let { note.copy(text = context.getString(R.string.warning_preempted_busy, it)) } ?: note
            }

            else -> {
                note("warning", warning.words)
            }
        }

    fun thermal(status: ThermalStatus?): String =
        context.getString(
            when (status) {
                ThermalStatus.NOMINAL -> R.string.thermal_nominal
                ThermalStatus.LIGHT -> R.string.thermal_light
                ThermalStatus.MODERATE -> R.string.thermal_moderate
                ThermalStatus.SEVERE -> R.string.thermal_severe
                ThermalStatus.CRITICAL -> R.string.thermal_critical
                ThermalStatus.EMERGENCY -> R.string.thermal_emergency
                ThermalStatus.SHUTDOWN -> R.string.thermal_shutdown
                null -> R.string.thermal_unknown
            },
        )

    fun chain(kind: ChainKind): String = find("chain_${kind.name.lowercase()}") ?: kind.name.lowercase()

    fun finding(finding: ChainFinding): String =
        find("finding_${finding.name.lowercase()}") ?: finding.name.lowercase()

    fun claimSource(source: ClaimSource): String =
        find("claim_source_${source.name.lowercase()}") ?: claimSourceWords(source)

    fun failure(failure: Failure): Note =
        when (failure.kind) {
            Failure.Kind.NO_CLOCK -> {
                context.note(R.string.error_no_clock)
            }

            Failure.Kind.NO_THREAD -> {
                context.note(R.string.error_no_thread)
            }

            Failure.Kind.NO_CORE -> {
                context.note(R.string.error_no_core)
            }

            Failure.Kind.NOT_A_RECORDING -> {
                context.note(R.string.error_not_a_recording)
            }

            Failure.Kind.OTHER_SCHEMA -> {
                context.note(R.string.error_other_schema)
            }

            Failure.Kind.UNREADABLE -> {
                context.note(R.string.opened_unreadable)
            }

            Failure.Kind.TOO_LARGE -> {
                Note(context.getString(R.string.opened_too_large, MOST_MB.toString()), null)
            }

            Failure.Kind.DEFECT -> {
                Note(
                    context.getString(R.string.error_defect),
                    context.getString(R.string.error_defect_advice, failure.detail),
                )
            }
        }

    /** The quiet line: "Snapdragon 8 Gen 2 · Pixel 8". */
    fun machine(names: MachineNames): String {
        val (chip, device) = names.chip to names.device
        return when {
            chip != null && device != null -> context.getString(R.string.machine_line, chip, device)
            chip != null -> chip
            device != null -> context.getString(R.string.chip_unknown_named, device)
            else -> context.getString(R.string.chip_unknown)
        }
    }

    /** "cores 4–6". */
    fun cores(
        cpus: List<UInt>,
        numbers: Numbers,
    ): String? =
        when (cpus.size) {
            0 -> null
            1 -> context.getString(R.string.core_one, numbers.cpus(cpus))
            else -> context.getString(R.string.core_range, numbers.cpus(cpus))
        }

    private fun note(
        group: String,
        words: org.trueghz.Words,
    ) = Note(
        find("${group}_${words.code}_text") ?: words.text,
        find("${group}_${words.code}_advice") ?: words.advice,
    )

    private fun find(key: String): String? = textOfCode(key)?.let(context::getString)
}

private fun Context.note(text: Int) = Note(getString(text), null)
