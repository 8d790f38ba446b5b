package org.trueghz.app.model

import java.io.File
import java.io.IOException

/**
 * The records of the last load, line by line as they come, in core's form: records written before
 * the system ended the process open again. In the cache: they are dispensable.
 */
class LoadStore(
    folder: File,
) {
    private val file = File(folder, "load.jsonl")

    /** Begins with [line] what the records will follow; what was there goes. */
    fun begin(line: String) = write { it.writeText(line) }

    fun add(line: String) = write { it.appendText(line) }

    /** The stored records; null if there is nothing to read. */
    fun kept(): String? {
        offTheMainThread()
        return try {
            file.readText().ifEmpty { null }
        } catch (_: IOException) {
            null
        }
    }

    fun clear() {
        offTheMainThread()
        file.delete()
    }

    /** A full disk loses what comes. */
    private fun write(work: (File) -> Unit) {
        offTheMainThread()
        try {
            file.parentFile?.mkdirs()
            work(file)
        } catch (_: IOException) {
            // A damaged line is left out when it is read.
        }
    }
}
