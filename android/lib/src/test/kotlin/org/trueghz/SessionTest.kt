package org.trueghz

import com.sun.jna.Native
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Timeout
import java.lang.ref.WeakReference
import java.util.concurrent.LinkedBlockingQueue
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

/** Sessions as uniffi hands them out: the references to them, and the references that they hold. */
@Timeout(120)
class SessionTest {
    @AfterEach
    fun `nothing is left behind`() = Alive.awaitNone()

    @Test
    fun `sessions leave nothing behind`() {
        repeat(SESSIONS) {
            Session.start(job(durationMs = 5u), Watcher()).use { session ->
                runBlocking { repeat(2) { assertIs<SessionOutcome.Measured>(session.outcome()) } }
                assertTrue(session.isFinished())
            }
        }
        Alive.awaitNone()
    }

    @Test
    fun `a session lets go of its observer when it has ended`() {
        val (session, observer) = watched()
        runBlocking { session.outcome() }
        Alive.awaitCollected(observer)
        assertTrue(session.isFinished(), "the session itself is still held")
        session.close()
    }

    // A function of its own, so that no local of the test's keeps the observer.
    private fun watched(): Pair<Session, WeakReference<Watcher>> {
        val watcher = Watcher()
        return Session.start(job(durationMs = 5u), watcher) to WeakReference(watcher)
    }

    @Test
    fun `a forgotten session is cancelled when it is collected`() {
        val watcher = Watcher()
        forget(watcher)
        assertNotNull(watcher.seen.take())
        Alive.awaitNone(collect = true)
        val last = assertIs<SessionEvent.CoreFinished>(watcher.seen.last())
        assertTrue(Warning.Cancelled in last.reading.warnings || last.reading.reason != null, "$last")
    }

    // A function of its own, so that no local of the test's keeps the session.
    private fun forget(watcher: Watcher) {
        Session.start(job(LONG_MS), watcher)
    }

    @Test
    fun `closing cancels`() {
        val watcher = Watcher()
        val session = Session.start(job(LONG_MS), watcher)
        assertNotNull(watcher.seen.take())
        session.close()
        Alive.awaitNone()
    }

    @Test
    fun `nothing is known before the end`() {
        Session.start(job(LONG_MS), Watcher()).use { session ->
            assertEquals(false, session.isFinished())
            assertNull(session.windowsJson())
            session.cancel()
            session.cancel()
            runBlocking { session.outcome() }
            session.cancel()
        }
    }

    @Test
    fun `an observer that throws ends neither the session nor the program`() {
        val failures =
            listOf<() -> Nothing>(
                { throw ObserverException.Failed("on purpose") },
                { throw IllegalStateException("on purpose") },
            )
        for (fail in failures) {
            val observer = ThrowingObserver(fail)
            val warnings = runBlocking { observer.watch() }.cores.single().warnings
            assertTrue(Warning.ObserverPanicked in warnings, "$warnings")
            assertEquals(1, observer.calls.get(), "it goes on unwatched")
        }
    }

    /** uniffi catches exceptions only: an [Error] goes to JNA's handler, and events continue. */
    @Test
    fun `an observer's error ends neither the session nor the program`() {
        val errors = LinkedBlockingQueue<Throwable>()
        val usual = Native.getCallbackExceptionHandler()
        Native.setCallbackExceptionHandler { _, error -> errors += error }
        try {
            val observer = ThrowingObserver { throw OutOfMemoryError("not really") }
            assertEquals(1, runBlocking { observer.watch() }.cores.size)
            assertEquals(observer.calls.get(), errors.count { it is OutOfMemoryError })
        } finally {
            Native.setCallbackExceptionHandler(usual)
        }
    }

    private companion object {
        const val SESSIONS = 20
    }
}
