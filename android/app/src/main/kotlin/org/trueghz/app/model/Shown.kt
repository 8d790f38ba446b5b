package org.trueghz.app.model

/** A state that screens show, and the listeners of its changes: all on the caller's thread. */
abstract class Shown<S>(
    first: S,
) {
    var state: S = first
        protected set(value) {
            if (field == value) return
            field = value
            listeners.toList().forEach { it(value) }
        }

    private val listeners = mutableListOf<(S) -> Unit>()

    /** Whether a screen listens. */
    protected val isWatched: Boolean
        get() = listeners.isNotEmpty()

    /** Tells [listener] the state now and after each change. */
    open fun listen(listener: (S) -> Unit) {
        listeners += listener
        listener(state)
    }

    fun forget(listener: (S) -> Unit) {
        listeners -= listener
    }
}
