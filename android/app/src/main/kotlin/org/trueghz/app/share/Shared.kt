package org.trueghz.app.share

import android.content.ClipData
import android.content.Intent
import android.net.Uri

/** A kind of file that is handed to other apps: its name, and its type as the web names it. */
interface Shared {
    val fileName: String
    val mimeType: String
}

/** Readings of the history: what `trueghz history` opens on a computer. */
object SharedHistory : Shared {
    override val fileName = "TrueGHz-history.jsonl"
    override val mimeType = "application/x-ndjson"
}

/** Asks to whom a file goes; who is chosen may read it. */
fun Shared.send(
    address: Uri,
    title: String,
): Intent {
    val send =
        Intent(Intent.ACTION_SEND)
            .setType(mimeType)
            .putExtra(Intent.EXTRA_STREAM, address)
            .addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION)
    // The chosen app may read what is in the clip data.
    send.clipData = ClipData.newRawUri(null, address)
    return Intent.createChooser(send, title)
}
