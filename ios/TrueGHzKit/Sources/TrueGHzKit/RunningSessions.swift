/// The sessions of a meter, and the conditions to report to them.
///
/// Sessions are held weakly: one without a waiting caller is released, which cancels it.
final class RunningSessions: Sendable {
    private struct State {
        var told = Conditions.nothing
        var sessions: [WeakSession] = []
        /// Number of `cancel` calls: a session that was starting during one is cancelled, too.
        var cancels = 0

        /// The sessions that still exist.
        var present: [Session] { sessions.compactMap(\.session) }
    }

    private struct WeakSession {
        weak var session: Session?
    }

    private let state = Locked(State())

    /// Starts a session with the conditions reported so far.
    func start(_ job: SessionJob, observer: (any SessionObserver)?) throws -> Session {
        let cancelsBefore = state.withLock(\.cancels)
        let session = try Session.start(job: job, observer: observer)
        // Registers it and reads the conditions in one step: a change at that time reaches it one
        // way or the other.
        let (told, cancels) = state.withLock { state in
            state.sessions.removeAll { $0.session?.isFinished() ?? true }
            state.sessions.append(WeakSession(session: session))
            return (state.told, state.cancels)
        }
        session.tell(conditions: told)
        if cancels != cancelsBefore { session.cancel() }
        return session
    }

    /// Whether any has not ended yet.
    var areRunning: Bool {
        state.withLock(\.present).contains { !$0.isFinished() }
    }

    /// Reports to running sessions, and to later ones when they start.
    func tell(_ conditions: Conditions) {
        let sessions = state.withLock { state in
            state.told = state.told.updated(by: conditions)
            return state.present
        }
        for session in sessions { session.tell(conditions: conditions) }
    }

    /// Cancels the running sessions.
    func cancel() {
        let sessions = state.withLock { state in
            state.cancels += 1
            return state.present
        }
        for session in sessions { session.cancel() }
    }
}
