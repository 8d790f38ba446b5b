package org.trueghz.app.ui

import android.app.Activity
import android.os.Bundle
import android.view.View
import android.widget.TextView
import android.widget.Toast
import org.trueghz.app.R
import org.trueghz.app.TrueGhzApp
import org.trueghz.app.model.MeasureModel
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Measurements

/**
 * A screen: what all have in common. The system keeps them on its stack, so back, its prediction, rotation
 * and the end of the process need nothing of ours.
 */
abstract class ScreenActivity : Activity() {
    protected val measurements: Measurements
        get() = (application as TrueGhzApp).measurements

    /** The time of the kept reading that the screen was opened for; absent where it shows the last one. */
    protected val keptAt: ULong?
        get() = if (intent.hasExtra(KEPT_AT)) intent.getLongExtra(KEPT_AT, 0).toULong() else null

    /** What this screen shows. */
    protected open val model: MeasureModel by lazy {
        when {
            intent.getBooleanExtra(ALL_CORES, false) -> measurements.allCores
            intent.getBooleanExtra(OPENED, false) -> measurements.opened.model
            else -> keptAt?.let(measurements.history::reading) ?: measurements.model
        }
    }

    private val shows: (MeasureState) -> Unit = {
        stayLight()
        show(it)
    }

    private val staysLight: (MeasureState) -> Unit = { stayLight() }

    /** A screen that goes dark ends the session. */
    protected fun stayLight() {
        window.decorView.keepScreenOn = measurements.isBusy
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
        measurements.model.listen(staysLight)
        model.listen(shows)
    }

    override fun onStop() {
        model.forget(shows)
        measurements.model.forget(staysLight)
        super.onStop()
    }

    /** Stops what is [running] here, else begins with [start], unless another screen's session runs. */
    protected fun press(
        running: Boolean,
        start: () -> Unit,
    ) {
        when {
            running -> measurements.stop()
            measurements.isBusy -> sayBusy()
            else -> start()
        }
    }

    private fun sayBusy() = Toast.makeText(this, R.string.state_other_running, Toast.LENGTH_LONG).show()

    protected fun <T : View> view(id: Int): T = checkNotNull(findViewById(id)) { "the layout lacks a view" }

    companion object {
        const val KEPT_AT = "kept at"

        /** Whether the screen was opened for the reading of every core. */
        const val ALL_CORES = "all cores"

        /** Whether the screen was opened for the reading of a file. */
        const val OPENED = "opened"
    }
}
