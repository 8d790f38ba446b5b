/// The sessions of a meter, and what they are to know.
///
/// Sessions are held weakly: one that nobody waits for any more is let go of, and its end cancels it.
final class RunningSessions: Sendable {
    private struct State {
        var told = Conditions.nothing
        var sessions: [WeakSession] = []
        /// How often the end was asked for: a session that begins meanwhile is asked, too.
        var cancels = 0

        /// The sessions that are still there.
        var present: [Session] { sessions.compactMap(\.session) }
    }

    private struct WeakSession {
        weak var session: Session?
    }

    private let state = Locked(State())

    /// Starts a session that knows what was told before.
    func start(_ job: SessionJob, observer: (any SessionObserver)?) throws -> Session {
        let cancelsBefore = state.withLock(\.cancels)
        let session = try Session.start(job: job, observer: observer)
        // Entered and told in one step: what is told meanwhile reaches it one way or the other.
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

    /// Tells those that run, and later those that start.
    func tell(_ conditions: Conditions) {
        let sessions = state.withLock { state in
            state.told = state.told.updated(by: conditions)
            return state.present
        }
        for session in sessions { session.tell(conditions: conditions) }
    }

    /// Asks those that run for the end.
    func cancel() {
        let sessions = state.withLock { state in
            state.cancels += 1
            return state.present
        }
        for session in sessions { session.cancel() }
    }
}
