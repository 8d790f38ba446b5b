package org.trueghz.app.measure

import android.os.SystemClock
import android.view.ViewConfiguration
import android.widget.Button
import org.trueghz.ScreenButton
import org.trueghz.app.R

/** The button at the thumb: it starts, and stops, with how far it is. */
class StartButton(
    private val button: Button,
) {
    /** The action of a press. */
    var pressed: () -> Unit = {}

    /** When it was pressed last, in the system's milliseconds. */
    private var pressedAt = Long.MIN_VALUE / 2

    init {
        button.setOnClickListener { press() }
    }

    /** The second half of a double tap must not stop what the first has started. */
    private fun press() {
        val now = SystemClock.uptimeMillis()
        val isSecondHalf = now - pressedAt < ViewConfiguration.getDoubleTapTimeout()
        pressedAt = now
        if (!isSecondHalf) pressed()
    }

    /** [isFirst] as long as nothing was measured; [progress] is what is over of it, 0 to 1. */
    fun show(
        running: Boolean,
        stopping: Boolean,
        isFirst: Boolean,
        progress: Float,
    ) {
        val words =
            when {
                stopping -> R.string.state_ending
                running -> R.string.do_stop
                isFirst -> R.string.do_start
                else -> R.string.do_again
            }
        show(ScreenButton(button.context.getString(words), running, !stopping, progress.toDouble()))
    }

    fun show(shown: ScreenButton) {
        button.isEnabled = shown.isEnabled
        button.text = shown.text
        if (shown.isStop) {
            if (button.tag != true) button.setBackgroundResource(R.drawable.button_progress)
            button.setTextColor(button.context.getColor(R.color.on_secondary_container))
            button.background.level = (shown.part * FULL_LEVEL).toInt()
        } else {
            if (button.tag != false) button.setBackgroundResource(R.drawable.button)
            button.setTextColor(button.context.getColor(R.color.on_primary))
        }
        button.tag = shown.isStop
    }

    private companion object {
        /** A drawable's level goes to this. */
        const val FULL_LEVEL = 10_000
    }
}
