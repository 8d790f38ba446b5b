package org.trueghz.app.history

import android.view.LayoutInflater
import android.view.View
import android.widget.ListView
import android.widget.Switch
import org.trueghz.app.R
import org.trueghz.app.model.HistoryState
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.text

/** The views above and below the rows of [list]: the switch, and everything apart from readings. */
class HistoryTop(
    list: ListView,
    private val numbers: Numbers,
    turned: (Boolean) -> Unit,
) {
    private val context = list.context
    private val above = LayoutInflater.from(context).inflate(R.layout.history_top, list, false)
    private val below = LayoutInflater.from(context).inflate(R.layout.history_bottom, list, false)
    private val keep: Switch = above.findViewById(R.id.keep)!!
    private var keeps = false

    init {
        list.addHeaderView(above, null, false)
        list.addFooterView(below, null, false)
        // A change that comes from the history is not passed back to it.
        keep.setOnCheckedChangeListener { _, on -> if (on != keeps) turned(on) }
    }

    fun show(state: HistoryState) {
        keeps = state.keeps == true
        keep.isEnabled = state.keeps != null
        keep.isChecked = keeps
        val sentence = if (keeps) R.string.history_keep_on else R.string.history_keep_off
        above.text(R.id.keep_sentence).showIf(context.getString(sentence))
        above.findViewById<View>(R.id.failed)!!.showIf(state.failed)
        above.text(R.id.empty).showIf(state.isEmpty)
        val left =
            listOf(
                R.string.history_damaged to state.corrupt,
                R.string.history_other_versions to state.otherVersions,
            ).filter { (_, count) -> count > 0uL }
                .map { (words, count) -> context.getString(words, numbers.count(count)) }
        below.text(R.id.unread).showIf(left.joinToString("\n").ifEmpty { null })
    }
}
