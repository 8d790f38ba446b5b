package org.trueghz

import kotlinx.serialization.json.Json
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNotEquals
import kotlin.test.assertTrue

class VectorsTest {
    @TestFactory
    fun `typed records make the same JSON as core`(): List<DynamicTest> =
        Vectors.names.map { name ->
            dynamicTest(name) {
                val report = replayBlocking(Vectors.raw(name))
                val rebuilt = TypedJson.of(report).exact()
                assertEquals(Json.parseToJsonElement(report.toJson()).exact(), rebuilt)
                assertTrue(isSame(Vectors.report(name), rebuilt), "$name is another one: $rebuilt")
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

    @Test
    fun `the comparison with a file sees a part in a million and a missing field`() {
        val exact = { text: String -> Json.parseToJsonElement(text).exact() }
        val same = { a: String, b: String -> isSame(exact(a), exact(b)) }
        assertTrue(same("""{"a": [1.0000000001, null]}""", """{"a": [1.0, null]}"""))
        assertFalse(same("""{"a": [1.000001]}""", """{"a": [1.0]}"""))
        assertFalse(same("""{"a": [1]}""", """{"a": [2]}"""))
        assertFalse(same("""{"a": 1}""", """{"a": 1, "b": null}"""))
        assertFalse(same("[1]", "[1, 1]"))
    }
}
