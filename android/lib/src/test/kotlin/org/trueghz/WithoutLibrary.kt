package org.trueghz

import android.content.ContextWrapper
import kotlinx.coroutines.runBlocking
import java.io.File

/** A program that finds no native library: prints how each way into the library ends, twice. */
fun main() {
    val ways =
        listOf<suspend () -> Unit>(
            { Meter().use { it.measure() } },
            { Meter().use { meter -> meter.events().collect { } } },
            { Meter().use { it.clocks() } },
            { Meter().use { it.instructions() } },
            { Meter().use { it.sustained(lengthMs = 1u) } },
            { Meter().use { it.machine() } },
            { History(File("none.jsonl")).read() },
            { replay("{}") },
            { AndroidPlatform.attach(ContextWrapper(null)) },
        )
    repeat(2) {
        for (way in ways) {
            val ended = runCatching { runBlocking { way() } }
            println(ended.exceptionOrNull()?.let { "${it::class.simpleName}: ${it.message}" } ?: "nothing")
        }
    }
}
