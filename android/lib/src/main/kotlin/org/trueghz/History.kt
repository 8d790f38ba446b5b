package org.trueghz

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import java.io.File

/**
 * Reports that are kept on this device: a file of versioned lines, which the core reads and writes.
 *
 * A line that is damaged, or that another version wrote, is counted, and costs no other. Nothing here blocks
 * the caller's thread, and several histories may share a file. Each function throws [NotLoadedException] if
 * this device cannot load the native library.
 *
 * @param file where; one that is not there is an empty history, and the first report begins it.
 */
public class History(
    private val file: File,
) {
    /**
     * Keeps a report: when this returns it is on the disk. If there are many windows, it keeps a
     * sample.
     *
     * @param note the user's note.
     * @return when it was kept, in milliseconds since 1970, which names it.
     * @throws StoreException if the file cannot be written.
     */
    public suspend fun add(
        report: AnyReport,
        note: String? = null,
    ): ULong = using { it.append(report, note) }

    /**
     * All of it, in the order in which it was kept.
     *
     * @throws StoreException if the file cannot be read.
     */
    public suspend fun read(): StoreContents = using { it.read() }

    /**
     * Writes the reports that were kept at these times into another file, which is a history again
     * (`trueghz history` opens it) and replaces what was there.
     *
     * @return how many there were.
     * @throws StoreException if a file cannot be read or written.
     */
    public suspend fun copy(
        atUnixMs: Collection<ULong>,
        to: File,
    ): ULong = using { it.copy(atUnixMs.toList(), to.path) }

    /**
     * Removes the report that was kept then: nothing of it is left in the file.
     *
     * @return whether there was one.
     * @throws StoreException if the file cannot be written.
     */
    public suspend fun remove(atUnixMs: ULong): Boolean = using { it.remove(atUnixMs) }

    /**
     * Removes all, and the file.
     *
     * @throws StoreException where that cannot be done.
     */
    public suspend fun clear(): Unit = using { it.clear() }

    private suspend fun <T> using(work: (ReportStore) -> T): T =
        withContext(Dispatchers.IO) {
            NativeStart.start()
            ReportStore(file.path).use(work)
        }
}
