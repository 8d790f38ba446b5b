package org.trueghz

import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir
import java.io.File
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** A device without the native library, and one for whose processor there is none. */
@Timeout(120)
class NotLoadedTest {
    @TempDir
    lateinit var folder: File

    /** How each way into the library ends where [folder] is all that is searched for it. */
    private fun endings(): List<String> {
        val java = File(System.getProperty("java.home"), "bin/java").path
        val classes = System.getProperty("surefire.test.class.path") ?: System.getProperty("java.class.path")
        val searched = listOf("java.library.path", "jna.library.path").map { "-D$it=${folder.path}" }
        val command = listOf(java) + searched + listOf("-classpath", classes, "org.trueghz.WithoutLibraryKt")
        val process = ProcessBuilder(command).directory(folder).start()
        val said = process.inputStream.bufferedReader().readLines()
        assertEquals(0, process.waitFor(), process.errorStream.bufferedReader().readText())
        return said
    }

    private fun assertNotLoaded(endings: List<String>) {
        assertTrue(endings.size > 2, "$endings")
        for (ending in endings) {
            assertTrue(ending.startsWith("NotLoadedException: the native library cannot be loaded: "), ending)
        }
    }

    @Test
    fun `an app without the library gets one exception from every call, each time`() =
        assertNotLoaded(endings())

    @Test
    fun `so does one with a library for another processor`() {
        // The head of a program for 32-bit Arm.
        val head = byteArrayOf(0x7f, 'E'.code.toByte(), 'L'.code.toByte(), 'F'.code.toByte(), 1, 1, 1)
        val other = head + ByteArray(9) + byteArrayOf(3, 0, 40, 0) + ByteArray(100)
        File(folder, System.mapLibraryName("trueghz_ffi")).writeBytes(other)
        assertNotLoaded(endings())
    }
}
