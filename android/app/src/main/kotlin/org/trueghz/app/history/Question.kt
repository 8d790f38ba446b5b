package org.trueghz.app.history

import android.app.Activity
import android.app.AlertDialog
import android.os.Bundle
import org.trueghz.app.R

/**
 * Asks before readings are deleted, and passes to [confirmed] whether all are. It outlives a
 * rotation.
 */
class Question(
    private val screen: Activity,
    private val confirmed: (Boolean) -> Unit,
) {
    private var shown: AlertDialog? = null
    private var isOfAll = false

    fun ask(isOfAll: Boolean) {
        this.isOfAll = isOfAll
        val question = if (isOfAll) R.string.history_delete_all else R.string.history_delete_selected
        val yes = if (isOfAll) R.string.do_delete_all else R.string.do_delete
        shown =
            AlertDialog
                .Builder(screen)
                .setMessage(question)
                .setPositiveButton(yes) { _, _ -> confirmed(isOfAll) }
                .setNegativeButton(R.string.do_cancel, null)
                .show()
    }

    fun save(state: Bundle) {
        if (shown?.isShowing == true) state.putBoolean(OF_ALL, isOfAll)
    }

    fun restore(state: Bundle?) {
        if (state?.containsKey(OF_ALL) == true) ask(state.getBoolean(OF_ALL))
    }

    /** A window that outlived its screen would leak. */
    fun dismiss() {
        shown?.dismiss()
    }

    private companion object {
        const val OF_ALL = "deletion of all is asked"
    }
}
