package org.trueghz.app.ui

import android.content.Context
import android.view.View
import android.widget.TextView
import java.text.DateFormat
import java.util.Date
import android.text.format.DateFormat as TimeFormat

/** The text at [id] of this layout, which has one. */
internal fun View.text(id: Int): TextView = findViewById(id)!!

/** Shows a view, or leaves no room for it. */
internal fun View.showIf(shown: Boolean) {
    visibility = if (shown) View.VISIBLE else View.GONE
}

/** Shows [text], or nothing if there is none; an unchanged text is not announced again. */
internal fun TextView.showIf(text: String?) {
    showIf(text != null)
    if (text != null && this.text.toString() != text) this.text = text
}

/** Date and time as the user's language and settings have them. */
fun moment(
    context: Context,
    unixMs: ULong,
): String {
    val at = Date(unixMs.toLong())
    val date = DateFormat.getDateInstance(DateFormat.MEDIUM, context.resources.configuration.locales[0])
    return date.format(at) + ", " + TimeFormat.getTimeFormat(context).format(at)
}
