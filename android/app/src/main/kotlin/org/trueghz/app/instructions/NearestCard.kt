package org.trueghz.app.instructions

import android.app.Activity
import android.app.AlertDialog
import android.view.ViewGroup
import org.trueghz.NearestCore
import org.trueghz.PublishedCore
import org.trueghz.RoundedNumber
import org.trueghz.app.R
import org.trueghz.app.details.Sections
import org.trueghz.app.model.InstructionsState
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.showIf

/**
 * The nearest known core, and the core whose published figures are shown; a choice of them is
 * passed to [chosen].
 */
class NearestCard(
    private val screen: Activity,
    private val place: ViewGroup,
    private val numbers: Numbers,
    private val chosen: (PublishedCore?) -> Unit,
) {
    private var asked: AlertDialog? = null
    private var shown: Pair<NearestCore?, PublishedCore?>? = null

    fun show(state: InstructionsState) {
        val all = state.nearest to state.beside
        if (all == shown) return
        shown = all
        place.removeAllViews()
        place.showIf(state.nearest != null)
        val nearest = state.nearest ?: return
        Sections(place).section(R.string.instructions_nearest) {
            sentence(this@NearestCard.sentence(nearest))
            val beside = state.beside?.name ?: screen.getString(R.string.instructions_beside_none)
            press(screen.getString(R.string.instructions_beside), beside) { ask(state) }
            differing(state)?.let { sentence(it) }
        }
    }

    private fun sentence(nearest: NearestCore): String =
        when (nearest) {
            is NearestCore.Near -> {
                with(nearest) { said(R.string.instructions_nearest_near, cores, distance, latencies) }
            }

            is NearestCore.TooFar -> {
                with(nearest) { said(R.string.instructions_nearest_too_far, cores, distance, latencies) }
            }

            is NearestCore.OtherClock -> {
                val factor = numbers.number(nearest.factor)
                screen.getString(R.string.instructions_nearest_other_clock, nearest.core.name, factor)
            }

            is NearestCore.TooFewLatencies -> {
                val (some, needed) = numbers.count(nearest.latencies) to numbers.count(nearest.needed)
                screen.getString(R.string.instructions_nearest_too_few, some, needed)
            }
        }

    /** Several cores if the latencies cannot distinguish them. */
    private fun said(
        words: Int,
        cores: List<PublishedCore>,
        distance: RoundedNumber,
        latencies: ULong,
    ): String {
        val or = R.string.instructions_nearest_or
        val names = cores.map { it.name }.reduce { some, other -> screen.getString(or, some, other) }
        return screen.getString(words, names, numbers.number(distance), numbers.count(latencies))
    }

    /** Number of figures that differ from the published ones of the selected core. */
    private fun differing(state: InstructionsState): String? {
        val core = state.beside ?: return null
        val compared = state.figures.flatMap { it.figures }.filter { it.published != null }
        val (some, all) = count(compared.count { it.differs }) to count(compared.size)
        return screen.getString(R.string.instructions_differ_count, some, all, core.name)
    }

    private fun count(count: Int) = numbers.count(count.toULong())

    private fun ask(state: InstructionsState) {
        val cores = listOf<PublishedCore?>(null) + state.set?.published.orEmpty()
        val names = cores.map { it?.name ?: screen.getString(R.string.instructions_beside_none) }
        asked =
            AlertDialog
                .Builder(screen)
                .setTitle(R.string.instructions_beside)
                .setSingleChoiceItems(names.toTypedArray(), cores.indexOf(state.beside)) { dialog, place ->
                    dialog.dismiss()
                    chosen(cores[place])
                }.setNegativeButton(R.string.do_cancel, null)
                .show()
    }

    /** A window that outlived its screen would leak. */
    fun dismiss() {
        asked?.dismiss()
    }
}
