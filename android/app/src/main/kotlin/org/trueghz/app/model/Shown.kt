package org.trueghz.app.model

/** A state that screens show, and who is told of its changes: on one thread, that of whoever calls it. */
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

    /** Whether a screen is told. */
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
