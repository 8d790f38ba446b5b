package org.trueghz.app

import org.junit.Test
import org.trueghz.FrequencyUnit
import org.trueghz.LocaleStyle
import org.trueghz.MeasuredNumber
import org.trueghz.Rounded
import org.trueghz.RoundedNumber
import org.trueghz.app.ui.Numbers
import java.util.Locale
import kotlin.test.assertEquals

class NumbersTest {
    private val english = Numbers(Locale.ENGLISH)
    private val german = Numbers(Locale.GERMAN)

    @Test
    fun `digits are core's, separators are the language's`() {
        val rounded = Rounded(3.1, 4uL, FrequencyUnit.G_HZ)
        assertEquals("3.1000\u00a0GHz", english.frequency(rounded))
        assertEquals("3,1000\u00a0GHz", german.frequency(rounded))
        val arabic = Numbers(Locale.forLanguageTag("ar-EG-u-nu-arab"))
        assertEquals("٣٫١٠٠٠", arabic.digits(rounded))
    }

    @Test
    fun `the library is told how the language writes`() {
        assertEquals(LocaleStyle("de", ",", ".", "0", "−"), german.style("de"))
        val arabic = Numbers(Locale.forLanguageTag("ar-EG-u-nu-arab"))
        assertEquals(LocaleStyle("en", "٫", "٬", "٠", "−"), arabic.style("en"))
    }

    @Test
    fun `units are written as engineers do`() {
        val units = FrequencyUnit.entries.map { english.frequency(Rounded(12.0, 0uL, it)) }
        assertEquals(listOf("12\u00a0Hz", "12\u00a0kHz", "12\u00a0MHz", "12\u00a0GHz"), units)
    }

    @Test
    fun `signs are true ones, and zero has none`() {
        assertEquals("−0.20", english.signed(RoundedNumber(-0.2, 2uL)))
        assertEquals("+0.20", english.signed(RoundedNumber(0.2, 2uL)))
        assertEquals("0.00", english.signed(RoundedNumber(0.0, 2uL)))
        assertEquals("−3", english.number(RoundedNumber(-3.0, 0uL)))
    }

    @Test
    fun `thousands are separated`() {
        assertEquals("12,345", english.number(RoundedNumber(12_345.0, 0uL)))
        assertEquals("12.345,5", german.number(RoundedNumber(12_345.5, 1uL)))
    }

    @Test
    fun `an uncertainty stands beside its number where it is known`() {
        val one = RoundedNumber(1.0, 3uL)
        assertEquals(
            "1.000\u00a0±\u00a00.002",
            english.measured(MeasuredNumber(one, RoundedNumber(0.002, 3uL))),
        )
        assertEquals("1.000", english.measured(MeasuredNumber(one, null)))
    }

    @Test
    fun `cores that follow one another are a range`() {
        assertEquals("0–3, 6", english.cpus(listOf(6u, 0u, 1u, 3u, 2u)))
        assertEquals("7", english.cpus(listOf(7u)))
        assertEquals("4–5", english.cpus(listOf(4u, 5u)))
    }
}
