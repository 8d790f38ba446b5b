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

    private fun rows(width: Int): List<List<View>> =
        (0 until childCount).map(::getChildAt).filter { it.visibility != GONE }.chunked(columns(width))

    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        val width = MeasureSpec.getSize(widthMeasureSpec)
        val columns = columns(width)
        val column = exactly((width - gap * (columns - 1)) / columns)
        var height = 0
        for (row in rows(width)) {
            row.forEach { it.measure(column, MeasureSpec.makeMeasureSpec(0, MeasureSpec.UNSPECIFIED)) }
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
        val width = right - left
        var y = 0
        for (row in rows(width)) {
            var along = 0
            for (card in row) {
                val x =
                    if (layoutDirection ==
                        LAYOUT_DIRECTION_RTL
                    ) {
                        width - along - card.measuredWidth
                    } else {
                        along
                    }
                card.layout(x, y, x + card.measuredWidth, y + card.measuredHeight)
                along += card.measuredWidth + gap
            }
            y += row.first().measuredHeight + gap
        }
    }

    private fun exactly(size: Int) = MeasureSpec.makeMeasureSpec(size, MeasureSpec.EXACTLY)
}
