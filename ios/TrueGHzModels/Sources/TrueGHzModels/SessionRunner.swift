import TrueGHzKit

/// Starts and ends a screen's own sessions: in front only, and never at the same time as another
/// screen's, since two sessions at once disturb each other.
@MainActor final class SessionRunner {
    private let meter: any Measuring
    private let isBusyElsewhere: @MainActor () -> Bool
    private var isInFront = false
    private var session: Task<Void, Never>?

    /// - Parameters:
    ///   - meter: What measures: its own, which stops nothing else.
    ///   - isBusyElsewhere: Whether another screen measures.
    init(meter: any Measuring, isBusyElsewhere: @escaping @MainActor () -> Bool) {
        self.meter = meter
        self.isBusyElsewhere = isBusyElsewhere
    }

    /// Starts, unless something else measures. What is under way goes on.
    ///
    /// - Parameters:
    ///   - refuse: Reports that something else measures.
    ///   - begin: Reports the start, and returns the work to do then. A session that is started here, and not in that
    ///     work, can be stopped at once.
    func start(
        isUnderWay: Bool, refuse: () -> Void, begin: () -> @MainActor () async -> Void
    ) {
        guard isInFront, !isUnderWay else { return }
        guard !isBusyElsewhere() else { return refuse() }
        let work = begin()
        session = Task { await work() }
    }

    /// Asks for the end: what is known stays.
    func stop() {
        meter.stop()
    }

    /// The app came to the front or went to the background. Core decides what that means to a session.
    func moved(toFront: Bool) {
        isInFront = toFront
        meter.tell(.inBackground(!toFront))
    }

    /// Waits for the end, where something is under way.
    func ended() async {
        await session?.value
    }

    /// The system's description of the machine.
    func machine() async throws -> Machine {
        try await meter.machine()
    }

    /// Starts a session.
    func events(of job: SessionJob) -> AsyncThrowingStream<MeterEvent, any Error> {
        meter.events(of: job)
    }

    /// Follows a session to its end.
    ///
    /// - Parameters:
    ///   - progress: Takes the events on the way.
    ///   - end: Takes the result; returns whether it is of the requested kind.
    /// - Throws: The session's error; ``TrueGhzError/Defect(message:)`` if it ends without its report: the screen must
    ///   not wait for ever.
    func follow(
        _ events: AsyncThrowingStream<MeterEvent, any Error>, progress: (SessionEvent) throws -> Void,
        end: (EndedSession) throws -> Bool
    ) async throws {
        var hasEnded = false
        for try await event in events {
            switch event {
            case .progress(let event): try progress(event)
            case .ended(let session): hasEnded = try end(session) || hasEnded
            }
        }
        if !hasEnded { throw TrueGhzError.Defect(message: "the session ended without a report") }
    }
}
