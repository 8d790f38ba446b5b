package org.trueghz.app.measure

import android.view.LayoutInflater
import android.view.View
import android.widget.TextView
import org.trueghz.FrequencyDisplay
import org.trueghz.Verdict
import org.trueghz.app.R
import org.trueghz.app.model.CoreState
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Phase
import org.trueghz.app.ui.CardGrid
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ReadingWords
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.sign
import org.trueghz.app.ui.text

/**
 * A card for each kind of core. A tap passes its place to [chosen]; on paper there is nothing to be
 * chosen.
 */
class CoreCards(
    private val grid: CardGrid,
    private val words: Words,
    private val numbers: Numbers,
    private val chosen: ((Int) -> Unit)?,
) {
    private val context = grid.context
    private val found = ReadingWords(context, words, numbers)

    fun show(state: MeasureState) {
        grid.showIf(state.cores.isNotEmpty())
        while (grid.childCount > state.cores.size) grid.removeViewAt(grid.childCount - 1)
        while (grid.childCount < state.cores.size) add()
        state.cores.forEachIndexed { index, core ->
            val card = grid.getChildAt(index)
            // Cards that were shown once stay unchanged; only cores at work change.
            val shown = core to instead(core, index, state)
            if (card.tag != shown) fill(card, core, shown.second)
            card.tag = shown
            val isOneOfMany = state.cores.size > 1 && chosen != null && state.phase != Phase.Idle
            card.isSelected = index == state.shown && isOneOfMany
        }
    }

    private fun add() {
        val index = grid.childCount
        val card = LayoutInflater.from(context).inflate(R.layout.core, grid, false)
        if (chosen != null) card.setOnClickListener { chosen(index) }
        grid.addView(card)
    }

    /** The text in the place of a number; null if nothing has been measured. */
    private fun instead(
        core: CoreState,
        index: Int,
        state: MeasureState,
    ): Int? {
        val isToCome = core.verdict == null && core.frequency == null
        return when {
            isToCome && state.phase == Phase.Idle -> null
            isToCome && index != state.current -> R.string.card_waiting
            else -> R.string.number_none
        }
    }

    private fun fill(
        card: View,
        core: CoreState,
        instead: Int?,
    ) {
        val all = core.numbers
        val display = core.display
        card.text(R.id.core_name).showIf(core.kind)
        card.text(R.id.core_cpus).showIf(words.cores(core.cpus, numbers))
        showNumber(card.text(R.id.core_number), found.number(core), instead)
        showVerdict(card.text(R.id.core_verdict), core.verdict, display)
        val reason = core.refusal?.let(words::reason)
        val none = context.getString(R.string.card_claim_none)
        val claim =
            all?.let { it.claim?.let(found.claims::line) ?: none } ?: core.claim?.let(found.claims::line)
        card.text(R.id.core_claim).showIf(reason?.text ?: claim)
        val loop = all?.tightLoop?.takeIf { reason == null }
        card.text(R.id.core_loop).showIf(
            loop?.let { context.getString(R.string.card_tight_loop, numbers.number(it.value)) },
        )
    }

    private fun showNumber(
        view: TextView,
        number: String?,
        instead: Int?,
    ) {
        val waits = instead == R.string.card_waiting
        view.setTextAppearance(if (waits) R.style.Text_Quiet else R.style.Text_Number)
        view.showIf(number ?: instead?.let(context::getString))
    }

    private fun showVerdict(
        view: TextView,
        verdict: Verdict?,
        display: FrequencyDisplay?,
    ) {
        val plusMinus =
            display?.let {
                context.getString(R.string.number_uncertainty, numbers.frequency(it.uncertainty))
            }
        view.showIf(plusMinus ?: verdict?.let(words::verdict))
        view.setCompoundDrawablesRelativeWithIntrinsicBounds(verdict?.let(::sign) ?: 0, 0, 0, 0)
        if (verdict != null) {
            view.contentDescription =
                listOfNotNull(plusMinus, words.verdict(verdict)).joinToString(", ")
        }
    }
}
