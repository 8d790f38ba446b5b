package org.trueghz

import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.jsonObject
import org.junit.jupiter.api.io.TempDir
import java.io.File
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNotEquals
import kotlin.test.assertTrue

class HistoryTest {
    @TempDir
    lateinit var folder: File

    private val measured = runBlocking { replay(Vectors.raw("two-cores-100ms")) }
    private val report = AnyReport.Measurement(measured)

    @Test
    fun `what is kept is read and removed`(): Unit =
        runBlocking {
            val file = File(folder, "kept.jsonl")
            val history = History(file)
            assertTrue(history.read().reports.isEmpty())
            val first = history.add(report, "in the sun")
            val kept = History(file).read().reports.single()
            assertEquals(first, kept.atUnixMs)
            assertEquals("in the sun", kept.note)
            assertEquals(report, kept.report)
            assertTrue(history.remove(first))
            assertFalse(history.remove(first))
            history.clear()
            assertFalse(file.exists())
        }

    @Test
    fun `lines that cannot be read are counted and cost no other`(): Unit =
        runBlocking {
            val file = File(folder, "kept.jsonl")
            val history = History(file)
            history.add(report)
            file.appendText("{\"schema\":\"trueghz-store/99\"}\nno JSON\n")
            history.add(report)
            val contents = history.read()
            assertEquals(2, contents.reports.size)
            assertEquals(1uL, contents.otherVersions)
            assertEquals(1uL, contents.corrupt)
        }

    @Test
    fun `chosen ones are copied into another history, which replaces what was there`(): Unit =
        runBlocking {
            val history = History(File(folder, "kept.jsonl"))
            val first = history.add(report, "first")
            Thread.sleep(1)
            val second = history.add(report, "second")
            assertNotEquals(first, second)
            val other = File(folder, "other.jsonl").apply { writeText("something else") }
            assertEquals(1uL, history.copy(listOf(second, 1uL), other))
            val copied = History(other).read()
            assertEquals(listOf("second"), copied.reports.map { it.note })
            assertEquals(0uL, copied.corrupt)
            assertEquals(2, history.read().reports.size)
            assertFailsWith<StoreException.File> {
                history.copy(listOf(first), File(folder, "nowhere/other.jsonl"))
            }
        }

    @Test
    fun `a file that cannot be written is an error by name`() {
        val nowhere = History(File(folder, "nowhere/kept.jsonl"))
        val error = assertFailsWith<StoreException.File> { runBlocking { nowhere.add(report) } }
        assertTrue(error.message!!.isNotEmpty())
    }

    @Test
    fun `any report is handed on`() {
        assertTrue(report.found.startsWith("core 0: 3.6945 GHz"), report.found)
        assertEquals(measured.schema, Json.parseToJsonElement(report.toJson()).jsonObject["schema"]!!.exact())
        assertEquals(measured.toCsv(), report.toCsv())
        assertEquals(measured.toText(), report.toText())
    }
}
