package org.trueghz.app.ui

import android.content.Context
import android.graphics.Canvas
import android.graphics.DashPathEffect
import android.graphics.Paint
import android.graphics.Path
import android.text.TextPaint
import android.util.AttributeSet
import android.view.View
import org.trueghz.app.R

/** A clock over time: what such plots are drawn with, their height, and what stands where one will be. */
abstract class PlotView(
    context: Context,
    attributes: AttributeSet?,
) : View(context, attributes) {
    protected val numbers = Numbers(resources.configuration.locales[0])
    protected val plot = Plot(context, numbers)
    protected val line =
        Paint(Paint.ANTI_ALIAS_FLAG).apply {
            style = Paint.Style.STROKE
            strokeWidth = resources.getDimension(R.dimen.curve_line)
            strokeCap = Paint.Cap.ROUND
            strokeJoin = Paint.Join.ROUND
            color = context.getColor(R.color.measured)
        }
    protected val band = Paint().apply { color = context.getColor(R.color.measured_band) }
    protected val dashed =
        Paint(Paint.ANTI_ALIAS_FLAG).apply {
            style = Paint.Style.STROKE
            strokeWidth = resources.getDimension(R.dimen.claim_line)
            color = context.getColor(R.color.claimed)
            val dash = resources.getDimension(R.dimen.claim_dash)
            pathEffect = DashPathEffect(floatArrayOf(dash, dash), 0f)
        }
    protected val label =
        TextPaint(Paint.ANTI_ALIAS_FLAG).apply { textSize = resources.getDimension(R.dimen.plot_label) }
    protected val gap = resources.getDimension(R.dimen.plot_gap)
    protected val path = Path()
    private val grid =
        Paint().apply {
            color = context.getColor(R.color.grid)
            strokeWidth = resources.getDimension(R.dimen.hairline)
        }

    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        // A tall window does not make a tall curve.
        val width = MeasureSpec.getSize(widthMeasureSpec)
        val tallest = maxOf((width * TALLEST).toInt(), suggestedMinimumHeight)
        val height =
            when (MeasureSpec.getMode(heightMeasureSpec)) {
                MeasureSpec.UNSPECIFIED -> suggestedMinimumHeight
                else -> minOf(MeasureSpec.getSize(heightMeasureSpec), tallest)
            }
        setMeasuredDimension(width, height)
    }

    /** A quiet grid where a curve will be. */
    protected fun drawEmpty(canvas: Canvas) {
        for (index in 0..EMPTY_LINES) {
            val y = (height - grid.strokeWidth) * index / EMPTY_LINES
            canvas.drawLine(0f, y, width.toFloat(), y, grid)
        }
    }

    /** Takes the path on to a moment of the clock. */
    protected fun to(
        isFirst: Boolean,
        atMs: Double,
        hz: Double,
    ) {
        val (x, y) = plot.x(atMs) to plot.y(hz)
        if (isFirst) path.moveTo(x, y) else path.lineTo(x, y)
    }

    private companion object {
        /** The height of a curve in parts of its width, at most. */
        const val TALLEST = 0.6f

        const val EMPTY_LINES = 4
    }
}
