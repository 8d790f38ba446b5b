package org.trueghz

import kotlinx.coroutines.delay
import java.io.File
import java.lang.ref.WeakReference
import java.util.concurrent.LinkedBlockingQueue

/** A measurement of the core that the thread happens to be on. */
fun options(durationMs: UInt) = MeasureOptions(CoreSelection.Current, durationMs, warmUpLimitMs = 50u)

/** So long that a test which waited for its end would be noticed. */
const val LONG_MS = 3_600_000u

fun job(durationMs: UInt) = SessionJob.Measure(options(durationMs))

/** Keeps what it sees. */
class Watcher : SessionObserver {
    val seen = LinkedBlockingQueue<SessionEvent>()

    override fun onEvent(event: SessionEvent) {
        seen += event
    }
}

/** Objects and threads that sessions keep alive. */
data class Alive(
    /** Observers that Rust holds. */
    val observers: Int,
    /** Coroutines that wait for Rust. */
    val waiting: Int,
    /** Sinks of the log. */
    val sinks: Int,
    /** Threads of sessions, by their names; some systems cut names off. */
    val threads: Int,
) {
    companion object {
        val None = Alive(0, 0, 0, 0)

        fun now() =
            Alive(
                FfiConverterTypeSessionObserver.handleMap.size,
                uniffiContinuationHandleMap.size,
                FfiConverterTypeLogSink.handleMap.size,
                threads(),
            )

        /** Looks until nothing is alive. The test's own time limit ends it otherwise. */
        fun awaitNone(collect: Boolean = false) {
            while (now() != None) {
                if (collect) System.gc()
                Thread.sleep(POLL_MS)
            }
        }

        /** Looks until a coroutine waits for Rust. */
        suspend fun awaitWaiting() {
            while (now().waiting == 0) delay(POLL_MS)
        }

        /** Looks until no session runs, whatever else is still there. */
        suspend fun awaitEnd() {
            while (threads() > 0) delay(POLL_MS)
        }

        /** Collects garbage until the reference is empty. */
        fun awaitCollected(reference: WeakReference<*>) {
            while (isThere(reference)) {
                System.gc()
                Thread.sleep(POLL_MS)
            }
        }

        // A function of its own: a caller's frame may keep for long what it once had in hand.
        fun isThere(reference: WeakReference<*>): Boolean = reference.get() != null

        private fun threads(): Int {
            val tasks = File("/proc/self/task").listFiles().orEmpty()
            // A thread may end between the list and the look.
            val names = tasks.map { task -> runCatching { task.resolve("comm").readText() }.getOrDefault("") }
            return names.count { it.startsWith("trueghz-") }
        }

        private const val POLL_MS = 5L
    }
}
