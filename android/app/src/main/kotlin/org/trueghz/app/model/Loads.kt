package org.trueghz.app.model

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.launch
import org.trueghz.AppScreens
import org.trueghz.AppShell
import org.trueghz.Battery
import org.trueghz.Conditions
import org.trueghz.LoadAction
import org.trueghz.LoadScreen
import org.trueghz.LocaleStyle
import org.trueghz.ShareForm
import java.io.File
import java.util.concurrent.atomic.AtomicBoolean

/** The screen of the loads; it is null until the library is loaded, and with a [failure] it stays so. */
data class LoadState(
    val screen: LoadScreen? = null,
    val failure: Failure? = null,
)

/**
 * The sustained loads of this process. The library runs them, keeps their records, and makes the screen.
 *
 * @param folder where the library keeps the records of the last load.
 * @param style how the user's language writes, until [write] is called.
 * @param battery asks the system for the battery.
 * @param ended gets the function that adds the result of each load to a file.
 * @param scope of the thread that draws, on which alone this may be called, but for [loadChanged].
 */
class Loads(
    private val instrument: Instrument,
    private val folder: File,
    private var style: LocaleStyle,
    private val battery: () -> Battery,
    private val ended: (add: (File) -> Unit) -> Unit,
    private val scope: CoroutineScope,
) : Shown<LoadState>(LoadState()),
    AppShell {
    private var screens: AppScreens? = null

    /** Calls before the library was loaded, in their order. */
    private val early = mutableListOf<(AppScreens) -> Unit>()

    /** Whether a refresh is due already: the library reports several changes between two frames. */
    private val isDue = AtomicBoolean()

    /** Returns `true` while a load runs. */
    val isRunning: Boolean
        get() = state.screen?.isRunning == true

    init {
        scope.launch { load() }
    }

    /** Passes on an action of the user, whose effect is in [state] then. */
    fun act(action: LoadAction) =
        call {
            it.actOnLoad(action)
            refresh()
        }

    /** Passes on conditions of the device. */
    fun tell(conditions: Conditions) = call { it.tell(conditions) }

    /** Writes in [style] from now on. */
    fun write(style: LocaleStyle) {
        if (style == this.style) return
        this.style = style
        call {
            it.setStyle(style)
            refresh()
        }
    }

    /** The result as a file has it; null if there is none. For any thread: it may take some milliseconds. */
    fun shared(form: ShareForm): String? = screens?.loadShared(form)

    /** On any thread: the library's. */
    override fun loadChanged() {
        if (isDue.getAndSet(true)) return
        scope.launch {
            isDue.set(false)
            refresh()
        }
    }

    /** Loads the library, which takes its time. */
    private suspend fun load() {
        val failure =
            failureOf {
                val made = instrument.screens(this, folder.path, style)
                screens = made
                early.forEach { it(made) }
                refresh()
            }
        early.clear()
        if (failure != null) state = LoadState(failure = failure)
    }

    private fun call(work: (AppScreens) -> Unit) {
        val screens = screens
        if (screens != null) {
            work(screens)
        } else if (state.failure == null) {
            early += work
        }
    }

    private fun refresh() {
        val screens = screens ?: return
        // Each question goes to another process.
        val wasRunning = isRunning
        if (wasRunning) screens.power(battery())
        val screen = screens.loadScreen()
        state = LoadState(screen)
        if (wasRunning && !screen.isRunning && screen.canShare) ended { screens.keepLoad(it.path) }
    }
}
