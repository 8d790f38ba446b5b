package org.trueghz.app.support

import android.graphics.Bitmap
import android.graphics.Color
import android.graphics.Rect
import android.view.View
import android.view.ViewGroup
import android.widget.TextView
import kotlin.math.pow

/** Relative luminance by WCAG 2. */
private fun luminance(color: Int): Double {
    fun linear(channel: Int): Double {
        val value = channel / 255.0
        return if (value <= 0.04045) value / 12.92 else ((value + 0.055) / 1.055).pow(2.4)
    }
    return 0.2126 * linear(Color.red(color)) + 0.7152 * linear(Color.green(color)) +
        0.0722 * linear(Color.blue(color))
}

/** Contrast by WCAG 2: 1 to 21. */
fun contrast(
    one: Int,
    other: Int,
): Double {
    val (light, dark) = listOf(luminance(one), luminance(other)).sortedDescending()
    return (light + 0.05) / (dark + 0.05)
}

/** Where [view] lies in the picture of its window; the whole of it, seen or not. */
fun View.place(): Rect {
    val corner = IntArray(2).also(::getLocationInWindow)
    return Rect(corner[0], corner[1], corner[0] + width, corner[1] + height)
}

/** The colour that fills most of [place]: what the text there stands on. */
fun Bitmap.ground(place: Rect): Int? {
    val seen = Rect(place)
    if (!seen.intersect(0, 0, width, height)) return null
    val pixels = IntArray(seen.width() * seen.height())
    getPixels(pixels, 0, seen.width(), seen.left, seen.top, seen.width(), seen.height())
    return pixels
        .toList()
        .groupingBy { it }
        .eachCount()
        .maxByOrNull { it.value }
        ?.key
}

/** Returns `true` if the whole of it is inside of the scrolling view around it. */
fun View.isWhollySeen(): Boolean {
    val seen = Rect()
    return getGlobalVisibleRect(seen) && seen.height() >= height && seen.width() >= width
}

/** The text for a screen reader: its own description, or the words in it. */
fun View.spoken(): String =
    when {
        contentDescription != null -> contentDescription.toString()
        this is TextView -> text.ifEmpty { hint ?: "" }.toString()
        this is ViewGroup -> (0 until childCount).joinToString(" ") { getChildAt(it).spoken() }.trim()
        else -> ""
    }
