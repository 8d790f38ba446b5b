package org.trueghz.app.measure

import android.view.LayoutInflater
import android.view.ViewGroup
import org.trueghz.Warning
import org.trueghz.app.R
import org.trueghz.app.model.CoreState
import org.trueghz.app.ui.Note
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.text

/**
 * Notes in addition to the numbers, as far as this place [takes] them: each once, the most
 * important first; empty if there are none.
 */
class Notes(
    private val list: ViewGroup,
    private val words: Words,
    private val takes: (Warning) -> Boolean,
) {
    private var shown: List<Note>? = null

    /** Shows [first], and the notes on [cores]. */
    fun show(
        cores: List<CoreState>,
        first: List<Note> = emptyList(),
    ) {
        val notes = first + all(cores)
        if (notes == shown) return
        shown = notes
        list.fill(notes)
    }

    /** A note that holds for some of the cores only says for which. */
    private fun all(cores: List<CoreState>): List<Note> {
        val readings = cores.mapNotNull { it.reading }
        val each =
            readings.map { reading ->
                reading.kind to
                    reading.warnings
                        .filter(takes)
                        .map(words::warning)
                        .distinct()
            }
        return each.flatMap { it.second }.distinct().map { note ->
            val kinds = each.filter { note in it.second }.map { it.first }
            val everywhere = kinds.size == each.size
            if (everywhere) note else note.copy(text = text(kinds.distinct().joinToString(), note.text))
        }
    }

    private fun text(
        kinds: String,
        text: String,
    ) = list.context.getString(R.string.core_title, kinds, text)
}

/** Replaces the notes shown by [notes]; takes no room if there are none. */
internal fun ViewGroup.fill(notes: List<Note>) {
    showIf(notes.isNotEmpty())
    removeAllViews()
    for (note in notes) {
        val row = LayoutInflater.from(context).inflate(R.layout.note, this, false)
        row.text(R.id.note_text).text = note.text
        row.text(R.id.note_advice).showIf(note.advice)
        addView(row)
    }
}
