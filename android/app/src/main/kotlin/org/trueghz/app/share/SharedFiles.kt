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

/** Lets the app that the user chose read the one file that is shared with it. Nothing else is served. */
class SharedFiles : ContentProvider() {
    override fun onCreate(): Boolean = true

    override fun getType(uri: Uri): String? = format(uri)?.mimeType

    override fun query(
        uri: Uri,
        projection: Array<String>?,
        selection: String?,
        selectionArgs: Array<String>?,
        sortOrder: String?,
    ): Cursor {
        val asked = projection ?: arrayOf(OpenableColumns.DISPLAY_NAME, OpenableColumns.SIZE)
        val rows = MatrixCursor(asked)
        val format = format(uri) ?: return rows
        rows.addRow(
            asked.map { column ->
                when (column) {
                    OpenableColumns.DISPLAY_NAME -> format.fileName
                    OpenableColumns.SIZE -> file(known(), format).length()
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
        val format = format(uri) ?: throw FileNotFoundException("$uri is not shared")
        if (mode != "r") throw FileNotFoundException("$uri may only be read")
        return ParcelFileDescriptor.open(file(known(), format), ParcelFileDescriptor.MODE_READ_ONLY)
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

    /** By name from a fixed list, so that no path of a stranger's making is ever opened. */
    private fun format(uri: Uri): ShareFormat? =
        ShareFormat.entries.find {
            listOf(it.fileName) ==
                uri.pathSegments
        }

    companion object {
        private const val AUTHORITY = "org.trueghz.app.files"

        /** Writes [content] to where [uri] is read from. */
        fun write(
            context: Context,
            format: ShareFormat,
            content: ByteArray,
        ) {
            val file = file(context, format)
            file.parentFile?.mkdirs()
            file.writeBytes(content)
        }

        fun uri(format: ShareFormat): Uri =
            Uri
                .Builder()
                .scheme("content")
                .authority(AUTHORITY)
                .appendPath(format.fileName)
                .build()

        private fun file(
            context: Context,
            format: ShareFormat,
        ) = File(File(context.cacheDir, "shared"), format.fileName)
    }
}
