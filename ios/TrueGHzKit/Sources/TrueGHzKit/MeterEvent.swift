/// What a stream of events tells.
public enum MeterEvent: Sendable {
    /// Something happened on the way.
    case progress(SessionEvent)
    /// The end, and the last event: the session with what it found.
    case ended(EndedSession)
}

/// A session that has ended, by itself or because it was stopped.
public struct EndedSession: Sendable {
    /// What it found.
    public let outcome: Outcome

    /// The core's session, which keeps what was recorded.
    private let session: Session

    init(_ session: Session, outcome: Outcome) {
        self.session = session
        self.outcome = outcome
    }

    /// What a measurement found; absent where the session was none.
    public var report: MeasurementReport? {
        guard case .measured(let report) = outcome else { return nil }
        return report
    }

    /// What a look at the clocks found; absent where the session was none.
    public var clocks: QualityTable? {
        guard case .clocksSeen(let table) = outcome else { return nil }
        return table
    }

    /// The recorded windows of a measurement as JSON, from which ``MeasurementReport/init(replaying:)`` makes
    /// the same report; absent where the session was none. Ticks count from the session's start, so that no
    /// absolute time of the device is in it.
    public func windowsJSON() -> String? {
        session.windowsJson()
    }
}
