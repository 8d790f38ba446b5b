package org.trueghz

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
        Session
            .start(
                job(durationMs = 20u),
                this,
            ).use { assertIs<SessionOutcome.Measured>(it.outcome()).report }
}
