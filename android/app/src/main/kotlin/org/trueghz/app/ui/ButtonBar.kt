package org.trueghz.app.ui

import android.content.Context
import android.util.AttributeSet
import android.view.View
import android.view.ViewGroup
import org.trueghz.app.R

/**
 * Buttons at the thumb, the last the most important: all in a row where they fit with their words, else the
 * last below the others, with the whole width.
 */
class ButtonBar(
    context: Context,
    attributes: AttributeSet?,
) : ViewGroup(context, attributes) {
    private val gap = resources.getDimensionPixelSize(R.dimen.gap)

    private val buttons: List<View>
        get() = (0 until childCount).map(::getChildAt).filter { it.visibility != GONE }

    private fun rows(width: Int): List<List<View>> {
        val free = MeasureSpec.makeMeasureSpec(0, MeasureSpec.UNSPECIFIED)
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

    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        val width = MeasureSpec.getSize(widthMeasureSpec) - paddingLeft - paddingRight
        var height = paddingTop + paddingBottom
        rows(width).forEachIndexed { index, row ->
            val more = spare(row, width) / row.size
            row.forEach {
                it.measure(
                    exactly(it.measuredWidth + more),
                    MeasureSpec.makeMeasureSpec(0, MeasureSpec.UNSPECIFIED),
                )
            }
            height += row.maxOf { it.measuredHeight } + if (index > 0) gap else 0
        }
        setMeasuredDimension(MeasureSpec.getSize(widthMeasureSpec), resolveSize(height, heightMeasureSpec))
    }

    override fun onLayout(
        changed: Boolean,
        left: Int,
        top: Int,
        right: Int,
        bottom: Int,
    ) {
        val width = right - left - paddingLeft - paddingRight
        val sizes = buttons.associateWith { it.measuredWidth to it.measuredHeight }
        var y = paddingTop
        for (row in rows(width)) {
            var along = 0
            for (button in row) {
                val (wide, high) = sizes.getValue(button)
                val x = if (layoutDirection == LAYOUT_DIRECTION_RTL) width - along - wide else along
                button.measure(exactly(wide), exactly(high))
                button.layout(paddingLeft + x, y, paddingLeft + x + wide, y + high)
                along += wide + gap
            }
            y += row.maxOf { it.measuredHeight } + gap
        }
    }

    private fun exactly(size: Int) = MeasureSpec.makeMeasureSpec(size, MeasureSpec.EXACTLY)
}
