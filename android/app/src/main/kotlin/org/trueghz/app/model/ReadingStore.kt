package org.trueghz.app.model

import java.io.File
import java.io.IOException

/**
 * The windows of the last measurement, for the case that the system ends the process. In the cache:
 * they are dispensable.
 */
class ReadingStore(
    private val folder: File,
) {
    private val file = File(folder, "windows.json")

    /** Keeps [windowsJson] in the place of the previous one; a full disk loses it. */
    fun keep(windowsJson: String) {
        offTheMainThread()
        val new = File(folder, "windows.json.new")
        try {
            folder.mkdirs()
            new.writeText(windowsJson)
            // The file appears under its name only when it is whole.
            new.renameTo(file)
        } catch (_: IOException) {
            new.delete()
        }
    }

    /** The stored windows; null if there is nothing to read. */
    fun kept(): String? {
        offTheMainThread()
        return try {
            file.readText()
        } catch (_: IOException) {
            null
        }
    }

    fun clear() {
        offTheMainThread()
        file.delete()
    }
}
