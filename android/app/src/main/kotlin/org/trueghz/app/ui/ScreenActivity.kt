package org.trueghz.app.ui

import android.app.Activity
import android.content.Intent
import android.os.Bundle
import android.view.View
import android.widget.TextView
import android.widget.Toast
import org.trueghz.app.R
import org.trueghz.app.TrueGhzApp
import org.trueghz.app.model.MeasureModel
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Measurements
import org.trueghz.app.model.Shown

/**
 * A screen: what all have in common. The system keeps them on its stack, so back, its prediction, rotation
 * and the end of the process need nothing of ours.
 */
abstract class ScreenActivity : Activity() {
    protected val measurements: Measurements
        get() = (application as TrueGhzApp).measurements

    /**
     * The time of the kept reading that the screen was opened for; absent if it shows the last one.
     */
    protected val keptAt: ULong?
        get() = if (intent.hasExtra(KEPT_AT)) intent.getLongExtra(KEPT_AT, 0).toULong() else null

    /** Whether the screen was opened for a reading that was made elsewhere. */
    protected val isFromFile: Boolean
        get() = intent.getBooleanExtra(OPENED, false)

    /** The state that this screen shows. */
    protected open val model: MeasureModel by lazy {
        when {
            intent.getBooleanExtra(ALL_CORES, false) -> measurements.allCores
            isFromFile -> measurements.opened.model
            else -> keptAt?.let(measurements.history::reading) ?: measurements.model
        }
    }

    /** Whether a session of this screen runs, which ends with the screen. */
    protected open val isRunning: Boolean
        get() = false

    private val observations = mutableListOf<Observation<*>>()

    /** Calls [show] with the states of [shown] while the screen is visible. */
    protected fun <S> observe(
        shown: () -> Shown<S>,
        show: (S) -> Unit,
    ) {
        observations +=
            Observation(shown) {
                keepScreenOn()
                show(it)
            }
    }

    /** A screen that goes dark ends the session. */
    private fun keepScreenOn() {
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
        measurements.loads.write(localeStyle(this))
        // Saved by a process that may have ended since; where it has not, there is nothing to be done.
        if (savedInstanceState != null) measurements.restore()
        observe({ measurements.model }) {}
        observe({ model }) { show(it) }
    }

    override fun onStart() {
        super.onStart()
        observations.forEach { it.begin() }
    }

    override fun onStop() {
        observations.forEach { it.end() }
        super.onStop()
    }

    override fun onDestroy() {
        // Leaving the screen ends the measurement; a rotation does not count as leaving.
        if (isFinishing && isRunning) measurements.stop()
        super.onDestroy()
    }

    /** Lets [button] open [screen], for the reading that [extra] names. */
    protected fun opens(
        button: Int,
        screen: Class<out ScreenActivity>,
        extra: String? = null,
    ) = view<View>(button).setOnClickListener {
        startActivity(Intent(this, screen).apply { if (extra != null) putExtra(extra, true) })
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

/** Passes to [observer] the states of [shown], from the one at the start on. */
private class Observation<S>(
    private val shown: () -> Shown<S>,
    private val observer: (S) -> Unit,
) {
    private var observed: Shown<S>? = null

    fun begin() {
        observed = shown().also { it.listen(observer) }
    }

    fun end() {
        observed?.forget(observer)
        observed = null
    }
}
