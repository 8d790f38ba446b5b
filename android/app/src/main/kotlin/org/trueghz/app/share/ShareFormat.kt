package org.trueghz.app.share

import android.content.Context
import org.trueghz.app.R
import org.trueghz.app.model.MeasureState
import org.trueghz.toCsv
import org.trueghz.toJson

/** The forms in which a result is handed on. */
enum class ShareFormat(
    private val label: Int,
    override val fileName: String,
    override val mimeType: String,
) : Shared {
    IMAGE(R.string.share_image, "trueghz.png", "image/png"),
    TEXT(R.string.share_text, "trueghz.txt", "text/plain"),
    JSON(R.string.share_json, "trueghz.json", "application/json"),
    CSV(R.string.share_csv, "trueghz.csv", "text/csv"),
    WINDOWS(R.string.share_windows, "trueghz-windows.json", "application/json"),

    /** Each round of those that followed one another. */
    ROUNDS(R.string.share_csv, "trueghz-rounds.csv", "text/csv"),
    ;

    fun label(context: Context): String {
        val form = context.getString(label)
        return if (this == ROUNDS) "${context.getString(R.string.all_watch)} · $form" else form
    }

    /** Returns `true` if there is anything of this form to share. */
    fun isIn(state: MeasureState): Boolean =
        when (this) {
            // A kept reading has no windows.
            WINDOWS -> state.windowsJson != null

            ROUNDS -> state.log != null

            else -> true
        }

    /**
     * The content of the file; [text] writes the message, [picture] draws the image. Takes its time: not for
     * the thread that draws.
     */
    fun content(
        state: MeasureState,
        text: ReadingText,
        picture: () -> ByteArray,
    ): ByteArray {
        val report = checkNotNull(state.report) { "nothing to share" }
        return when (this) {
            IMAGE -> picture()
            TEXT -> text.of(state).toByteArray()
            JSON -> report.toJson().toByteArray()
            CSV -> report.toCsv().toByteArray()
            WINDOWS -> state.windowsJson.orEmpty().toByteArray()
            ROUNDS -> state.log?.csv() ?: ByteArray(0)
        }
    }
}
