package org.trueghz.app.opened

import android.content.ContentResolver
import android.content.Context
import android.content.Intent
import android.net.Uri
import android.os.BadParcelableException
import android.os.Parcelable
import org.trueghz.app.model.Failure
import org.trueghz.app.model.NotOpened
import java.io.ByteArrayOutputStream
import java.io.IOException
import java.io.InputStream

/** A file of raw data that another app hands over. */
class RawFile(
    context: Context,
    private val place: Uri,
) {
    private val files: ContentResolver = context.applicationContext.contentResolver

    /**
     * Its text. Takes its time: not for the thread that draws.
     *
     * @throws NotOpened if it cannot be read, or is larger than any recording.
     */
    fun text(): String {
        val bytes =
            try {
                // A path could lead to files of our own, which other apps may not name.
                val isOfOthers = place.scheme == ContentResolver.SCHEME_CONTENT
                val stream = if (isOfOthers) files.openInputStream(place) else null
                stream?.use { it.readAtMost(MOST_BYTES + 1) }
            } catch (failed: IOException) {
                throw NotOpened(Failure.Kind.UNREADABLE, failed)
            } catch (failed: SecurityException) {
                throw NotOpened(Failure.Kind.UNREADABLE, failed)
            }
        return checked(bytes).decodeToString()
    }

    private fun checked(bytes: ByteArray?): ByteArray {
        if (bytes == null) throw NotOpened(Failure.Kind.UNREADABLE)
        if (bytes.size > MOST_BYTES) throw NotOpened(Failure.Kind.TOO_LARGE)
        return bytes
    }

    companion object {
        private const val BYTES_PER_MB = 1_000_000

        /**
         * Maximum size read of a file, in megabytes: the longest recordings of phones have some
         * two.
         */
        const val MOST_MB = 16
        private const val MOST_BYTES = MOST_MB * BYTES_PER_MB

        /** Where the file is that an app asks to open, or sends. */
        fun of(
            context: Context,
            intent: Intent,
        ): RawFile? = place(intent)?.let { RawFile(context, it) }

        private fun place(intent: Intent): Uri? =
            when (intent.action) {
                Intent.ACTION_VIEW -> intent.data
                Intent.ACTION_SEND -> sent(intent)
                else -> null
            }

        /** Others may send whatever they like by that name. */
        @Suppress("DEPRECATION")
        private fun sent(intent: Intent): Uri? =
            try {
                intent.getParcelableExtra<Parcelable>(Intent.EXTRA_STREAM) as? Uri
            } catch (_: BadParcelableException) {
                null
            }
    }
}

/** The first bytes of it, up to [most]. `InputStream.readNBytes` is newer than the oldest Android. */
private fun InputStream.readAtMost(most: Int): ByteArray {
    val all = ByteArrayOutputStream()
    val part = ByteArray(DEFAULT_BUFFER_SIZE)
    while (all.size() < most) {
        val count = read(part, 0, minOf(part.size, most - all.size()))
        if (count < 0) break
        all.write(part, 0, count)
    }
    return all.toByteArray()
}
