package org.trueghz.app.support

import android.app.Activity
import android.view.View
import android.view.ViewGroup
import android.widget.CompoundButton
import android.widget.TextView
import org.trueghz.app.R

/**
 * The texts that a screen reader reads on its way down the screen, stop by stop; "[…]" can be
 * pressed.
 */
fun Activity.readAloud(): List<String> = findViewById<View>(R.id.root)!!.stops().map { it.said() }

/** The stops of a keyboard or a switch, in their order. */
fun Activity.keyStops(): List<String> {
    val stops = arrayListOf<View>()
    findViewById<View>(R.id.root)!!.addFocusables(stops, View.FOCUS_FORWARD, View.FOCUSABLES_ALL)
    return stops.filter { it.isClickable && it.isEnabled }.map { it.said() }
}

/** The views that can be pressed, wherever they stand. */
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

/**
 * A screen reader stops at views that can be pressed, that describe themselves, or that are text.
 */
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
