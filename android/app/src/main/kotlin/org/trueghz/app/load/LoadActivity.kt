package org.trueghz.app.load

import android.os.Bundle
import android.view.View
import android.view.ViewGroup
import org.trueghz.app.R
import org.trueghz.app.details.Sections
import org.trueghz.app.measure.StartButton
import org.trueghz.app.model.LoadModel
import org.trueghz.app.model.LoadPhase
import org.trueghz.app.model.LoadState
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ScreenActivity
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.showIf

/** A load for minutes: the clock and the heat during it, and the loss in the end. */
class LoadActivity : ScreenActivity() {
    private lateinit var results: LoadResults
    private lateinit var hero: LoadHero
    private lateinit var choices: LoadChoices
    private lateinit var start: StartButton

    /** The contents of the rows. */
    private var shown: List<Pair<String, String>>? = null

    private val loads: LoadModel
        get() = measurements.loads.model

    override val isRunning: Boolean
        get() = loads.state.running

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        open(R.layout.sustained)
        val words = Words(this)
        val numbers = Numbers(resources.configuration.locales[0])
        results = LoadResults(this, words, numbers)
        hero = LoadHero(window.decorView, words, numbers, results)
        choices = LoadChoices(view(R.id.lengths), view(R.id.loads), numbers, loads::plan)
        start = StartButton(view(R.id.start))
        start.pressed = { press(loads.state.running, measurements::startLoad) }
        if (savedInstanceState != null) loads.plan(savedInstanceState.plan(loads.state.plan))
        measurements.loads.restore()
        observe({ loads }) { show(it) }
    }

    override fun onSaveInstanceState(outState: Bundle) {
        super.onSaveInstanceState(outState)
        outState.keep(loads.state.plan)
    }

    private fun show(state: LoadState) {
        view<View>(R.id.choices).showIf(!state.running)
        choices.show(state.plan)
        hero.show(state)
        showResults(state)
        val progress = state.now?.part?.toFloat() ?: 0f
        start.show(state.running, state.stopping, isFirst = state.phase == LoadPhase.Idle, progress)
    }

    private fun showResults(state: LoadState) {
        val all = state.summary
        val found = if (all != null) results.found(all, state) else results.running(state)
        if (found == shown) return
        shown = found
        val rows = view<ViewGroup>(R.id.results)
        rows.removeAllViews()
        Sections(rows).section(null as String?) { found.forEach { (label, value) -> row(label, value) } }
    }
}
