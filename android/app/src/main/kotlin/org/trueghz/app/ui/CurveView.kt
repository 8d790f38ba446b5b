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
import org.trueghz.ffi.ClockCurve
import org.trueghz.ffi.WarmUpSample
import kotlin.math.abs

/** The clock over time: the warm-up fades into the measurement; core says where everything is. */
class CurveView(
    context: Context,
    attributes: AttributeSet?,
) : View(context, attributes) {
    private val numbers = Numbers(resources.configuration.locales[0])
    private val plot = Plot(context, numbers)
    private val line =
        Paint(Paint.ANTI_ALIAS_FLAG).apply {
            style = Paint.Style.STROKE
            strokeWidth = resources.getDimension(R.dimen.curve_line)
            strokeCap = Paint.Cap.ROUND
            strokeJoin = Paint.Join.ROUND
            color = context.getColor(R.color.measured)
        }
    private val band = Paint().apply { color = context.getColor(R.color.measured_band) }
    private val claim =
        Paint(Paint.ANTI_ALIAS_FLAG).apply {
            style = Paint.Style.STROKE
            strokeWidth = resources.getDimension(R.dimen.claim_line)
            color = context.getColor(R.color.claimed)
            val dash = resources.getDimension(R.dimen.claim_dash)
            pathEffect = DashPathEffect(floatArrayOf(dash, dash), 0f)
        }
    private val claimLabel =
        TextPaint(Paint.ANTI_ALIAS_FLAG).apply {
            textSize = resources.getDimension(R.dimen.plot_label)
            color = context.getColor(R.color.claimed)
            textAlign = Paint.Align.RIGHT
        }
    private val grid =
        Paint().apply {
            color = context.getColor(R.color.grid)
            strokeWidth = resources.getDimension(R.dimen.hairline)
        }
    private val beside = resources.getDimension(R.dimen.plot_gap)
    private val path = Path()

    private var curve: ClockCurve? = null
    private var claimText: String? = null
    private var untilMs: Double? = null

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

    /** A quiet grid where a curve will be. */
    private fun drawEmpty(canvas: Canvas) {
        for (index in 0..EMPTY_LINES) {
            val y = (height - grid.strokeWidth) * index / EMPTY_LINES
            canvas.drawLine(0f, y, width.toFloat(), y, grid)
        }
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
        canvas.drawPath(path, claim)
        val text = claimText ?: return
        val above = y - beside - claimLabel.fontMetrics.descent
        val below = y - claimLabel.fontMetrics.ascent + beside
        // On the side of the line where the curve is not.
        val last = curve.steady.lastOrNull()?.hz ?: curve.warmUp.lastOrNull()?.hz
        val curveIsAbove = last != null && plot.y(last) < y
        val room = plot.data.bottom - y > plot.lineHeight + beside
        canvas.drawText(text, plot.data.right, if (curveIsAbove && room) below else above, claimLabel)
    }

    private fun drawWarmUp(
        canvas: Canvas,
        curve: ClockCurve,
    ) {
        line.alpha = WARM_UP_ALPHA
        path.rewind()
        curve.warmUp.forEachIndexed { index, sample -> to(index == 0, sample) }
        // On to the first point of the measurement, so that one curve is seen.
        curve.steady.firstOrNull()?.let {
            if (curve.warmUp.isNotEmpty()) {
                path.lineTo(
                    plot.x(it.atMs),
                    plot.y(it.hz),
                )
            }
        }
        canvas.drawPath(path, line)
        line.alpha = OPAQUE
    }

    private fun to(
        first: Boolean,
        sample: WarmUpSample,
    ) {
        val x = plot.x(sample.atMs)
        val y = plot.y(sample.hz)
        if (first) path.moveTo(x, y) else path.lineTo(x, y)
    }

    private fun drawSteady(
        canvas: Canvas,
        curve: ClockCurve,
    ) {
        path.rewind()
        curve.steady.forEachIndexed { index, point ->
            val x = plot.x(point.atMs)
            val y = plot.y(point.hz)
            if (index == 0) path.moveTo(x, y) else path.lineTo(x, y)
        }
        canvas.drawPath(path, line)
    }

    private companion object {
        /** The height of a curve in parts of its width, at most. */
        const val TALLEST = 0.6f

        const val EMPTY_LINES = 4

        /** The warm-up is weaker than the measurement, and still has a contrast of 3. */
        const val WARM_UP_ALPHA = 170
        const val OPAQUE = 255
    }
}
