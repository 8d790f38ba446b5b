package org.trueghz.app.ui

import android.content.Context
import android.graphics.Canvas
import android.graphics.Paint
import android.util.AttributeSet
import org.trueghz.ClockCurve
import org.trueghz.app.R
import kotlin.math.abs

/** The clock over time: the warm-up fades into the measurement; core says where everything is. */
class CurveView(
    context: Context,
    attributes: AttributeSet?,
) : PlotView(context, attributes) {
    private var curve: ClockCurve? = null
    private var claimText: String? = null
    private var untilMs: Double? = null

    init {
        label.color = context.getColor(R.color.claimed)
        label.textAlign = Paint.Align.RIGHT
    }

    /**
     * Shows [curve]; [claimText] stands at the line of the claimed clock. With [untilMs] only what had
     * happened by then, on the axes of all of it.
     */
    fun show(
        curve: ClockCurve?,
        claimText: String?,
        untilMs: Double? = null,
    ) {
        this.curve = curve?.takeIf { it.warmUp.isNotEmpty() || it.steady.isNotEmpty() }
        this.claimText = claimText
        this.untilMs = untilMs
        invalidate()
    }

    override fun onDraw(canvas: Canvas) {
        val curve = curve ?: return drawEmpty(canvas)
        plot.layOut(width, height, curve.time, curve.frequency)
        plot.drawGrid(canvas, numbers.unit(curve.frequencyUnit), context.getString(R.string.unit_ms))
        drawClaim(canvas, curve)
        val until = untilMs
        if (until == null) {
            drawBand(canvas, curve)
            drawLine(canvas, curve)
        } else {
            canvas.save()
            canvas.clipRect(0f, 0f, plot.x(until), height.toFloat())
            drawLine(canvas, curve)
            canvas.restore()
        }
    }

    private fun drawLine(
        canvas: Canvas,
        curve: ClockCurve,
    ) {
        drawWarmUp(canvas, curve)
        drawSteady(canvas, curve)
    }

    private fun drawBand(
        canvas: Canvas,
        curve: ClockCurve,
    ) {
        val range = curve.band ?: return
        val start = curve.steady.firstOrNull() ?: return
        val top = plot.y(range.highHz)
        val bottom = plot.y(range.lowHz)
        // An interval thinner than the line would not be seen: the line stands for it.
        val isSeen = abs(bottom - top) >= line.strokeWidth
        if (isSeen) canvas.drawRect(plot.x(start.atMs), top, plot.data.right, bottom, band)
    }

    private fun drawClaim(
        canvas: Canvas,
        curve: ClockCurve,
    ) {
        val y = plot.y(curve.claimHz ?: return)
        path.rewind()
        path.moveTo(plot.data.left, y)
        path.lineTo(plot.data.right, y)
        canvas.drawPath(path, dashed)
        val text = claimText ?: return
        val above = y - gap - label.fontMetrics.descent
        val below = y - label.fontMetrics.ascent + gap
        // On the side of the line where the curve is not.
        val last = curve.steady.lastOrNull()?.hz ?: curve.warmUp.lastOrNull()?.hz
        val curveIsAbove = last != null && plot.y(last) < y
        val room = plot.data.bottom - y > plot.lineHeight + gap
        canvas.drawText(text, plot.data.right, if (curveIsAbove && room) below else above, label)
    }

    private fun drawWarmUp(
        canvas: Canvas,
        curve: ClockCurve,
    ) {
        line.alpha = WARM_UP_ALPHA
        path.rewind()
        var piece: UInt? = null
        for (point in curve.warmUp) {
            to(point.segment != piece, point.atMs, point.hz)
            piece = point.segment
        }
        // On to the first point of the measurement, so that one curve is seen.
        curve.steady.firstOrNull()?.let { to(curve.warmUp.isEmpty(), it.atMs, it.hz) }
        canvas.drawPath(path, line)
        line.alpha = OPAQUE
    }

    private fun drawSteady(
        canvas: Canvas,
        curve: ClockCurve,
    ) {
        path.rewind()
        curve.steady.forEachIndexed { index, point -> to(index == 0, point.atMs, point.hz) }
        canvas.drawPath(path, line)
    }

    private companion object {
        /** The warm-up is weaker than the measurement, and still has a contrast of 3. */
        const val WARM_UP_ALPHA = 170
        const val OPAQUE = 255
    }
}
