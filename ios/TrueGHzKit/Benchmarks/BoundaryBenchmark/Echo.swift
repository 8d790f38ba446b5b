import TrueGHzKit

/// Sends events into the core, which hands them to an observer in Swift as it does its own: both ways are paid.
struct Echo: Sendable {
    private final class Sink: SessionObserver {
        func onEvent(event: SessionEvent) {}
    }

    /// The core's side of the sink.
    private let through = SessionObserverImpl(unsafeFromHandle: FfiConverterTypeSessionObserver_lower(Sink()))

    func send(_ event: SessionEvent) throws {
        try through.onEvent(event: event)
    }
}
