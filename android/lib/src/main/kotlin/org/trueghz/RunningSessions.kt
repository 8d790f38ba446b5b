package org.trueghz

import com.sun.jna.Native

/** The sessions of a meter, from their start until their caller stops waiting for them. */
internal class RunningSessions {
    private val lock = Any()
    private val running = mutableSetOf<Session>()
    private var told = Conditions(null, null, null, null)
    private var closed = false

    /** Number of [cancel] calls: a session that was starting during one is cancelled, too. */
    private var cancels = 0

    /**
     * Starts a session with the conditions reported so far; without [observe] it has no observer.
     * The first one loads the library, so do not call this on a thread that draws.
     */
    fun start(
        job: SessionJob,
        observe: ((SessionEvent) -> Unit)?,
    ): Session {
        NativeStart.start()
        val before =
            synchronized(lock) {
                check(!closed) { CLOSED }
                cancels
            }
        val session = Session.start(job, observe?.let(::Observing))
        val known =
            synchronized(lock) {
                if (!closed) {
                    running += session
                    session.tell(told)
                    if (cancels != before) session.cancel()
                }
                !closed
            }
        // Closed while it started: no caller will wait for it.
        if (!known) session.giveUp()
        check(known) { CLOSED }
        return session
    }

    /**
     * Waits for the end and hands it on; if the waiting is cancelled, so is the session, and its native part
     * is let go of.
     */
    suspend fun <T> awaiting(
        session: Session,
        ended: suspend (SessionOutcome) -> T,
    ): T {
        var whole = false
        try {
            val outcome = session.outcome()
            return ended(outcome).also { whole = true }
        } finally {
            synchronized(lock) { running -= session }
            if (!whole) session.giveUp()
        }
    }

    fun tell(conditions: Conditions) {
        synchronized(lock) {
            told = told.with(conditions)
            running.forEach { session -> session.tell(conditions) }
        }
    }

    fun cancel() {
        synchronized(lock) {
            cancels += 1
            running.forEach(Session::cancel)
        }
    }

    fun close() {
        synchronized(lock) {
            closed = true
            running.forEach(Session::cancel)
        }
    }

    private companion object {
        const val CLOSED = "the meter is closed"
    }
}

private fun Session.giveUp() {
    cancel()
    close()
}

/** Values that are absent in [newer] stay unchanged. */
private fun Conditions.with(newer: Conditions) =
    Conditions(
        thermal = newer.thermal ?: thermal,
        thermalHeadroom = newer.thermalHeadroom ?: thermalHeadroom,
        powerSaving = newer.powerSaving ?: powerSaving,
        inBackground = newer.inBackground ?: inBackground,
    )

private class Observing(
    private val observe: (SessionEvent) -> Unit,
) : SessionObserver {
    override fun onEvent(event: SessionEvent) {
        // The observer's thread stays attached to the Java machine until it ends, and is not
        // attached again for every event (`make bench-kotlin` prints the cost of that).
        Native.detach(false)
        observe(event)
    }
}
