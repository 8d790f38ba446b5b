package org.trueghz.app.ui

import android.content.Context
import android.util.AttributeSet
import android.view.View
import android.view.View.MeasureSpec
import android.widget.LinearLayout
import org.trueghz.app.R

/** A column that never becomes wider than lines can be read; on wide windows it stands in the middle. */
class ReadableColumn(
    context: Context,
    attributes: AttributeSet?,
) : LinearLayout(context, attributes) {
    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        keepReadable(widthMeasureSpec)
        super.onMeasure(widthMeasureSpec, heightMeasureSpec)
    }
}

/** Takes so much room at both sides that lines can be read. */
internal fun View.keepReadable(widthMeasureSpec: Int) {
    val readable = resources.getDimensionPixelSize(R.dimen.readable)
    val side = resources.getDimensionPixelSize(R.dimen.side)
    val beside = maxOf(side, (MeasureSpec.getSize(widthMeasureSpec) - readable) / 2)
    setPadding(beside, paddingTop, beside, paddingBottom)
}
