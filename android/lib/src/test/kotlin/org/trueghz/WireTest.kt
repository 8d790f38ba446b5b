package org.trueghz

import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory
import java.nio.ByteBuffer
import kotlin.enums.EnumEntries
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertIs

/** The enums that no report holds, as they come over the wire: by their place, from 1. */
class WireTest {
    private fun <T : Enum<T>> comesByPlace(
        name: String,
        entries: EnumEntries<T>,
        converter: FfiConverterRustBuffer<T>,
    ) = dynamicTest(name) {
        for (entry in entries) assertEquals(entry, converter.read(wire(entry.ordinal + 1)))
        assertFailsWith<RuntimeException> { converter.read(wire(entries.size + 1)) }
    }

    @Test
    fun `an unknown rate comes with what is stated`() {
        val stated =
            ByteBuffer
                .allocate(
                    Int.SIZE_BYTES + Long.SIZE_BYTES,
                ).putInt(2)
                .putLong(-1L)
                .apply { flip() }
        assertEquals(UnknownRate.NotInCpuid, FfiConverterTypeUnknownRate.read(wire(1)))
        assertEquals(UnknownRate.NotBelieved(ULong.MAX_VALUE), FfiConverterTypeUnknownRate.read(stated))
        assertEquals(UnknownRate.Mock, FfiConverterTypeUnknownRate.read(wire(3)))
        assertFailsWith<RuntimeException> { FfiConverterTypeUnknownRate.read(wire(4)) }
        assertEquals(3, UnknownRate::class.sealedSubclasses.size)
    }

    private fun wire(place: Int) = ByteBuffer.allocate(Int.SIZE_BYTES).putInt(place).apply { flip() }

    @TestFactory
    fun enums(): List<DynamicTest> =
        listOf(
            comesByPlace("counts in sleep", SuspendBehaviour.entries, FfiConverterTypeSuspendBehaviour),
            comesByPlace("unit", FrequencyUnit.entries, FfiConverterTypeFrequencyUnit),
            comesByPlace("log level", LogLevel.entries, FfiConverterTypeLogLevel),
            comesByPlace("no clock", NotAClock.entries, FfiConverterTypeNotAClock),
            comesByPlace("source of a rate", RateSource.entries, FfiConverterTypeRateSource),
            comesByPlace("urgency", ThreadPriority.entries, FfiConverterTypeThreadPriority),
            comesByPlace("end of the warm-up", WarmUpEnd.entries, FfiConverterTypeWarmUpEnd),
        )

    @Test
    fun `a frequency comes in each unit`() {
        val units = listOf(5e9, 5e6, 5e3, 5.0).map { hz -> frequencyDisplay(hz, hz / 1e3)!!.uncertainty.unit }
        assertEquals(4, FrequencyUnit.entries.size)
        assertEquals(
            listOf(FrequencyUnit.M_HZ, FrequencyUnit.K_HZ, FrequencyUnit.HZ, FrequencyUnit.HZ),
            units,
        )
    }

    @Test
    fun `a whole stream of events comes over`() =
        runBlocking<Unit> { assertIs<MeterEvent.Ended>(Meter().use { it.events(job(50u)).toList() }.last()) }
}
