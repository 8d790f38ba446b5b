package org.trueghz.app.ui

import android.content.Context
import android.util.AttributeSet
import android.view.View
import android.view.View.MeasureSpec
import android.view.ViewGroup

/**
 * Rows of views below each other, from the side where reading begins. Who measures them says which there are.
 */
abstract class RowsLayout(
    context: Context,
    attributes: AttributeSet?,
    gap: Int,
) : ViewGroup(context, attributes) {
    /** The space between views and between rows. */
    protected val gap: Int = resources.getDimensionPixelSize(gap)

    protected var rows: List<List<View>> = emptyList()

    override fun onLayout(
        changed: Boolean,
        left: Int,
        top: Int,
        right: Int,
        bottom: Int,
    ) {
        var y = paddingTop
        for (row in rows) {
            var along = paddingLeft
            for (view in row) {
                val (wide, high) = view.measuredWidth to view.measuredHeight
                val x = if (layoutDirection == LAYOUT_DIRECTION_RTL) width - along - wide else along
                view.layout(x, y, x + wide, y + high)
                along += wide + gap
            }
            y += row.maxOf { it.measuredHeight } + gap
        }
    }
}

/** The views that take room. */
internal val ViewGroup.present: List<View>
    get() = (0 until childCount).map(::getChildAt).filter { it.visibility != View.GONE }

/** As large as a view likes to be. */
internal val free = MeasureSpec.makeMeasureSpec(0, MeasureSpec.UNSPECIFIED)

/** No larger and no smaller than this. */
internal fun exactly(size: Int) = MeasureSpec.makeMeasureSpec(size, MeasureSpec.EXACTLY)
