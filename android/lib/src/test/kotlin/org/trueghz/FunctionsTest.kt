package org.trueghz

import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.jsonObject
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlin.time.Duration.Companion.microseconds

/** One test for each exported function that no other test is about. */
class FunctionsTest {
    private val report = runBlocking { replay(Vectors.raw("two-cores-100ms")) }
    private val reading = report.cores.first { it.frequencyHz != null }
    private val refused =
        runBlocking { replay(Vectors.raw("every-reason")) }.cores.first {
            it.frequencyHz ==
                null
        }

    @Test
    fun `the version is the build's`() = assertEquals(System.getProperty("trueghz.version"), version())

    @Test
    fun `the machine has cores`() = assertTrue(machine().cores.isNotEmpty())

    @Test
    fun `a frequency is shown in the digits that it carries`() {
        val display = assertNotNull(frequencyDisplay(2_849_731_234.0, 12_345.0))
        assertEquals(Rounded(13.0, 0u, FrequencyUnit.K_HZ), display.uncertainty)
        assertEquals(FrequencyUnit.G_HZ, display.number.unit)
        assertNull(frequencyDisplay(Double.NaN, 1.0))
    }

    @Test
    fun `a reading is shown unless it was refused`() {
        val clock = reading.frequencyHz!!
        val half = maxOf(clock.high - clock.value, clock.value - clock.low)
        assertEquals(frequencyDisplay(clock.value, half), reading.display)
        assertNull(refused.display)
    }

    @Test
    fun `time becomes cycles and cycles become time`() {
        val cycles = assertNotNull(reading.cycles(1.microseconds))
        assertTrue(cycles.low < cycles.value && cycles.value < cycles.high, "$cycles")
        assertEquals(reading.frequencyHz!!.value * 1e-6, cycles.value, 1e-9 * cycles.value)
        val back = assertNotNull(reading.nanoseconds(cycles.value))
        assertEquals(1e3, back.value, 1e-9)
        assertNull(refused.cycles(1.microseconds))
        assertNull(refused.nanoseconds(1.0))
    }

    @Test
    fun `a report is handed on as JSON, CSV and text`() {
        assertEquals(report.schema, Json.parseToJsonElement(report.toJson()).jsonObject["schema"]!!.exact())
        val rows = report.toCsv().trim().lines()
        assertEquals(1 + report.cores.size, rows.size)
        assertTrue(rows[0].startsWith("reading,"), rows[0])
        assertTrue(report.toText().startsWith("TrueGHz "), report.toText())
    }

    @Test
    fun `the log's lines reach a sink, and one that throws is nobody's problem`() {
        val lines = mutableListOf<String>()
        val sink =
            object : LogSink {
                override fun log(
                    level: LogLevel,
                    target: String,
                    message: String,
                ) {
                    lines += "$level $target $message"
                    error("on purpose")
                }
            }
        assertTrue(logTo(sink, LogLevel.TRACE))
        // Something of it logs: an observer that throws does, with the level of a warning.
        runBlocking { ThrowingObserver { error("on purpose") }.watch() }
        assertTrue(logTo(null, LogLevel.ERROR))
        assertTrue(lines.any { it.startsWith("WARN trueghz_ffi") }, "$lines")
        Alive.awaitNone()
    }
}
