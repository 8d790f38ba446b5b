package org.trueghz.app.load

import android.view.View
import android.view.ViewGroup
import org.trueghz.LoadScreen
import org.trueghz.ScreenNumber
import org.trueghz.Verdict
import org.trueghz.app.R
import org.trueghz.app.details.Sections
import org.trueghz.app.measure.fill
import org.trueghz.app.ui.BigNumberView
import org.trueghz.app.ui.Note
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.sign
import org.trueghz.app.ui.text

/** The part of the screen of a load that is also its picture: the number, the plot and the rows. */
class LoadResultView(
    private val root: View,
) {
    private val number = view<BigNumberView>(R.id.number)
    private val status = root.text(R.id.status)
    private var shown: LoadScreen? = null

    fun show(screen: LoadScreen) {
        root.text(R.id.core).showIf(screen.core)
        show(screen.number)
        // This is read out when it changes.
        status.contentDescription = screen.statusSpoken
        status.showIf(screen.status)
        val curve = view<LoadView>(R.id.load_curve)
        curve.show(screen.plot)
        // Its place is kept as long as it is to come.
        curve.showIf(screen.plot != null || screen.finding != null)
        root.text(R.id.finding).showIf(screen.finding)
        if (screen.rows != shown?.rows) showRows(screen)
        if (screen.notes != shown?.notes) {
            view<ViewGroup>(R.id.warnings).fill(screen.notes.map { Note(it.text, it.advice) })
        }
        shown = screen
    }

    private fun show(shown: ScreenNumber?) {
        val isRefused = shown?.isRefused == true
        root.text(R.id.at_least).showIf(shown?.label)
        number.showIf(shown != null && !isRefused)
        shown?.let { number.show(it.digits, it.unit, it.spoken) }
        val below = root.text(R.id.uncertainty)
        below.setTextAppearance(if (isRefused) R.style.Text_Reason else R.style.Text)
        below.showIf(shown?.below)
        val sign = if (isRefused) sign(Verdict.REFUSED) else 0
        below.setCompoundDrawablesRelativeWithIntrinsicBounds(sign, 0, 0, 0)
    }

    private fun showRows(screen: LoadScreen) {
        val rows = view<ViewGroup>(R.id.results)
        rows.removeAllViews()
        Sections(rows).section(null as String?) { screen.rows.forEach { row(it.label, it.value) } }
    }

    private fun <T : View> view(id: Int): T = root.findViewById(id)!!
}
