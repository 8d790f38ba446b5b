package org.trueghz.app.share

import android.os.Bundle
import android.view.View
import android.widget.TextView
import org.trueghz.LoadAction
import org.trueghz.ShareForm
import org.trueghz.app.R
import org.trueghz.app.model.MeasureState
import org.trueghz.app.ui.showIf

/** As [ShareActivity], for the last load. It has no picture: its text is shown. */
class LoadShareActivity : ShareActivity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        view<View>(R.id.preview).showIf(false)
        showForms { it.ofLoad != null }
        val loads = measurements.loads
        loads.act(LoadAction.Open)
        observe({ loads }) {
            measurements.offMain({ loads.shared(ShareForm.TEXT) }) { text ->
                view<TextView>(R.id.preview_text).showIf(text)
            }
        }
    }

    override fun show(state: MeasureState) = Unit

    override fun content(format: ShareFormat): (() -> ByteArray)? {
        val loads = measurements.loads
        val form = format.ofLoad?.takeIf { loads.state.screen?.canShare == true } ?: return null
        return { loads.shared(form).orEmpty().toByteArray() }
    }
}
