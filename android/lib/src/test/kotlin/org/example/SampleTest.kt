package org.example

import kotlinx.coroutines.runBlocking
import java.io.File
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue

/** The sample of the library's README is this package's, and works. */
class SampleTest {
    private val project = File(System.getProperty("vectors"), "../..")

    private fun text(file: String) = File(project, "android/lib/$file").readText()

    @Test
    fun `the README shows the sample as it is compiled`() {
        val shown = text("README.md").substringAfter("```kotlin\npackage").substringBefore("```")
        assertEquals(text("src/test/kotlin/org/example/Sample.kt"), "package$shown")
    }

    @Test
    fun `the sample shows the clock of this machine`() {
        val shown = mutableListOf<String>()
        runBlocking { showClocks { shown += it } }
        assertTrue(": " in shown.last(), "$shown")
        assertFalse(shown.any { it.startsWith("TrueGHz is not") || it.startsWith("Nothing") }, "$shown")
    }
}
