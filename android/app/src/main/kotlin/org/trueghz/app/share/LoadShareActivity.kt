package org.trueghz.app.share

import android.os.Bundle
import org.trueghz.LoadAction
import org.trueghz.ShareForm

/** Shares the last load. */
class LoadShareActivity : TextShareActivity(FORMS.keys) {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        val loads = measurements.loads
        loads.act(LoadAction.Open)
        observe({ loads }) { measurements.offMain({ loads.shared(ShareForm.TEXT) }, done = ::preview) }
    }

    override fun content(format: ShareFormat): (() -> ByteArray)? {
        val loads = measurements.loads
        val form = FORMS[format]?.takeIf { loads.state.screen?.canShare == true } ?: return null
        return { loads.shared(form).orEmpty().toByteArray() }
    }

    private companion object {
        val FORMS =
            mapOf(
                ShareFormat.TEXT to ShareForm.TEXT,
                ShareFormat.JSON to ShareForm.JSON,
                ShareFormat.CSV to ShareForm.CSV,
            )
    }
}
