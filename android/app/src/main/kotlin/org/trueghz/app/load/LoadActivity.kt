package org.trueghz.app.load

import android.os.Bundle
import org.trueghz.LoadAction
import org.trueghz.LoadScreen
import org.trueghz.ScreenButton
import org.trueghz.ScreenChoice
import org.trueghz.ScreenNumber
import org.trueghz.app.R
import org.trueghz.app.measure.StartButton
import org.trueghz.app.model.LoadState
import org.trueghz.app.model.Loads
import org.trueghz.app.share.LoadShareActivity
import org.trueghz.app.ui.Note
import org.trueghz.app.ui.ScreenActivity
import org.trueghz.app.ui.Words

/** A load for minutes: the clock and the heat during it, and the loss in the end. */
class LoadActivity : ScreenActivity() {
    private lateinit var screen: LoadScreenView

    private val loads: Loads
        get() = measurements.loads

    override val isRunning: Boolean
        get() = loads.isRunning

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        open(R.layout.sustained)
        val start = StartButton(view(R.id.start))
        start.pressed = { press(isRunning, measurements::startLoad) }
        screen = LoadScreenView(window.decorView, start, loads::act)
        opens(R.id.share, LoadShareActivity::class.java)
        savedInstanceState?.getIntArray(CHOSEN)?.let { (length, load) ->
            loads.act(LoadAction.ChooseLength(length.toUInt()))
            loads.act(LoadAction.ChooseLoad(load.toUInt()))
        }
        loads.act(LoadAction.Open)
        observe({ loads }) { show(it) }
    }

    override fun onSaveInstanceState(outState: Bundle) {
        super.onSaveInstanceState(outState)
        val shown = loads.state.screen ?: return
        outState.putIntArray(CHOSEN, intArrayOf(shown.length.chosen.toInt(), shown.load.chosen.toInt()))
    }

    private fun show(state: LoadState) {
        val failure = state.failure?.let(Words(this)::failure)
        (state.screen ?: failure?.let(::refused))?.let(screen::show)
    }

    /** Without the library there is nothing but the reason. */
    private fun refused(reason: Note): LoadScreen {
        val nothing = ScreenChoice("", emptyList(), 0u)
        return LoadScreen(
            core = null,
            number = ScreenNumber(null, null, "", reason.text, isRefused = true, spoken = reason.text),
            status = reason.advice ?: getString(R.string.state_failed),
            statusSpoken = listOfNotNull(reason.text, reason.advice).joinToString(". "),
            advice = null,
            plot = null,
            finding = null,
            rows = emptyList(),
            notes = emptyList(),
            length = nothing,
            load = nothing,
            button = ScreenButton(getString(R.string.do_start), isStop = false, isEnabled = false, 0.0),
            isRunning = false,
            canShare = false,
        )
    }

    private companion object {
        const val CHOSEN = "chosen"
    }
}
