package org.trueghz

import kotlinx.coroutines.runBlocking
import java.nio.ByteBuffer
import kotlin.reflect.KClass
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class ErrorsTest {
    private val raw = Vectors.raw("every-reason")

    @Test
    fun `what is no recording is named`() {
        for (text in listOf("", "{}", "42", raw.dropLast(2))) {
            val error = assertFailsWith<TrueGhzException.NotARecording> { runBlocking { replay(text) } }
            assertTrue(error.message!!.isNotEmpty())
        }
    }

    @Test
    fun `a recording of another form is named`() {
        val other = raw.replaceFirst("trueghz-raw/2", "trueghz-raw/99")
        val error = assertFailsWith<TrueGhzException.OtherSchema> { runBlocking { replay(other) } }
        assertTrue("trueghz-raw/99" in error.message!!, error.message)
    }

    /** Faults that no working machine has, injected by the tests' library (bindings/src/faults.rs). */
    private inline fun <reified E : TrueGhzException> faultOf(cpu: UInt): String? =
        Meter().use { meter ->
            val options =
                MeasureOptions(CoreSelection.Cpus(listOf(cpu)), durationMs = 20u, warmUpLimitMs = 20u)
            assertFailsWith<E> { runBlocking { meter.measure(options) } }.message
        }

    @Test
    fun `no clock, no thread and a defect cross by name with their words`() {
        assertTrue("no clock" in faultOf<TrueGhzException.NoClock>(UInt.MAX_VALUE)!!)
        assertTrue("thread" in faultOf<TrueGhzException.NoThread>(UInt.MAX_VALUE - 1u)!!)
        assertTrue("fault-injection" in faultOf<TrueGhzException.Defect>(UInt.MAX_VALUE - 2u)!!)
    }

    /** As they come out of the library, those too that cannot be had on a machine that works. */
    @Test
    fun `each error is a class of its own with its words`() {
        val order =
            listOf(
                TrueGhzException.NoClock::class,
                TrueGhzException.NoThread::class,
                TrueGhzException.NoCore::class,
                TrueGhzException.NotARecording::class,
                TrueGhzException.OtherSchema::class,
                TrueGhzException.Defect::class,
            )
        assertEquals<Set<KClass<*>>>(TrueGhzException::class.sealedSubclasses.toSet(), order.toSet())
        order.forEachIndexed { place, kind ->
            val error = FfiConverterTypeTrueGhzError.read(wire(place + 1, "some words"))
            assertEquals<KClass<*>>(kind, error::class)
            assertEquals("some words", error.message)
        }
        assertFailsWith<RuntimeException> { FfiConverterTypeTrueGhzError.read(wire(order.size + 1, "")) }
    }

    private fun wire(
        variant: Int,
        text: String,
    ): ByteBuffer {
        val buffer = ByteBuffer.allocate(Int.SIZE_BYTES + FfiConverterString.allocationSize(text).toInt())
        buffer.putInt(variant)
        FfiConverterString.write(text, buffer)
        buffer.flip()
        return buffer
    }

    @Test
    fun `an observer's failure carries its reason`() {
        assertTrue("on purpose" in ObserverException.Failed("on purpose").message)
    }
}
