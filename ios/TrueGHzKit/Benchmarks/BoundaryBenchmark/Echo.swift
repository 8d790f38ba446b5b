import TrueGHzKit

/// An event that crosses the boundary and comes to an observer, as often as one likes.
///
/// Swift can call no observer through the core. So this does what Swift and the core do together for an event of
/// the core's: its values are written into a buffer of the core's, read from it, and handed to the observer.
struct Echo: Sendable {
    private final class Sink: SessionObserver {
        func onEvent(event: SessionEvent) {}
    }

    private let observer: any SessionObserver = Sink()

    func send(_ event: SessionEvent) throws {
        let buffer = FfiConverterTypeSessionEvent_lower(event)
        try observer.onEvent(event: FfiConverterTypeSessionEvent_lift(buffer))
    }
}
