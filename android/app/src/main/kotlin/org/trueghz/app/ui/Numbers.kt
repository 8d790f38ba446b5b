package org.trueghz.app.ui

import android.content.Context
import org.trueghz.FrequencyUnit
import org.trueghz.LocaleStyle
import org.trueghz.MeasuredNumber
import org.trueghz.Rounded
import org.trueghz.RoundedNumber
import org.trueghz.app.R
import java.text.DecimalFormat
import java.text.NumberFormat
import java.util.Locale

/** Writes core's numbers with the digits and separators of [locale]. What is rounded, and how, is core's. */
class Numbers(
    private val locale: Locale,
) {
    private val format =
        (NumberFormat.getNumberInstance(locale) as DecimalFormat).apply {
            // The true minus: a hyphen is too short beside digits.
            decimalFormatSymbols = decimalFormatSymbols.apply { minusSign = MINUS }
        }
    private val signed = (format.clone() as DecimalFormat).apply { positivePrefix = "+" }

    fun number(number: RoundedNumber): String = written(format, number.value, number.decimals)

    /** With its sign, also where it is plus. */
    fun signed(number: RoundedNumber): String =
        if (number.value == 0.0) number(number) else written(signed, number.value, number.decimals)

    /** The digits of a frequency, without its unit. */
    fun digits(frequency: Rounded): String = written(format, frequency.value, frequency.decimals)

    fun frequency(frequency: Rounded): String = digits(frequency) + NO_BREAK_SPACE + unit(frequency.unit)

    /** With its sign, also where it is plus. */
    fun signed(
        size: Rounded,
        isNegative: Boolean,
    ): String {
        val sign =
            when {
                size.value == 0.0 -> ""
                isNegative -> MINUS.toString()
                else -> "+"
            }
        return sign + frequency(size)
    }

    /** "1 ± 0.002", or the number alone where its uncertainty is unknown. */
    fun measured(number: MeasuredNumber): String {
        val uncertainty = number.uncertainty ?: return number(number.value)
        return number(number.value) + NO_BREAK_SPACE + "±" + NO_BREAK_SPACE + number(uncertainty)
    }

    fun count(count: ULong): String = NumberFormat.getIntegerInstance(locale).format(count.toLong())

    /** "0–3, 6": neighbours as a range. */
    fun cpus(cpus: List<UInt>): String {
        val runs = mutableListOf<UIntRange>()
        for (cpu in cpus.sorted()) {
            val last = runs.lastOrNull()
            if (last != null && last.last + 1u == cpu) {
                runs[runs.lastIndex] = last.first..cpu
            } else {
                runs += cpu..cpu
            }
        }
        return runs.joinToString { run ->
            val first = count(run.first.toULong())
            if (run.first == run.last) first else first + RANGE + count(run.last.toULong())
        }
    }

    fun unit(unit: FrequencyUnit): String =
        when (unit) {
            FrequencyUnit.HZ -> "Hz"
            FrequencyUnit.K_HZ -> "kHz"
            FrequencyUnit.M_HZ -> "MHz"
            FrequencyUnit.G_HZ -> "GHz"
        }

    /** Digits and separators of this locale, for the texts in [language] that the library writes. */
    fun style(language: String): LocaleStyle =
        with(format.decimalFormatSymbols) {
            val (point, thousands) = decimalSeparator.toString() to groupingSeparator.toString()
            LocaleStyle(language, point, thousands, zeroDigit.toString(), minusSign.toString())
        }

    private fun written(
        format: DecimalFormat,
        value: Double,
        decimals: ULong,
    ): String {
        format.minimumFractionDigits = decimals.toInt()
        format.maximumFractionDigits = decimals.toInt()
        return format.format(value)
    }

    private companion object {
        const val MINUS = '\u2212'
        const val NO_BREAK_SPACE = "\u00a0"
        const val RANGE = "–"
    }
}

/** The language of this [context], and how it writes numbers. */
fun localeStyle(context: Context): LocaleStyle =
    Numbers(context.resources.configuration.locales[0]).style(context.getString(R.string.language))
