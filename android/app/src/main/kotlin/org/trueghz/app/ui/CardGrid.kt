package org.trueghz.app.ui

import android.content.Context
import android.util.AttributeSet
import org.trueghz.app.R

/** Cards in as many columns as the width has room for; the cards of a row are equally high. */
class CardGrid(
    context: Context,
    attributes: AttributeSet?,
) : RowsLayout(context, attributes, R.dimen.gap) {
    private val narrowest = resources.getDimensionPixelSize(R.dimen.column)

    private fun columns(width: Int) = maxOf(1, (width + gap) / (narrowest + gap))

    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        val width = MeasureSpec.getSize(widthMeasureSpec)
        val columns = columns(width)
        val column = exactly((width - gap * (columns - 1)) / columns)
        rows = present.chunked(columns)
        var height = 0
        for (row in rows) {
            row.forEach { it.measure(column, free) }
            val highest = row.maxOf { it.measuredHeight }
            row.forEach { it.measure(column, exactly(highest)) }
            height += highest + if (height > 0) gap else 0
        }
        setMeasuredDimension(width, resolveSize(height, heightMeasureSpec))
    }
}
