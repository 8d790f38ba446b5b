package org.trueghz.app.support

import android.app.Activity
import android.view.View
import android.view.ViewGroup
import android.widget.CompoundButton
import android.widget.TextView
import org.trueghz.app.R

/** What a screen reader says on its way down the screen, stop by stop; "[…]" is what can be pressed. */
fun Activity.readAloud(): List<String> = findViewById<View>(R.id.root)!!.stops().map { it.said() }

/** What a keyboard or a switch comes to, in its order. */
fun Activity.keyStops(): List<String> {
    val stops = arrayListOf<View>()
    findViewById<View>(R.id.root)!!.addFocusables(stops, View.FOCUS_FORWARD, View.FOCUSABLES_ALL)
    return stops.filter { it.isClickable && it.isEnabled }.map { it.said() }
}

/** What can be pressed, wherever it stands. */
fun Activity.presses(): List<String> =
    findViewById<View>(R.id.root)!!.all().filter { it.isClickable && it.isEnabled }.map { it.said() }

private fun View.stops(): List<View> =
    when {
        visibility != View.VISIBLE -> emptyList()
        importantForAccessibility == View.IMPORTANT_FOR_ACCESSIBILITY_NO_HIDE_DESCENDANTS -> emptyList()
        isStop() -> listOf(this)
        this is ViewGroup -> (0 until childCount).flatMap { getChildAt(it).stops() }
        else -> emptyList()
    }

/** A screen reader stops at what can be pressed, what describes itself, and what is text. */
private fun View.isStop(): Boolean =
    importantForAccessibility != View.IMPORTANT_FOR_ACCESSIBILITY_NO && spoken().isNotBlank() &&
        (isClickable || !contentDescription.isNullOrBlank() || this is TextView)

private fun View.said(): String {
    val state = (this as? CompoundButton)?.let { if (it.isChecked) ", on" else ", off" }.orEmpty()
    val words = spoken().lines().joinToString(" ") { it.trim() } + state
    return when {
        !isClickable -> words
        isEnabled -> "[$words]"
        else -> "[$words, disabled]"
    }
}
