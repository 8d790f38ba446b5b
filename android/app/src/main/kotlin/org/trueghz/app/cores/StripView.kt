package org.trueghz.app.cores

import android.content.Context
import android.graphics.Canvas
import android.graphics.Paint
import android.graphics.Path
import android.util.AttributeSet
import android.view.View
import org.trueghz.app.R
import org.trueghz.app.model.Past

/** A core's clock over the last minute, on a scale of its own: from its lowest to its highest. */
class StripView(
    context: Context,
    attributes: AttributeSet?,
) : View(context, attributes) {
    private val line =
        Paint(Paint.ANTI_ALIAS_FLAG).apply {
            style = Paint.Style.STROKE
            strokeWidth = resources.getDimension(R.dimen.strip_line)
            strokeCap = Paint.Cap.ROUND
            strokeJoin = Paint.Join.ROUND
            color = context.getColor(R.color.measured)
        }
    private val ground =
        Paint().apply {
            color = context.getColor(R.color.grid)
            strokeWidth = resources.getDimension(R.dimen.hairline)
        }
    private val path = Path()
    private var past: List<Past> = emptyList()
    private var scale = Scale(0, 0.0, 1.0)

    /** The time at which strips end, and the clocks of their lower and upper edge. */
    data class Scale(
        val untilMs: Long,
        val lowHz: Double,
        val highHz: Double,
    )

    fun show(
        past: List<Past>,
        scale: Scale,
    ) {
        this.past = past
        this.scale = scale
        invalidate()
    }

    override fun onDraw(canvas: Canvas) {
        val bottom = height - ground.strokeWidth / 2
        canvas.drawLine(0f, bottom, width.toFloat(), bottom, ground)
        path.rewind()
        // Another core may have had its turn since, and the minute ends with that.
        val seen = past.filter { scale.untilMs - it.atMs <= Past.KEPT_MS }
        seen.forEachIndexed { place, at ->
            if (place == 0) path.moveTo(x(at), y(at)) else path.lineTo(x(at), y(at))
        }
        canvas.drawPath(path, line)
    }

    private fun x(at: Past): Float {
        val room = width - line.strokeWidth
        return line.strokeWidth / 2 + room * (1f - (scale.untilMs - at.atMs) / Past.KEPT_MS.toFloat())
    }

    private fun y(at: Past): Float {
        val room = height - ground.strokeWidth - 2 * line.strokeWidth
        val part = (at.hz - scale.lowHz) / (scale.highHz - scale.lowHz)
        return line.strokeWidth + room * (1f - part.toFloat())
    }
}
