package org.trueghz.app.ui

import android.os.Build
import android.view.View
import android.view.WindowInsets
import org.trueghz.app.NewerAndroid

/**
 * From Android 15 on, windows lie under the system's bars: [root] keeps clear of them above and at the sides,
 * [bottom] below, so that a list scrolls under the bar and ends above it. Older systems keep windows clear.
 */
fun keepClearOfBars(
    root: View,
    bottom: View,
) {
    if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.R) Insets.apply(root, bottom)
}

@NewerAndroid(api = Build.VERSION_CODES.R)
private object Insets {
    fun apply(
        root: View,
        bottom: View,
    ) {
        val under = bottom.paddingBottom
        root.setOnApplyWindowInsetsListener { view, insets ->
            val bars =
                insets.getInsets(
                    WindowInsets.Type.systemBars() or WindowInsets.Type.displayCutout() or
                        WindowInsets.Type.ime(),
                )
            view.setPadding(bars.left, bars.top, bars.right, 0)
            bottom.setPadding(bottom.paddingLeft, bottom.paddingTop, bottom.paddingRight, under + bars.bottom)
            WindowInsets.CONSUMED
        }
    }
}
