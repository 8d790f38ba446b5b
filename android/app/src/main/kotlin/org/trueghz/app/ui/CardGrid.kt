package org.trueghz.app.ui

import android.content.Context
import android.util.AttributeSet
import android.view.View
import android.view.ViewGroup
import org.trueghz.app.R

/** Cards in as many columns as the width has room for; the cards of a row are equally high. */
class CardGrid(
    context: Context,
    attributes: AttributeSet?,
) : ViewGroup(context, attributes) {
    private val narrowest = resources.getDimensionPixelSize(R.dimen.column)
    private val gap = resources.getDimensionPixelSize(R.dimen.gap)

    private fun columns(width: Int) = maxOf(1, (width + gap) / (narrowest + gap))

    private fun rows(width: Int): List<List<View>> = present.chunked(columns(width))

    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        val width = MeasureSpec.getSize(widthMeasureSpec)
        val columns = columns(width)
        val column = exactly((width - gap * (columns - 1)) / columns)
        var height = 0
        for (row in rows(width)) {
            row.forEach { it.measure(column, free) }
            val highest = row.maxOf { it.measuredHeight }
            row.forEach { it.measure(column, exactly(highest)) }
            height += highest + if (height > 0) gap else 0
        }
        setMeasuredDimension(width, resolveSize(height, heightMeasureSpec))
    }

    override fun onLayout(
        changed: Boolean,
        left: Int,
        top: Int,
        right: Int,
        bottom: Int,
    ) {
        placeRows(rows(right - left), gap)
    }
}
