package org.trueghz.app.share

import android.os.Bundle
import android.view.View
import android.widget.TextView
import org.trueghz.app.R
import org.trueghz.app.model.MeasureState
import org.trueghz.app.ui.showIf

/** As [ShareActivity], for results without a picture: a text is shown in its place. */
abstract class TextShareActivity(
    private val forms: Set<ShareFormat>,
) : ShareActivity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        view<View>(R.id.preview).showIf(false)
        showForms { it in forms }
    }

    protected fun preview(text: String?) = view<TextView>(R.id.preview_text).showIf(text)

    override fun show(state: MeasureState) = Unit
}
