package org.trueghz.app.instructions

import android.text.Editable
import android.text.TextWatcher

/** Calls [changed] whenever the text has changed. */
internal class Typed(
    private val changed: () -> Unit,
) : TextWatcher {
    override fun beforeTextChanged(
        text: CharSequence?,
        start: Int,
        count: Int,
        after: Int,
    ) = Unit

    override fun onTextChanged(
        text: CharSequence?,
        start: Int,
        before: Int,
        count: Int,
    ) = Unit

    override fun afterTextChanged(text: Editable?) = changed()
}
