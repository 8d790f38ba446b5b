import Foundation
import TrueGHzKit

/// Wakes a waiting task when something has happened.
final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func send() {
        continuation.finish()
    }

    func wait() async {
        for await _ in stream {}
    }
}

/// Passes every event to `take`, and signals when it is released.
final class TestObserver: SessionObserver {
    private let released: Signal
    private let take: @Sendable (SessionEvent) throws -> Void

    init(released: Signal = Signal(), take: @escaping @Sendable (SessionEvent) throws -> Void = { _ in }) {
        self.released = released
        self.take = take
    }

    deinit {
        released.send()
    }

    func onEvent(event: SessionEvent) throws {
        try take(event)
    }
}

/// Keeps what it is handed, from any thread.
final class Kept<Value: Sendable>: @unchecked Sendable {
    // Both methods hold the lock: that is why the type may say that it is `Sendable`.
    private let lock = NSLock()
    private var values: [Value] = []

    func append(_ value: Value) {
        lock.withLock { values.append(value) }
    }

    var all: [Value] {
        lock.withLock { values }
    }
}
