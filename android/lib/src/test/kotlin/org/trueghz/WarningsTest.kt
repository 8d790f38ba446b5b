package org.trueghz

import kotlinx.coroutines.runBlocking
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

/** Verdicts, reasons and warnings: each arrives as its own, and has its words. */
class WarningsTest {
    private fun readings(name: String) = runBlocking { replay(Vectors.raw(name)) }.cores

    @Test
    fun `every warning of the core arrives as a class of its own`() {
        val arrived = readings("every-warning").flatMap { it.warnings }.map { it::class }.toSet()
        assertEquals(Warning::class.sealedSubclasses.toSet(), arrived)
    }

    @Test
    fun `every warning has a code of its own, a text and advice`() {
        val warnings = readings("every-warning").flatMap { it.warnings }.distinctBy { it::class }
        val words = warnings.map { it.words }
        assertEquals(warnings.size, words.map { it.code }.toSet().size)
        for ((warning, said) in warnings.zip(words)) {
            val name = warning::class.simpleName!!
            assertEquals(name.lowercase(), said.code.replace("_", ""))
            assertTrue(said.text.isNotEmpty() && !said.advice.isNullOrEmpty(), name)
        }
    }

    @Test
    fun `warnings that change the meaning of the number are urgent`() {
        val warnings = readings("every-warning").flatMap { it.warnings }
        val urgent = warnings.filter { it.isUrgent }.map { it.words.code }.toSet()
        val codes =
            "affinity_refused background clocks_disagree factor_suspected low_power thermal_pressure " +
                "warm_up_incomplete"
        assertEquals(codes.split(" ").toSet(), urgent)
    }

    @Test
    fun `every reason arrives, and has a code, a text and advice`() {
        val refused = readings("every-reason")
        assertEquals(RefusalReason.entries.toSet(), refused.mapNotNull { it.reason }.toSet())
        assertTrue(refused.filter { it.reason != null }.all { it.verdict == Verdict.REFUSED })
        for (reason in RefusalReason.entries) {
            val words = reason.words
            assertEquals(reason.name.lowercase(), words.code)
            assertTrue(words.text.isNotEmpty() && assertNotNull(words.advice).isNotEmpty(), "$reason")
        }
    }

    @Test
    fun `a varying clock has the advice that fits the reading`() {
        val reading = readings("two-cores-100ms").first().copy(warnings = emptyList())
        assertNull(reading.advice)
        val varying = reading.copy(verdict = Verdict.VARYING, timeLine = emptyList())
        assertEquals("varying", assertNotNull(varying.advice).code)
        val hot = varying.copy(conditions = varying.conditions.copy(thermal = ThermalStatus.SEVERE))
        val words = assertNotNull(hot.advice)
        assertEquals("varying_hot", words.code)
        assertEquals(Verdict.VARYING.words.text, words.text)
        assertTrue(!words.advice.isNullOrEmpty() && words.advice != varying.advice?.advice)
    }

    @Test
    fun `every verdict has a code and a text`() {
        for (verdict in Verdict.entries) {
            val words = verdict.words
            assertEquals(verdict.name.lowercase(), words.code)
            assertTrue(words.text.isNotEmpty(), "$verdict")
        }
    }
}
