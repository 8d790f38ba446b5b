package org.trueghz.app.ui

import android.app.Activity
import android.os.Bundle
import android.view.View
import android.widget.TextView
import org.trueghz.app.R
import org.trueghz.app.TrueGhzApp
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Measurements

/**
 * A screen: what all have in common. The system keeps them on its stack, so back, its prediction, rotation
 * and the end of the process need nothing of ours.
 */
abstract class ScreenActivity : Activity() {
    protected val measurements: Measurements
        get() = (application as TrueGhzApp).measurements

    private val listener: (MeasureState) -> Unit = {
        // A screen that goes dark ends the session.
        window.decorView.keepScreenOn = it.running
        show(it)
    }

    /** Shows [state]; called whenever it changes, while the screen is to be seen. */
    protected open fun show(state: MeasureState) = Unit

    /** Takes [layout], which has the views `root` and `bottom`. */
    protected fun open(layout: Int) {
        setContentView(layout)
        keepClearOfBars(view(R.id.root), view(R.id.bottom))
        findViewById<TextView>(R.id.title)?.text = title
        findViewById<View>(R.id.back)?.setOnClickListener { finish() }
    }

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        // Saved by a process that may have ended since; where it has not, there is nothing to be done.
        if (savedInstanceState != null) measurements.restore()
    }

    override fun onStart() {
        super.onStart()
        measurements.model.listen(listener)
    }

    override fun onStop() {
        measurements.model.forget(listener)
        super.onStop()
    }

    protected fun <T : View> view(id: Int): T = checkNotNull(findViewById(id)) { "the layout lacks a view" }
}
