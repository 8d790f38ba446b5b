package org.trueghz.app.share

import android.content.ContentProvider
import android.content.ContentValues
import android.content.Context
import android.database.Cursor
import android.database.MatrixCursor
import android.net.Uri
import android.os.ParcelFileDescriptor
import android.provider.OpenableColumns
import java.io.File
import java.io.FileNotFoundException
import java.util.UUID

/**
 * Lets the app that the user chose read the one file that is shared with it. Nothing else is served: each
 * file has an address of its own, so that who could read one reading cannot read the next.
 */
class SharedFiles : ContentProvider() {
    override fun onCreate(): Boolean = true

    override fun getType(uri: Uri): String? = kind(uri)?.mimeType

    override fun query(
        uri: Uri,
        projection: Array<String>?,
        selection: String?,
        selectionArgs: Array<String>?,
        sortOrder: String?,
    ): Cursor {
        val asked = projection ?: arrayOf(OpenableColumns.DISPLAY_NAME, OpenableColumns.SIZE)
        val rows = MatrixCursor(asked)
        val file = file(uri) ?: return rows
        rows.addRow(
            asked.map { column ->
                when (column) {
                    OpenableColumns.DISPLAY_NAME -> file.name
                    OpenableColumns.SIZE -> file.length()
                    else -> null
                }
            },
        )
        return rows
    }

    override fun openFile(
        uri: Uri,
        mode: String,
    ): ParcelFileDescriptor {
        val file = file(uri) ?: throw FileNotFoundException("$uri is not shared")
        if (mode != "r") throw FileNotFoundException("$uri may only be read")
        return ParcelFileDescriptor.open(file, ParcelFileDescriptor.MODE_READ_ONLY)
    }

    override fun insert(
        uri: Uri,
        values: ContentValues?,
    ): Uri? = null

    override fun delete(
        uri: Uri,
        selection: String?,
        selectionArgs: Array<String>?,
    ): Int = 0

    override fun update(
        uri: Uri,
        values: ContentValues?,
        selection: String?,
        selectionArgs: Array<String>?,
    ): Int = 0

    private fun known(): Context = checkNotNull(context) { "asked before it was made" }

    /** By a token of our making and a name from a fixed list: no path of a stranger's is ever opened. */
    private fun kind(uri: Uri): Shared? {
        val (token, name) = uri.pathSegments.takeIf { it.size == 2 } ?: return null
        return KINDS.find { it.fileName == name && TOKEN.matches(token) }
    }

    private fun file(uri: Uri): File? =
        kind(uri)?.let { File(File(folder(known()), uri.pathSegments.first()), it.fileName) }

    companion object {
        private const val AUTHORITY = "org.trueghz.app.files"

        /** As a UUID is written. */
        private val TOKEN = Regex("[0-9a-f-]{36}")

        /** So many are kept, since an app may read later; the oldest go. */
        private const val KEPT = 4

        private val KINDS = ShareFormat.entries + SharedHistory

        /** Writes [content], and returns where it is read from. */
        fun write(
            context: Context,
            kind: Shared,
            content: ByteArray,
        ): Uri = address(place(context, kind).apply { writeBytes(content) })

        /** Where a file of this kind may be written, to be shared then. */
        fun place(
            context: Context,
            kind: Shared,
        ): File {
            val all = folder(context).listFiles().orEmpty().sortedBy(File::lastModified)
            all.dropLast(KEPT - 1).forEach(File::deleteRecursively)
            val own = File(folder(context), UUID.randomUUID().toString()).also(File::mkdirs)
            return File(own, kind.fileName)
        }

        /** Where the file of a [place] is read from. */
        fun address(file: File): Uri =
            Uri
                .Builder()
                .scheme("content")
                .authority(AUTHORITY)
                .appendPath(checkNotNull(file.parentFile).name)
                .appendPath(file.name)
                .build()

        private fun folder(context: Context) = File(context.cacheDir, "shared")
    }
}
