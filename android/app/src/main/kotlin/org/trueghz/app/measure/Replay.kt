package org.trueghz.app.measure

import android.animation.Animator
import android.animation.AnimatorListenerAdapter
import android.animation.ValueAnimator
import android.view.animation.LinearInterpolator
import org.trueghz.Reading
import org.trueghz.ReplayFrame
import org.trueghz.replayFrames

/**
 * The recorded curves once more, in slow motion: nothing could be drawn while they were recorded. [show] is
 * called for each frame, and [done] once in the end, whatever ends it.
 */
class Replay(
    private val show: (ReplayFrame) -> Unit,
    private val done: () -> Unit,
) {
    private var animator: ValueAnimator? = null

    val isRunning: Boolean
        get() = animator != null

    /**
     * Begins with the first of [readings]; if the system's animations are off, it is at its end at
     * once.
     */
    fun start(readings: List<Reading>) {
        skip()
        val frames = replayFrames(readings, FRAMES)
        if (frames.isEmpty() || !ValueAnimator.areAnimatorsEnabled()) return done()
        val steps = ValueAnimator.ofInt(0, frames.size - 1)
        animator = steps
        steps.interpolator = LinearInterpolator()
        steps.duration = LENGTH_MS
        steps.addUpdateListener { if (isRunning) show(frames[it.animatedValue as Int]) }
        steps.addListener(
            object : AnimatorListenerAdapter() {
                override fun onAnimationEnd(animation: Animator) {
                    animator = null
                    done()
                }
            },
        )
        steps.start()
    }

    /** Goes to the end; nothing happens where it is over. */
    fun skip() {
        animator?.end()
    }

    private companion object {
        /** Long enough to follow a climb, short enough to be watched each time. */
        const val LENGTH_MS = 2_000L

        /** One for each time that most screens are drawn. */
        const val FRAMES = 120u
    }
}
