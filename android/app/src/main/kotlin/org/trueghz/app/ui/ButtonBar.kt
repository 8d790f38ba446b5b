package org.trueghz.app.ui

import android.content.Context
import android.util.AttributeSet
import android.view.View
import org.trueghz.app.R

/**
 * Buttons at the thumb, the last the most important: all in a row where they fit with their words, else the
 * last below the others, with the whole width.
 */
class ButtonBar(
    context: Context,
    attributes: AttributeSet?,
) : RowsLayout(context, attributes, R.dimen.gap) {
    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        val width = MeasureSpec.getSize(widthMeasureSpec) - paddingLeft - paddingRight
        rows = rows(width)
        for (row in rows) measure(row, width)
        val height = rows.sumOf { row -> row.maxOf { it.measuredHeight } } + gap * maxOf(0, rows.size - 1)
        val whole = height + paddingTop + paddingBottom
        setMeasuredDimension(MeasureSpec.getSize(widthMeasureSpec), resolveSize(whole, heightMeasureSpec))
    }

    private fun rows(width: Int): List<List<View>> {
        val buttons = present
        buttons.forEach { it.measure(free, free) }
        val others = buttons.dropLast(1)
        return when {
            spare(buttons, width) >= 0 -> listOf(buttons)
            spare(others, width) >= 0 -> listOf(others, buttons.takeLast(1))
            else -> buttons.map(::listOf)
        }.filter { it.isNotEmpty() }
    }

    /** The width that is left when each button of a row is as wide as its words. */
    private fun spare(
        row: List<View>,
        width: Int,
    ) = width - row.sumOf { it.measuredWidth } - gap * (row.size - 1)

    /**
     * Equally wide if the words allow it, else each as wide as its words and a share of the
     * remaining width.
     */
    private fun measure(
        row: List<View>,
        width: Int,
    ) {
        val equal = (width - gap * (row.size - 1)) / row.size
        val more = spare(row, width) / row.size
        val fits = row.all { it.measuredWidth <= equal }
        row.forEach { it.measure(exactly(if (fits) equal else it.measuredWidth + more), free) }
    }
}
