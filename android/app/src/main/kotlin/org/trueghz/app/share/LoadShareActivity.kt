package org.trueghz.app.share

import android.os.Bundle
import org.trueghz.LoadAction
import org.trueghz.LoadScreen
import org.trueghz.ShareForm
import org.trueghz.app.model.MeasureState

/** Shares the last load. */
class LoadShareActivity : ShareActivity() {
    private val result: LoadScreen?
        get() =
            measurements.loads.state.screen
                ?.takeIf { it.canShare }

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        showForms { it == ShareFormat.IMAGE || it in FORMS }
        measurements.loads.act(LoadAction.Open)
        observe({ measurements.loads }) { result?.let { load -> preview(load) { it.draw(load) } } }
    }

    override fun show(state: MeasureState) = Unit

    override fun content(format: ShareFormat): (() -> ByteArray)? {
        val load = result ?: return null
        val (loads, form) = measurements.loads to FORMS[format]
        return if (form == null) {
            png { it.draw(load) }
        } else {
            { loads.shared(form).orEmpty().toByteArray() }
        }
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
