package org.trueghz.app.system

import android.app.Activity
import android.os.Build
import android.window.OnBackInvokedCallback
import android.window.OnBackInvokedDispatcher
import org.trueghz.app.NewerAndroid

/**
 * Takes the system's back for [back] as long as that is wanted; else it leaves the screen, and is predicted.
 */
@NewerAndroid(api = Build.VERSION_CODES.TIRAMISU)
class BackWatch(
    private val screen: Activity,
    back: () -> Unit,
) {
    private val callback = OnBackInvokedCallback { back() }
    private var isWanted = false

    fun want(wanted: Boolean) {
        if (wanted == isWanted) return
        isWanted = wanted
        val dispatcher = screen.onBackInvokedDispatcher
        if (wanted) {
            dispatcher.registerOnBackInvokedCallback(OnBackInvokedDispatcher.PRIORITY_DEFAULT, callback)
        } else {
            dispatcher.unregisterOnBackInvokedCallback(callback)
        }
    }
}
