package org.trueghz.app.load

import android.view.LayoutInflater
import android.view.View
import android.view.ViewGroup
import android.widget.Button
import org.trueghz.LoadAction
import org.trueghz.LoadScreen
import org.trueghz.ScreenChoice
import org.trueghz.app.R
import org.trueghz.app.measure.StartButton
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.text

/** Fills the views of [root] with the screen; a choice is passed to [act]. */
class LoadScreenView(
    private val root: View,
    private val start: StartButton,
    private val act: (LoadAction) -> Unit,
) {
    private val result = LoadResultView(root)
    private var shown: LoadScreen? = null

    fun show(screen: LoadScreen) {
        result.show(screen)
        root.text(R.id.load_advice).showIf(screen.advice)
        view<View>(R.id.choices).showIf(!screen.isRunning && screen.length.options.isNotEmpty())
        if (screen.length != shown?.length) {
            show(screen.length, R.id.length, R.id.lengths, LoadAction::ChooseLength)
        }
        if (screen.load != shown?.load) show(screen.load, R.id.load, R.id.loads, LoadAction::ChooseLoad)
        view<View>(R.id.share).showIf(screen.canShare)
        start.show(screen.button)
        shown = screen
    }

    private fun show(
        choice: ScreenChoice,
        label: Int,
        group: Int,
        action: (UInt) -> LoadAction,
    ) {
        root.text(label).text = choice.label
        val options = view<ViewGroup>(group)
        val inflater = LayoutInflater.from(root.context)
        while (options.childCount < choice.options.size) inflater.inflate(R.layout.choice, options)
        choice.options.forEachIndexed { index, text ->
            val option = options.getChildAt(index) as Button
            option.text = text
            option.isSelected = index == choice.chosen.toInt()
            option.setOnClickListener { act(action(index.toUInt())) }
        }
    }

    private fun <T : View> view(id: Int): T = root.findViewById(id)!!
}
