package org.trueghz

/** An event of a session's flow. */
public sealed interface MeterEvent {
    /**
     * Progress of the session.
     *
     * @property event the session's event.
     */
    public data class Progress(
        public val event: SessionEvent,
    ) : MeterEvent

    /**
     * The end, and the last event.
     *
     * @property session the session, with its outcome.
     */
    public data class Ended(
        public val session: EndedSession,
    ) : MeterEvent
}

/**
 * A session that has ended, by itself or because it was stopped.
 *
 * @property outcome the result.
 */
public class EndedSession internal constructor(
    public val outcome: SessionOutcome,
    // Keeps the recorded windows until this is collected.
    private val session: Session,
) {
    /** The report of a measurement; `null` if the session was not a measurement. */
    public val report: MeasurementReport?
        get() = (outcome as? SessionOutcome.Measured)?.report

    /** The table of a check of the clocks; `null` if the session was not one. */
    public val clocks: QualityTable?
        get() = (outcome as? SessionOutcome.ClocksSeen)?.table

    /**
     * The recorded windows of a measurement as JSON, from which [replay] makes the same report;
     * `null` if the session was not a measurement. Ticks count from the session's start, so that no
     * absolute time of the device is in it.
     */
    public fun windowsJson(): String? = session.windowsJson()
}
