/// An event of a session's stream.
public enum MeterEvent: Sendable {
    /// Progress of the session.
    case progress(SessionEvent)
    /// The end, and the last event: the session with its outcome.
    case ended(EndedSession)
}

/// A session that has ended, by itself or because it was stopped.
public struct EndedSession: Sendable {
    /// The result.
    public let outcome: SessionOutcome

    /// The core's session, which keeps the recorded windows.
    private let session: Session

    init(_ session: Session, outcome: SessionOutcome) {
        self.session = session
        self.outcome = outcome
    }

    /// The report of a measurement; `nil` if the session was not a measurement.
    public var report: MeasurementReport? {
        guard case .measured(let report) = outcome else { return nil }
        return report
    }

    /// The table of a check of the clocks; `nil` if the session was not one.
    public var clocks: QualityTable? {
        guard case .clocksSeen(let table) = outcome else { return nil }
        return table
    }

    /// The recorded windows of a measurement as JSON, from which
    /// ``MeasurementReport/init(replaying:)`` makes the same report; `nil` if the session was not a
    /// measurement. Ticks count from the session's start, so that no absolute time of the device is
    /// in it.
    public func windowsJSON() -> String? {
        session.windowsJson()
    }
}
