package org.trueghz

import kotlinx.serialization.json.Json
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory
import org.trueghz.ffi.replay
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotEquals
import kotlin.test.assertTrue

class VectorsTest {
    @TestFactory
    fun `typed records make the same JSON as core`(): List<DynamicTest> =
        Vectors.names.map { name ->
            dynamicTest(name) {
                val report = replay(Vectors.raw(name))
                val rebuilt = TypedJson.of(report).exact()
                assertEquals(Vectors.report(name), rebuilt)
                assertEquals(Json.parseToJsonElement(report.toJson()).exact(), rebuilt)
            }
        }

    @Test
    fun `there are recordings`() {
        assertTrue(Vectors.names.containsAll(listOf("two-cores-100ms", "every-warning", "every-reason")))
    }

    @Test
    fun `the comparison sees a last digit and a kind of number`() {
        val exact = { text: String -> Json.parseToJsonElement(text).exact() }
        assertEquals(exact("""{"a": 1e3, "b": [1, null]}"""), exact("""{"b": [1, null], "a": 1000.0}"""))
        assertNotEquals(exact("0.1"), exact("0.10000000000000002"))
        assertNotEquals(exact("1"), exact("1.0"))
        assertNotEquals(exact("18446744073709551615"), exact("18446744073709551614"))
        assertNotEquals(exact("\"1\""), exact("1"))
    }
}
