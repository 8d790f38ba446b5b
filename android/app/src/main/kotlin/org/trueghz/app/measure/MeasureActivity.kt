package org.trueghz.app.measure

import android.content.Intent
import android.os.Bundle
import android.view.HapticFeedbackConstants
import android.view.View
import android.view.accessibility.AccessibilityManager
import android.widget.TextView
import org.trueghz.Machine
import org.trueghz.ReplayFrame
import org.trueghz.app.R
import org.trueghz.app.cores.AllCoresActivity
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.history.HistoryActivity
import org.trueghz.app.how.HowActivity
import org.trueghz.app.instructions.InstructionsActivity
import org.trueghz.app.load.LoadActivity
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Phase
import org.trueghz.app.share.ShareActivity
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ScreenActivity
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.showIf
import org.trueghz.isUrgent
import org.trueghz.machineNames

/** The first screen: press once, and watch the cores show their clock. */
class MeasureActivity : ScreenActivity() {
    private lateinit var words: Words
    private lateinit var hero: Hero
    private lateinit var cores: CoreCards
    private lateinit var notes: Notes
    private lateinit var start: StartButton
    private val replay = Replay(show = ::showFrame, done = ::showVerdict)
    private var machine: Machine? = null

    /** The state that was shown last. */
    private var shown: MeasureState? = null

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        open(R.layout.measure)
        words = Words(this)
        val numbers = Numbers(resources.configuration.locales[0])
        hero = Hero(window.decorView, words, numbers)
        cores = CoreCards(view(R.id.cores), words, numbers, measurements.model::choose)
        notes = Notes(view(R.id.notes), words) { !it.isUrgent }
        start = StartButton(view(R.id.start))
        start.pressed = { press(model.state.running, measurements::start) }
        opens(R.id.details, DetailsActivity::class.java)
        opens(R.id.share, ShareActivity::class.java)
        opens(R.id.all_cores, AllCoresActivity::class.java)
        opens(R.id.load, LoadActivity::class.java)
        opens(R.id.instructions, InstructionsActivity::class.java)
        opens(R.id.history, HistoryActivity::class.java)
        opens(R.id.how, HowActivity::class.java)
        measurements.machine(::know)
        if (savedInstanceState == null) {
            measurements.forget()
            startIfAsked(intent)
        }
    }

    override fun onNewIntent(intent: Intent) {
        super.onNewIntent(intent)
        startIfAsked(intent)
    }

    override fun show(state: MeasureState) {
        // Whatever else is to be seen now ends it.
        if (state != shown) replay.skip()
        val isNew = shown?.running == true && state.phase == Phase.Done && !state.leftEarly
        shown = state
        hero.show(state, machine)
        cores.show(state)
        notes.show(state.cores)
        showButtons(state)
        if (isNew) replay.start(if (isRead()) emptyList() else state.cores.mapNotNull { it.reading })
    }

    /** Any touch, any key. */
    override fun onUserInteraction() = replay.skip()

    override fun onStop() {
        replay.skip()
        shown = null
        super.onStop()
    }

    private fun showFrame(frame: ReplayFrame) = hero.replay(measurements.model.state, machine, frame)

    private fun showVerdict() {
        shown?.let { hero.show(it, machine) }
        view<View>(R.id.number).performHapticFeedback(HapticFeedbackConstants.CONTEXT_CLICK)
    }

    /** Returns `true` if a screen reader is active: then a number that runs would be in its way. */
    private fun isRead() =
        getSystemService(AccessibilityManager::class.java)?.isTouchExplorationEnabled == true

    private fun know(machine: Machine) {
        this.machine = machine
        view<TextView>(R.id.machine).text = words.machine(machineNames(machine))
        show(measurements.model.state)
    }

    /** The launcher's shortcut. */
    private fun startIfAsked(intent: Intent) {
        val isAsked = intent.action == ACTION_MEASURE && !model.state.running
        if (isAsked) press(running = false, measurements::start)
    }

    private fun showButtons(state: MeasureState) {
        val done = state.phase == Phase.Done
        view<View>(R.id.details).showIf(done)
        view<View>(R.id.share).showIf(done)
        view<View>(R.id.more).showIf(!state.running)
        start.show(state.running, state.stopping, isFirst = state.phase == Phase.Idle, state.progress)
    }

    companion object {
        const val ACTION_MEASURE = "org.trueghz.app.MEASURE"
    }
}
