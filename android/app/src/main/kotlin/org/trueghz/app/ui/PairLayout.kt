package org.trueghz.app.ui

import android.content.Context
import android.util.AttributeSet
import android.view.View
import android.view.ViewGroup
import org.trueghz.app.R

/**
 * Two texts: one at each side on a common baseline where both fit, else one below the other. Large fonts and
 * long languages need the second.
 */
class PairLayout(
    context: Context,
    attributes: AttributeSet?,
) : ViewGroup(context, attributes) {
    private val gap = resources.getDimensionPixelSize(R.dimen.side)
    private var stacked = false

    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        val width = MeasureSpec.getSize(widthMeasureSpec) - paddingLeft - paddingRight
        present.forEach { it.measure(free, free) }
        stacked = present.sumOf { it.measuredWidth } + gap > width && present.size > 1
        val most = MeasureSpec.makeMeasureSpec(width, MeasureSpec.AT_MOST)
        present.forEach { if (it.measuredWidth > width) it.measure(most, free) }
        val height =
            if (stacked) {
                present.sumOf { it.measuredHeight }
            } else {
                val line = present.maxOfOrNull { it.baseline } ?: 0
                present.maxOfOrNull { line - it.baseline + it.measuredHeight } ?: 0
            }
        val whole = height + paddingTop + paddingBottom
        setMeasuredDimension(MeasureSpec.getSize(widthMeasureSpec), resolveSize(whole, heightMeasureSpec))
    }

    override fun onLayout(
        changed: Boolean,
        left: Int,
        top: Int,
        right: Int,
        bottom: Int,
    ) {
        val width = right - left
        val line = present.maxOfOrNull { it.baseline } ?: 0
        var y = paddingTop
        present.forEachIndexed { index, text ->
            val atEnd = index > 0 && !stacked
            val atRight = atEnd != (layoutDirection == LAYOUT_DIRECTION_RTL)
            val x = if (atRight) width - paddingRight - text.measuredWidth else paddingLeft
            val down = if (stacked) y else paddingTop + line - text.baseline
            text.layout(x, down, x + text.measuredWidth, down + text.measuredHeight)
            y += text.measuredHeight
        }
    }
}
