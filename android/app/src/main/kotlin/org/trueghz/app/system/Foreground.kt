package org.trueghz.app.system

import android.app.Activity
import android.app.Application
import android.os.Bundle

/** Tells [changed] when the app comes to the front and when it leaves it. A rotation is neither. */
class Foreground(
    private val changed: (Boolean) -> Unit,
) : Application.ActivityLifecycleCallbacks {
    private var visible = 0
    private var inFront = false

    override fun onActivityStarted(activity: Activity) {
        visible += 1
        if (!inFront) changed(true)
        inFront = true
    }

    override fun onActivityStopped(activity: Activity) {
        visible -= 1
        // A screen that is recreated comes back at once, and the app with it.
        if (visible > 0 || activity.isChangingConfigurations) return
        inFront = false
        changed(false)
    }

    override fun onActivityCreated(
        activity: Activity,
        savedInstanceState: Bundle?,
    ) = Unit

    override fun onActivityResumed(activity: Activity) = Unit

    override fun onActivityPaused(activity: Activity) = Unit

    override fun onActivitySaveInstanceState(
        activity: Activity,
        outState: Bundle,
    ) = Unit

    override fun onActivityDestroyed(activity: Activity) = Unit
}
