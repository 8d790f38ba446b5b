/// Hands a session's events to a stream. The core lets go of it when the session has ended.
final class EventForwarder: SessionObserver {
    private let continuation: AsyncThrowingStream<MeterEvent, any Error>.Continuation

    init(_ continuation: AsyncThrowingStream<MeterEvent, any Error>.Continuation) {
        self.continuation = continuation
    }

    func onEvent(event: SessionEvent) throws {
        continuation.yield(.progress(event))
    }
}

extension Session {
    /// Waits for the end and hands it to the stream, which then ends too. The core has handed over every event
    /// by then: this one is the last.
    func end(of continuation: AsyncThrowingStream<MeterEvent, any Error>.Continuation) async {
        do {
            let outcome = try await outcome()
            continuation.yield(.ended(EndedSession(self, outcome: outcome)))
            continuation.finish()
        } catch {
            continuation.finish(throwing: error)
        }
    }
}
