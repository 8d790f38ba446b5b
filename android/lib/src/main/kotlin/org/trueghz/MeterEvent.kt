package org.trueghz

/** What a flow of events tells. */
public sealed interface MeterEvent {
    /**
     * Something happened on the way.
     *
     * @property event what.
     */
    public data class Progress(
        public val event: SessionEvent,
    ) : MeterEvent

    /**
     * The end, and the last event.
     *
     * @property session the session, with what it found.
     */
    public data class Ended(
        public val session: EndedSession,
    ) : MeterEvent
}

/**
 * A session that has ended, by itself or because it was stopped.
 *
 * @property outcome what it found.
 */
public class EndedSession internal constructor(
    public val outcome: Outcome,
    // Keeps what was recorded, until this is collected.
    private val session: Session,
) {
    /** What a measurement found; absent where the session was none. */
    public val report: MeasurementReport?
        get() = (outcome as? Outcome.Measured)?.report

    /** What a look at the clocks found; absent where the session was none. */
    public val clocks: QualityTable?
        get() = (outcome as? Outcome.ClocksSeen)?.table

    /**
     * The recorded windows of a measurement as JSON, from which [replay] makes the same report; absent where
     * the session was none. Ticks count from the session's start, so that no absolute time of the device is
     * in it.
     */
    public fun windowsJson(): String? = session.windowsJson()
}
