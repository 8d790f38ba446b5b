package org.trueghz.app.ui

import android.content.Context
import android.util.AttributeSet
import android.view.View
import android.view.ViewGroup
import android.widget.TextView
import org.trueghz.app.R
import kotlin.math.ceil

/**
 * The two sides compared: side by side, equally wide, if no word has to be broken, else one below
 * the other. Large fonts need the second.
 */
class SidesLayout(
    context: Context,
    attributes: AttributeSet?,
) : RowsLayout(context, attributes, R.dimen.side) {
    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        val width = MeasureSpec.getSize(widthMeasureSpec)
        val sides = present
        val part = (width - gap * (sides.size - 1)) / maxOf(1, sides.size)
        val fits = sides.all { narrowest(it) <= part }
        rows = if (fits) listOf(sides) else sides.map(::listOf)
        sides.forEach { it.measure(exactly(if (fits) part else width), free) }
        val height = rows.sumOf { row -> row.maxOfOrNull { it.measuredHeight } ?: 0 } + gap * (rows.size - 1)
        setMeasuredDimension(width, resolveSize(height, heightMeasureSpec))
    }

    /** As wide as the longest word in it. */
    private fun narrowest(view: View): Int =
        when (view) {
            is TextView -> longestWord(view) + view.totalPaddingLeft + view.totalPaddingRight
            is ViewGroup -> view.present.maxOfOrNull(::narrowest) ?: 0
            else -> 0
        }

    private fun longestWord(text: TextView): Int =
        text.text.split(' ').maxOf { ceil(text.paint.measureText(it)).toInt() }
}
