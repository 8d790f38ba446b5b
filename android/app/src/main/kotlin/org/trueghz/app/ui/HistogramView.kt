package org.trueghz.app.ui

import android.content.Context
import android.graphics.Canvas
import android.graphics.Paint
import android.util.AttributeSet
import android.view.View
import org.trueghz.WindowHistogram
import org.trueghz.app.R

/**
 * Number of windows by excess time over an undisturbed one: those that count, above them the
 * others.
 */
class HistogramView(
    context: Context,
    attributes: AttributeSet?,
) : View(context, attributes) {
    private val plot = Plot(context, Numbers(resources.configuration.locales[0]))
    private val kept = Paint().apply { color = context.getColor(R.color.measured) }
    private val dropped = Paint().apply { color = context.getColor(R.color.dropped) }
    private val between = resources.getDimension(R.dimen.hairline)

    private var histogram: WindowHistogram? = null

    fun show(histogram: WindowHistogram) {
        this.histogram = histogram
        invalidate()
    }

    override fun onDraw(canvas: Canvas) {
        val histogram = histogram ?: return
        plot.layOut(width, height, histogram.axis, up = null)
        plot.countingTo(histogram.bins.maxOf { (it.kept + it.dropped).toFloat() })
        plot.drawGrid(canvas, upUnit = "", acrossUnit = context.getString(R.string.unit_ppm))
        for (bin in histogram.bins) {
            val left = plot.x(bin.lowPpm) + between
            val right = plot.x(bin.highPpm) - between
            val middle = plot.y(bin.kept.toDouble())
            canvas.drawRect(left, middle, right, plot.data.bottom, kept)
            canvas.drawRect(left, plot.y((bin.kept + bin.dropped).toDouble()), right, middle, dropped)
        }
    }
}
