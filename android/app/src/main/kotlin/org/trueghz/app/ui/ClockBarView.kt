package org.trueghz.app.ui

import android.content.Context
import android.graphics.Canvas
import android.graphics.Paint
import android.graphics.RectF
import android.util.AttributeSet
import android.view.View
import org.trueghz.ClockBar
import org.trueghz.app.R

/** The clock of a core as a bar from zero, with a mark at the claimed one; core says how long it is. */
class ClockBarView(
    context: Context,
    attributes: AttributeSet?,
) : View(context, attributes) {
    private val track = Paint(Paint.ANTI_ALIAS_FLAG).apply { color = context.getColor(R.color.grid) }
    private val measured = Paint(Paint.ANTI_ALIAS_FLAG).apply { color = context.getColor(R.color.measured) }
    private val claimed = Paint().apply { color = context.getColor(R.color.claimed) }
    private val mark = resources.getDimension(R.dimen.claim_line)
    private val place = RectF()

    private var bar: ClockBar? = null

    fun show(bar: ClockBar?) {
        this.bar = bar
        invalidate()
    }

    override fun onDraw(canvas: Canvas) {
        // Marks reach beyond the bar on either side, so that one at its end is seen.
        val (top, bottom) = height * INSET to height * (1 - INSET)
        fill(canvas, track, 1.0, top, bottom)
        val bar = bar ?: return
        fill(canvas, measured, bar.part, top, bottom)
        val at = x(bar.claimPart ?: return).coerceIn(mark, width - mark)
        canvas.drawRect(at - mark / 2, 0f, at + mark / 2, height.toFloat(), claimed)
    }

    private fun fill(
        canvas: Canvas,
        paint: Paint,
        part: Double,
        top: Float,
        bottom: Float,
    ) {
        val ends = listOf(x(0.0), x(part)).sorted()
        place.set(ends[0], top, ends[1], bottom)
        val round = (bottom - top) / 2
        canvas.drawRoundRect(place, round, round, paint)
    }

    /** Bars begin where reading begins. */
    private fun x(part: Double): Float {
        val along = width * part.toFloat()
        return if (layoutDirection == LAYOUT_DIRECTION_RTL) width - along else along
    }

    private companion object {
        const val INSET = 0.25f
    }
}
