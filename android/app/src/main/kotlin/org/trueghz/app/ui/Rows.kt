package org.trueghz.app.ui

import android.view.View
import android.view.View.MeasureSpec
import android.view.ViewGroup

/** Puts rows of measured views below each other with [gap] between, from the side where reading begins. */
internal fun ViewGroup.placeRows(
    rows: List<List<View>>,
    gap: Int,
) {
    var y = paddingTop
    for (row in rows) {
        var along = paddingLeft
        for (view in row) {
            val (wide, high) = view.measuredWidth to view.measuredHeight
            val x = if (layoutDirection == View.LAYOUT_DIRECTION_RTL) width - along - wide else along
            view.layout(x, y, x + wide, y + high)
            along += wide + gap
        }
        y += row.maxOf { it.measuredHeight } + gap
    }
}

/** The views that take room. */
internal val ViewGroup.present: List<View>
    get() = (0 until childCount).map(::getChildAt).filter { it.visibility != View.GONE }

/** As large as a view likes to be. */
internal val free = MeasureSpec.makeMeasureSpec(0, MeasureSpec.UNSPECIFIED)

/** No larger and no smaller than this. */
internal fun exactly(size: Int) = MeasureSpec.makeMeasureSpec(size, MeasureSpec.EXACTLY)
