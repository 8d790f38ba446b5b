package org.trueghz.app.ui

import android.content.Context
import android.graphics.Canvas
import android.graphics.Paint
import android.graphics.RectF
import android.text.TextPaint
import org.trueghz.PlotAxis
import org.trueghz.app.R

/** Where a plot's data lie, and its grid. Time runs from left to right in every language. */
class Plot(
    private val context: Context,
    private val numbers: Numbers,
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
    private lateinit var across: PlotAxis
    private var up: PlotAxis? = null
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
        across: PlotAxis,
        up: PlotAxis?,
    ) {
        this.across = across
        this.up = up
        val bottom = height - label.fontSpacing - gap
        // A dot at the end is seen whole.
        area.set(gutter(up), label.fontSpacing + gap, width - 2 * gap, bottom)
    }

    /** The room for the labels at the side. */
    private fun gutter(up: PlotAxis?): Float {
        val widest = up?.ticks?.maxOfOrNull { label.measureText(numbers.number(it.label)) } ?: return 0f
        return widest + 2 * gap
    }

    /** A plot whose bars count up to [top]. */
    fun countingTo(top: Float) {
        this.top = maxOf(1f, top)
    }

    fun x(at: Double): Float =
        area.left + area.width() * ((at - across.low) / (across.high - across.low)).toFloat()

    fun y(at: Double): Float {
        val axis = up ?: return area.bottom - area.height() * (at / top).toFloat()
        return area.bottom - area.height() * ((at - axis.low) / (axis.high - axis.low)).toFloat()
    }

    /** Lines at each tick, their labels next to them, and [upUnit] and [acrossUnit] once each. */
    fun drawGrid(
        canvas: Canvas,
        upUnit: String,
        acrossUnit: String,
    ) {
        canvas.drawLine(area.left, area.bottom, area.right, area.bottom, grid)
        drawSide(canvas, upUnit)
        drawFoot(canvas, acrossUnit)
    }

    private fun drawSide(
        canvas: Canvas,
        unit: String,
    ) {
        label.textAlign = Paint.Align.LEFT
        canvas.drawText(unit, 0f, -label.fontMetrics.ascent, label)
        label.textAlign = Paint.Align.RIGHT
        // Large fonts: a label that would touch the one below, or the unit, is left out.
        var free = area.bottom + label.fontSpacing
        for (tick in up?.ticks.orEmpty()) {
            val y = y(tick.at)
            canvas.drawLine(area.left, y, area.right, y, grid)
            val baseline = y - (label.fontMetrics.ascent + label.fontMetrics.descent) / 2
            if (baseline > free - label.fontSpacing ||
                baseline + label.fontMetrics.ascent < label.fontSpacing
            ) {
                continue
            }
            canvas.drawText(numbers.number(tick.label), area.left - 2 * gap, baseline, label)
            free = baseline
        }
    }

    private fun drawFoot(
        canvas: Canvas,
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
