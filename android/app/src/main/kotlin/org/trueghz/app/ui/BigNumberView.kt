package org.trueghz.app.ui

import android.content.Context
import android.graphics.Canvas
import android.graphics.Typeface
import android.text.TextPaint
import android.util.AttributeSet
import android.view.View
import org.trueghz.FrequencyDisplay
import org.trueghz.FrequencyUnit
import org.trueghz.RangeNumbers
import org.trueghz.Rounded
import org.trueghz.app.R
import kotlin.math.ceil
import kotlin.math.min

/**
 * The number: as large as its place allows, its digits all of one width. The last digit can still change and
 * is drawn weaker. While the number settles, the unit stays where it is.
 */
class BigNumberView(
    context: Context,
    attributes: AttributeSet?,
) : View(context, attributes) {
    private val largest = resources.getDimension(R.dimen.number)
    private val digits =
        TextPaint(TextPaint.ANTI_ALIAS_FLAG).apply {
            typeface = Typeface.create("sans-serif", Typeface.NORMAL)
            fontFeatureSettings = "tnum"
            letterSpacing = TIGHT
        }
    private val unit =
        TextPaint(TextPaint.ANTI_ALIAS_FLAG).apply {
            typeface = Typeface.create("sans-serif", Typeface.NORMAL)
            color = context.getColor(R.color.on_surface_quiet)
        }
    private val strong = context.getColor(R.color.on_surface)
    private val weak = context.getColor(R.color.guard_digit)

    private var carried = ""
    private var guard = ""
    private var unitText = ""

    /**
     * The widest text that the number's place must hold, so that neither size nor unit change while
     * it settles.
     */
    private var place = ""

    /** Shows [frequency], or a dash that is [spoken] otherwise; [settling] keeps room for digits to come. */
    fun show(
        frequency: FrequencyDisplay?,
        numbers: Numbers,
        settling: Boolean,
        spoken: String,
    ) {
        val text = frequency?.let { numbers.digits(it.number) }
        val weakDigits = if (frequency != null && frequency.carriedDigits > 0uL) 1 else text?.length ?: 0
        carried = text?.dropLast(weakDigits) ?: ""
        guard = text?.takeLast(weakDigits) ?: context.getString(R.string.number_none)
        unitText = numbers.unit(frequency?.number?.unit ?: FrequencyUnit.G_HZ)
        place = if (settling) room(numbers, frequency?.number) else ""
        contentDescription = frequency?.let { numbers.frequency(it.number) } ?: spoken
        requestLayout()
        invalidate()
    }

    /** Shows [moment], which passes: all digits are weak, and nothing is claimed of it. */
    fun showPassing(
        moment: Rounded,
        numbers: Numbers,
    ) {
        carried = ""
        guard = numbers.digits(moment)
        unitText = numbers.unit(moment.unit)
        place = room(numbers, null)
        requestLayout()
        invalidate()
    }

    /** Shows a number as [text], all of whose digits are shown alike, or a dash; [spoken] describes it. */
    fun show(
        text: String?,
        unit: String,
        spoken: String,
    ) {
        carried = text ?: ""
        guard = if (text == null) context.getString(R.string.number_none) else ""
        unitText = unit
        // The unit stays where it is as long as there are as many digits.
        if (text?.length != place.length) place = text ?: USUAL_NOW
        contentDescription = spoken
        requestLayout()
        invalidate()
    }

    /** Shows what the clock was at least: digits that all hold. */
    fun showBound(
        bound: Rounded,
        numbers: Numbers,
    ) {
        carried = numbers.digits(bound)
        guard = ""
        unitText = numbers.unit(bound.unit)
        place = ""
        contentDescription = context.getString(R.string.number_at_least_of, numbers.frequency(bound))
        requestLayout()
        invalidate()
    }

    /** Shows both levels of a clock that switched [between] them. */
    fun showBetween(
        between: RangeNumbers,
        numbers: Numbers,
    ) {
        val (low, high) = between
        carried = context.getString(R.string.number_between, numbers.digits(low), numbers.digits(high))
        guard = ""
        unitText = numbers.unit(high.unit)
        place = ""
        contentDescription =
            context.getString(R.string.number_range, numbers.frequency(low), numbers.frequency(high))
        requestLayout()
        invalidate()
    }

    private fun room(
        numbers: Numbers,
        number: Rounded?,
    ): String {
        val usual = Rounded(0.0, USUAL_DECIMALS, FrequencyUnit.G_HZ)
        return numbers.digits(if (number == null || number.decimals <= USUAL_DECIMALS) usual else number)
    }

    override fun onMeasure(
        widthMeasureSpec: Int,
        heightMeasureSpec: Int,
    ) {
        val width = MeasureSpec.getSize(widthMeasureSpec)
        fit(width - paddingLeft - paddingRight)
        val metrics = digits.fontMetrics
        val height = ceil(metrics.descent - metrics.ascent).toInt() + paddingTop + paddingBottom
        setMeasuredDimension(width, resolveSize(height, heightMeasureSpec))
    }

    /** Makes the text as large as fits into [width]. */
    private fun fit(width: Int) {
        size(largest)
        val needed = writtenWidth() + unitWidth()
        if (needed > width) size(largest * min(1f, width / needed))
    }

    private fun size(size: Float) {
        digits.textSize = size
        unit.textSize = size * UNIT_SIZE
    }

    /**
     * The width of the present or future text: a dash stands where the number begins, and the unit
     * where it ends.
     */
    private fun writtenWidth(): Float {
        val text = carried + guard
        // Digits are all of one width, but for what rounding makes of it: the unit would move by a pixel.
        if (text.length <= place.length) return digits.measureText(place)
        return maxOf(digits.measureText(text), digits.measureText(place))
    }

    private fun unitWidth() = if (unitText.isEmpty()) 0f else gap() + unit.measureText(unitText)

    private fun gap() = digits.textSize * GAP

    override fun onDraw(canvas: Canvas) {
        // Numbers run from left to right in every script; the whole stands at the side where reading starts.
        val whole = writtenWidth() + unitWidth()
        val start =
            if (layoutDirection ==
                LAYOUT_DIRECTION_RTL
            ) {
                width - paddingRight - whole
            } else {
                paddingLeft.toFloat()
            }
        val baseline = paddingTop - digits.fontMetrics.ascent
        digits.color = strong
        canvas.drawText(carried, start, baseline, digits)
        digits.color = weak
        canvas.drawText(guard, start + digits.measureText(carried), baseline, digits)
        canvas.drawText(unitText, start + writtenWidth() + gap(), baseline, unit)
    }

    private companion object {
        /** Large digits look loose at the usual distance. */
        const val TIGHT = -0.02f

        /** The unit next to the number, and the room between, as fractions of the digits' size. */
        const val UNIT_SIZE = 0.36f
        const val GAP = 0.14f

        /** As wide as the present clock will be. */
        const val USUAL_NOW = "0.00"

        /** Digits after the point of a settled reading in GHz, by a usual reference clock. */
        const val USUAL_DECIMALS = 4uL
    }
}
