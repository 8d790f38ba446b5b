package org.trueghz

import org.trueghz.ffi.MeasurementReport
import org.trueghz.ffi.Outcome
import org.trueghz.ffi.Session
import org.trueghz.ffi.SessionEvent
import org.trueghz.ffi.SessionObserver
import java.util.concurrent.atomic.AtomicInteger
import kotlin.test.assertIs

/** An observer that fails at every event. */
class ThrowingObserver(
    private val fail: () -> Nothing,
) : SessionObserver {
    val calls = AtomicInteger()

    override fun onEvent(event: SessionEvent) {
        calls.incrementAndGet()
        fail()
    }

    /** The report of a short session that this watches. */
    suspend fun watch(): MeasurementReport =
        Session.start(job(durationMs = 20u), this).use { assertIs<Outcome.Measured>(it.outcome()).report }
}
