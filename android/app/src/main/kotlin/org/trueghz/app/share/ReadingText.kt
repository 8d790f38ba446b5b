package org.trueghz.app.share

import android.content.Context
import org.trueghz.app.R
import org.trueghz.app.model.CoreState
import org.trueghz.app.model.MeasureState
import org.trueghz.app.ui.Note
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ReadingWords
import org.trueghz.app.ui.Words
import org.trueghz.machineNames

/** The note on readings that were made elsewhere. */
internal fun fromFile(context: Context) =
    Note(context.getString(R.string.opened_text), context.getString(R.string.opened_advice))

/**
 * A reading as a message, in the user's language.
 *
 * @param isFromFile whether it was measured elsewhere, which the message must not hide.
 */
class ReadingText(
    private val context: Context,
    private val isFromFile: Boolean,
) {
    private val words = Words(context)
    private val numbers = Numbers(context.resources.configuration.locales[0])
    private val readingWords = ReadingWords(context, words, numbers)

    fun of(state: MeasureState): String {
        val report = checkNotNull(state.report) { "nothing to share" }
        val machine = words.machine(machineNames(report.machine))
        val footer = context.getString(R.string.share_card_footer, report.version)
        val file = fromFile(context).takeIf { isFromFile }?.let(::line)
        return (listOf(machine) + state.cores.map(::core) + listOfNotNull(file, footer)).joinToString("\n\n")
    }

    private fun core(core: CoreState): String {
        val title = readingWords.title(core.kind, core.cpus)
        val claim = core.numbers?.claim?.let(readingWords.claims::line)
        val warnings =
            core.reading
                ?.warnings
                .orEmpty()
                .map { line(words.warning(it)) }
        val advice = core.reading?.let(words::advice)
        val beside = listOfNotNull(readingWords.reach(core), claim, advice)
        return (listOf(title) + found(core) + beside + warnings).joinToString("\n")
    }

    /** The number with its uncertainty and verdict, or why there is none. */
    private fun found(core: CoreState): List<String> {
        val reading = core.reading ?: return emptyList()
        val number =
            core.display?.let {
                val (value, plusMinus) = numbers.frequency(it.number) to numbers.frequency(it.uncertainty)
                val whole = context.getString(R.string.number_with_uncertainty, value, plusMinus)
                context.getString(R.string.core_title, whole, words.verdict(reading.verdict))
            }
        return listOfNotNull(
            number ?: readingWords.number(core),
            core.numbers?.range?.let {
                val (low, high) = numbers.frequency(it.low) to numbers.frequency(it.high)
                context.getString(R.string.number_range, low, high)
            },
            reading.reason?.let { line(words.reason(it)) },
        )
    }

    private fun line(note: Note): String =
        note.advice?.let { context.getString(R.string.core_title, note.text, it) } ?: note.text
}
