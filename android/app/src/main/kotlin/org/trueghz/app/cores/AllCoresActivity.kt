package org.trueghz.app.cores

import android.os.Bundle
import android.view.View
import android.widget.Switch
import org.trueghz.Machine
import org.trueghz.app.R
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.measure.Hero
import org.trueghz.app.measure.Notes
import org.trueghz.app.measure.StartButton
import org.trueghz.app.model.MeasureModel
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Phase
import org.trueghz.app.model.moved
import org.trueghz.app.share.ShareActivity
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ScreenActivity
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.showIf
import org.trueghz.isUrgent

/** Every core that can be reached, in a table; the number of one of them large. */
class AllCoresActivity : ScreenActivity() {
    private lateinit var hero: Hero
    private lateinit var table: CoreTable
    private lateinit var notes: Notes
    private lateinit var start: StartButton
    private var machine: Machine? = null

    override val model: MeasureModel
        get() = measurements.allCores

    override val isRunning: Boolean
        get() = model.state.running

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        open(R.layout.all_cores)
        val words = Words(this)
        val numbers = Numbers(resources.configuration.locales[0])
        hero = Hero(window.decorView, words, numbers, manyCores = true)
        table = CoreTable(view(R.id.table), words, numbers, model::choose)
        notes = Notes(view(R.id.notes), words) { !it.isUrgent }
        start = StartButton(view(R.id.start))
        start.pressed = { press(model.state.running, measurements::startAll) }
        val watch = view<Switch>(R.id.watch)
        watch.setOnCheckedChangeListener { _, isOn -> measurements.every.isWatching = isOn }
        opens(R.id.details, DetailsActivity::class.java, ALL_CORES)
        opens(R.id.share, ShareActivity::class.java, ALL_CORES)
        measurements.machine { known ->
            machine = known
            show(model.state)
        }
    }

    override fun show(state: MeasureState) {
        hero.show(state, machine)
        view<Switch>(R.id.watch).isChecked = measurements.every.isWatching
        view<View>(R.id.by_kind).showIf(machine?.hasOsCpuIds == false)
        view<View>(R.id.strip_key).showIf(state.cores.any { it.past.moved() != null })
        table.show(state)
        notes.show(state.cores)
        val done = state.phase == Phase.Done
        view<View>(R.id.scale).showIf(state.cores.isNotEmpty() && state.phase != Phase.Idle)
        view<View>(R.id.details).showIf(done)
        view<View>(R.id.share).showIf(done)
        start.show(state.running, state.stopping, isFirst = state.phase == Phase.Idle, state.progress)
    }
}
