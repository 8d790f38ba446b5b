package org.trueghz.app.share

import android.os.Bundle
import org.trueghz.AnyReport
import org.trueghz.app.ui.localeStyle
import org.trueghz.sustainedText
import org.trueghz.toCsv
import org.trueghz.toJson
import org.trueghz.toText

/** A kept load, ramp or table of turbo clocks, as a text that can be shared. */
class KeptTextActivity : TextShareActivity(setOf(ShareFormat.TEXT, ShareFormat.JSON, ShareFormat.CSV)) {
    private var report: AnyReport? = null

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        measurements.history.report(checkNotNull(keptAt) { "no report was chosen" }) { kept ->
            report = kept
            if (kept != null) measurements.offMain({ text(kept) }, done = ::preview)
        }
    }

    override fun content(format: ShareFormat): (() -> ByteArray)? {
        val kept = report ?: return null
        return {
            when (format) {
                ShareFormat.JSON -> kept.toJson()
                ShareFormat.CSV -> kept.toCsv()
                else -> text(kept)
            }.toByteArray()
        }
    }

    /** The app measures no ramp and no turbo: their words are core's. */
    private fun text(kept: AnyReport): String =
        if (kept is AnyReport.Sustained) sustainedText(kept.v1, localeStyle(this)) else kept.toText()
}
