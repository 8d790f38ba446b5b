package org.trueghz.app.ui

import android.content.Context
import android.util.AttributeSet
import android.view.View
import org.trueghz.app.R

/** Views side by side, as many in a row as fit: nothing is hidden beyond an edge, whatever the font. */
class FlowLayout(
    context: Context,
    attributes: AttributeSet?,
) : RowsLayout(context, attributes, R.dimen.gap) {
    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        val width = MeasureSpec.getSize(widthMeasureSpec)
        val most = MeasureSpec.makeMeasureSpec(width, MeasureSpec.AT_MOST)
        present.forEach { it.measure(most, free) }
        rows = rows(width)
        val height = rows.sumOf { row -> row.maxOf { it.measuredHeight } } + gap * maxOf(0, rows.size - 1)
        setMeasuredDimension(width, resolveSize(height, heightMeasureSpec))
    }

    private fun rows(width: Int): List<List<View>> {
        val rows = mutableListOf<MutableList<View>>()
        var left = 0
        for (view in present) {
            if (rows.isEmpty() || view.measuredWidth > left) {
                rows += mutableListOf<View>()
                left = width
            }
            rows.last() += view
            left -= view.measuredWidth + gap
        }
        return rows
    }
}
