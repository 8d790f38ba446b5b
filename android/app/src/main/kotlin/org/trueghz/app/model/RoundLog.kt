package org.trueghz.app.model

import org.trueghz.MeasurementReport
import org.trueghz.toCsv
import java.io.File
import java.io.IOException
import java.util.Locale

/**
 * The rounds of a watch as CSV, as `trueghz --watch --csv` writes them: a row for each core of each round. In
 * the cache, and only until the next watch.
 */
class RoundLog(
    private val file: File,
) {
    /** A watch begins: what the one before left goes. */
    fun begin() {
        offTheMainThread()
        file.delete()
    }

    /**
     * Adds the round of number [round], from 1, which began [atMs] milliseconds after the first. A full disk
     * loses it.
     */
    fun add(
        report: MeasurementReport,
        round: Int,
        atMs: Long,
    ) {
        offTheMainThread()
        val lines = report.toCsv().split(CSV_END).filter(String::isNotEmpty)
        val place = String.format(Locale.ROOT, "%d,%.3f,", round, atMs / MS_PER_S)
        // In the place of the first two columns, `reading` and `at_s`: each report has those of an only one.
        val rows = lines.drop(1).map { place + it.split(',', limit = 3).last() }
        val head = if (round == 1) lines.take(1) else emptyList()
        try {
            file.parentFile?.mkdirs()
            file.appendText((head + rows).joinToString("") { it + CSV_END })
        } catch (_: IOException) {
            // The rounds before stay.
        }
    }

    /** All of it; empty if the system has emptied the cache. */
    fun csv(): ByteArray {
        offTheMainThread()
        return try {
            file.readBytes()
        } catch (_: IOException) {
            ByteArray(0)
        }
    }

    private companion object {
        const val CSV_END = "\r\n"
        const val MS_PER_S = 1e3
    }
}
