package org.trueghz.app.history

import android.view.View
import android.widget.Button
import org.trueghz.app.R
import org.trueghz.app.model.HistoryState
import org.trueghz.app.ui.showIf

/** The buttons below the list: for all readings, or for those that are selected. */
class HistoryButtons(
    private val bar: View,
) {
    private val delete: Button = bar.findViewById(R.id.delete)!!
    private val share: Button = bar.findViewById(R.id.share)!!
    private val compare: Button = bar.findViewById(R.id.compare)!!
    private val chooseTwo: View = bar.findViewById(R.id.choose_two)!!

    fun show(
        state: HistoryState,
        selection: Selection?,
    ) {
        val readings = state.readings.orEmpty()
        bar.showIf(state.readings != null && !state.isEmpty)
        if (selection == null) {
            // Entries that cannot be read can still be deleted.
            delete.show(R.string.do_delete_all, enabled = true)
            share.show(R.string.do_share_all, enabled = readings.isNotEmpty())
        } else {
            delete.show(R.string.do_delete, enabled = selection.times.isNotEmpty())
            share.show(R.string.do_share, enabled = selection.times.isNotEmpty())
        }
        val hasPair = selection?.pair(readings) != null
        compare.show(R.string.do_compare, enabled = hasPair)
        compare.showIf(selection != null)
        chooseTwo.showIf(selection != null && !hasPair)
    }

    private fun Button.show(
        words: Int,
        enabled: Boolean,
    ) {
        setText(words)
        isEnabled = enabled
        alpha = if (enabled) 1f else WEAK
    }

    private companion object {
        /** How strong a button is that cannot be pressed now. */
        const val WEAK = 0.38f
    }
}
