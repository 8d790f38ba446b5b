package org.trueghz.app.ui

import android.content.Context
import android.graphics.Canvas
import android.graphics.Paint
import android.graphics.RectF
import android.text.TextPaint
import org.trueghz.app.R
import org.trueghz.ffi.Axis

/** Where a plot's data lie, and its grid. Time runs from left to right in every language. */
class Plot(
    private val context: Context,
) {
    private val label =
        TextPaint(Paint.ANTI_ALIAS_FLAG).apply {
            textSize = context.resources.getDimension(R.dimen.plot_label)
            color = context.getColor(R.color.on_surface_quiet)
            fontFeatureSettings = "tnum"
        }
    private val grid =
        Paint().apply {
            color = context.getColor(R.color.grid)
            strokeWidth = context.resources.getDimension(R.dimen.hairline)
        }
    private val gap = context.resources.getDimension(R.dimen.plot_gap)
    private val area = RectF()
    private lateinit var across: Axis
    private var up: Axis? = null
    private var top = 1f

    val lineHeight: Float
        get() = label.fontSpacing

    /** The place of the data. */
    val data: RectF
        get() = area

    /** Lays out a plot of [width] and [height] over [across], and [up] where that side has an axis. */
    fun layOut(
        width: Int,
        height: Int,
        across: Axis,
        up: Axis?,
    ) {
        this.across = across
        this.up = up
        area.set(0f, label.fontSpacing, width.toFloat(), height - label.fontSpacing - gap)
    }

    /** A plot whose bars count up to [top]. */
    fun countingTo(top: Float) {
        this.top = maxOf(1f, top)
    }

    fun x(at: Double): Float = area.left + area.width() * ((at - across.low) / (across.high - across.low)).toFloat()

    fun y(at: Double): Float {
        val axis = up ?: return area.bottom - area.height() * (at / top).toFloat()
        return area.bottom - area.height() * ((at - axis.low) / (axis.high - axis.low)).toFloat()
    }

    /** Lines at each tick, their labels above them, and [upUnit] and [acrossUnit] once each. */
    fun drawGrid(
        canvas: Canvas,
        numbers: Numbers,
        upUnit: String,
        acrossUnit: String,
    ) {
        label.textAlign = Paint.Align.LEFT
        val ticks = up?.ticks.orEmpty()
        for ((index, tick) in ticks.withIndex()) {
            val y = y(tick.at)
            canvas.drawLine(area.left, y, area.right, y, grid)
            val unit = if (index == ticks.lastIndex) "\u00a0$upUnit" else ""
            canvas.drawText(numbers.number(tick.label) + unit, area.left, y - gap, label)
        }
        canvas.drawLine(area.left, area.bottom, area.right, area.bottom, grid)
        drawTimes(canvas, numbers, acrossUnit)
    }

    private fun drawTimes(
        canvas: Canvas,
        numbers: Numbers,
        unit: String,
    ) {
        val baseline = area.bottom + gap - label.fontMetrics.ascent
        // The unit stands at the end; labels that would touch it are left out.
        label.textAlign = Paint.Align.RIGHT
        canvas.drawText(unit, area.right, baseline, label)
        val free = area.right - label.measureText(unit) - gap
        for (tick in across.ticks) {
            val text = numbers.number(tick.label)
            val half = label.measureText(text) / 2
            val x = maxOf(x(tick.at), area.left + half)
            canvas.drawLine(x(tick.at), area.bottom, x(tick.at), area.bottom + gap, grid)
            label.textAlign = Paint.Align.CENTER
            if (x + half < free) canvas.drawText(text, x, baseline, label)
        }
    }
}
