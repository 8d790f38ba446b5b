package org.trueghz.app.history

import android.content.Context
import android.util.AttributeSet
import android.view.accessibility.AccessibilityEvent
import android.view.accessibility.AccessibilityNodeInfo
import android.widget.Button
import android.widget.CheckBox
import android.widget.LinearLayout
import org.trueghz.app.R
import org.trueghz.app.ui.showIf

/** A reading of the list. While some are being selected it is a check box, also to a screen reader. */
class ReadingRow(
    context: Context,
    attributes: AttributeSet?,
) : LinearLayout(context, attributes) {
    private var isChecked: Boolean? = null

    /** Sets whether it is selected; null if nothing is being selected. */
    fun check(checked: Boolean?) {
        isChecked = checked
        // The list itself sets what is selected.
        isActivated = checked == true
        val mark = findViewById<CheckBox>(R.id.check)!!
        mark.showIf(checked != null)
        mark.isChecked = checked == true
    }

    override fun getAccessibilityClassName(): CharSequence =
        (if (isChecked == null) Button::class.java else CheckBox::class.java).name

    // Later systems know half checked ones too.
    @Suppress("DEPRECATION")
    override fun onInitializeAccessibilityNodeInfo(info: AccessibilityNodeInfo) {
        super.onInitializeAccessibilityNodeInfo(info)
        info.isCheckable = isChecked != null
        info.isChecked = isChecked == true
    }

    override fun onInitializeAccessibilityEvent(event: AccessibilityEvent) {
        super.onInitializeAccessibilityEvent(event)
        event.isChecked = isChecked == true
    }
}
