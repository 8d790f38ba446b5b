package org.trueghz.app.ui

import android.content.Context
import android.util.AttributeSet
import android.widget.LinearLayout
import org.trueghz.app.R

/** A column that never becomes wider than lines can be read; on wide windows it stands in the middle. */
class ReadableColumn(
    context: Context,
    attributes: AttributeSet?,
) : LinearLayout(context, attributes) {
    private val readable = resources.getDimensionPixelSize(R.dimen.readable)
    private val side = resources.getDimensionPixelSize(R.dimen.side)

    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        val beside = maxOf(side, (MeasureSpec.getSize(widthMeasureSpec) - readable) / 2)
        setPadding(beside, paddingTop, beside, paddingBottom)
        super.onMeasure(widthMeasureSpec, heightMeasureSpec)
    }
}
