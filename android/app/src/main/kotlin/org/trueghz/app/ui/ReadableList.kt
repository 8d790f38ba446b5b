package org.trueghz.app.ui

import android.content.Context
import android.util.AttributeSet
import android.widget.ListView

/** A list that never becomes wider than lines can be read, as [ReadableColumn]. */
class ReadableList(
    context: Context,
    attributes: AttributeSet?,
) : ListView(context, attributes) {
    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        keepReadable(widthMeasureSpec)
        super.onMeasure(widthMeasureSpec, heightMeasureSpec)
    }
}
