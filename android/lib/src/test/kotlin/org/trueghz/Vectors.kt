package org.trueghz

import kotlinx.serialization.json.Json
import java.io.File

/** Recorded windows and the reports that core makes of them: `tests/vectors`, the same for all languages. */
object Vectors {
    private val folder = File(System.getProperty("vectors"))

    /** The names of all recordings. */
    val names: List<String> =
        folder
            .list()
            .orEmpty()
            .filter { it.startsWith("raw-") && it.endsWith(".json") }
            .map { it.removePrefix("raw-").removeSuffix(".json") }
            .sorted()

    fun raw(name: String): String = folder.resolve("raw-$name.json").readText()

    fun report(name: String): Any? =
        Json.parseToJsonElement(folder.resolve("report-$name.json").readText()).exact()
}
