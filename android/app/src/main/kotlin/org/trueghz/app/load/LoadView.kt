package org.trueghz.app.load

import android.content.Context
import android.graphics.Canvas
import android.graphics.Paint
import android.util.AttributeSet
import org.trueghz.LoadHeat
import org.trueghz.LoadPlot
import org.trueghz.SustainedPoint
import org.trueghz.ThermalStatus
import org.trueghz.TimeSpan
import org.trueghz.app.R
import org.trueghz.app.ui.PlotView

/** The clock under a load over time, a strip of the system's heat reports above it. */
class LoadView(
    context: Context,
    attributes: AttributeSet?,
) : PlotView(context, attributes) {
    private val missing = Paint().apply { color = context.getColor(R.color.grid) }
    private val strip = Paint()

    private var shown: LoadPlot? = null

    init {
        label.color = context.getColor(R.color.on_surface_quiet)
    }

    fun show(plot: LoadPlot?) {
        shown = plot
        val spoken = plot?.run { listOf(title, spoken) } ?: listOf(context.getString(R.string.curve_title))
        contentDescription = spoken.filter { it.isNotEmpty() }.joinToString(". ")
        invalidate()
    }

    override fun onDraw(canvas: Canvas) {
        val shown = shown ?: return drawEmpty(canvas)
        val curve = shown.curve
        // The strip and its words stand where no curve comes.
        val above = if (shown.heat.isEmpty()) 0 else (label.fontSpacing + STRIP * gap).toInt()
        canvas.save()
        canvas.translate(0f, above.toFloat())
        plot.layOut(width, height - above, curve.time, curve.frequency)
        curve.missing.forEach { drawMissing(canvas, it) }
        plot.drawGrid(canvas, numbers.unit(curve.frequencyUnit), shown.time)
        curve.throttledMs?.let { drawThrottled(canvas, it, shown.mark) }
        // Absences part the line.
        for ((_, piece) in curve.points.groupBy { it.segment }) drawPiece(canvas, piece)
        canvas.restore()
        drawHeat(canvas, shown.heat)
    }

    private fun drawMissing(
        canvas: Canvas,
        span: TimeSpan,
    ) = canvas.drawRect(plot.x(span.fromMs), plot.data.top, plot.x(span.toMs), plot.data.bottom, missing)

    /** The line, on the band of nine tenths of the windows. */
    private fun drawPiece(
        canvas: Canvas,
        points: List<SustainedPoint>,
    ) {
        path.rewind()
        points.forEachIndexed { index, point -> to(index == 0, point.atMs, point.highHz) }
        points.asReversed().forEach { to(isFirst = false, it.atMs, it.lowHz) }
        path.close()
        canvas.drawPath(path, band)
        path.rewind()
        points.forEachIndexed { index, point -> to(index == 0, point.atMs, point.hz) }
        canvas.drawPath(path, line)
    }

    private fun drawThrottled(
        canvas: Canvas,
        atMs: Double,
        text: String,
    ) {
        val x = plot.x(atMs)
        path.rewind()
        path.moveTo(x, plot.data.top)
        path.lineTo(x, plot.data.bottom)
        canvas.drawPath(path, dashed)
        // In the unit's line, where neither curve nor grid comes, on the side that has room.
        val isLeft = x + gap + label.measureText(text) > plot.data.right
        label.textAlign = if (isLeft) Paint.Align.RIGHT else Paint.Align.LEFT
        val baseline = plot.data.top - gap - label.fontMetrics.descent
        canvas.drawText(text, if (isLeft) x - gap else x + gap, baseline, label)
    }

    /** Each state in its colour, its word if there is room: colour is never the only sign. */
    private fun drawHeat(
        canvas: Canvas,
        heat: List<LoadHeat>,
    ) {
        label.textAlign = Paint.Align.LEFT
        val top = label.fontSpacing
        var free = Float.NEGATIVE_INFINITY
        for (span in heat) {
            val (left, right) = plot.x(span.fromMs) to plot.x(span.toMs)
            strip.color = context.getColor(color(span.thermal))
            canvas.drawRect(left, top, right, top + 2 * gap, strip)
            val end = left + label.measureText(span.text)
            if (left < free || end > width) continue
            canvas.drawText(span.text, left, -label.fontMetrics.ascent, label)
            free = end + 2 * gap
        }
    }

    private fun color(status: ThermalStatus): Int =
        when (status) {
            ThermalStatus.NOMINAL -> R.color.heat_none
            ThermalStatus.LIGHT -> R.color.heat_light
            ThermalStatus.MODERATE -> R.color.heat_moderate
            ThermalStatus.SEVERE -> R.color.heat_severe
            ThermalStatus.CRITICAL, ThermalStatus.EMERGENCY, ThermalStatus.SHUTDOWN -> R.color.heat_critical
        }

    private companion object {
        /** The strip, with the room around it. */
        const val STRIP = 3f
    }
}
