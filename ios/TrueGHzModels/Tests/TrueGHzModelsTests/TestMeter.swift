import TrueGHzKit

@testable import TrueGHzModels

/// A meter that does as a test wants, and keeps the conditions passed to it.
@MainActor final class TestMeter: Measuring {
    nonisolated private let stream: @Sendable () -> AsyncThrowingStream<MeterEvent, any Error>
    nonisolated private let told = Told()

    init(_ stream: @escaping @Sendable () -> AsyncThrowingStream<MeterEvent, any Error>) {
        self.stream = stream
    }

    /// One whose sessions fail.
    static func failing(_ error: any Error) -> TestMeter {
        TestMeter { AsyncThrowingStream { $0.finish(throwing: error) } }
    }

    /// A meter whose sessions report a few events and end without a report.
    static func ending(after events: [SessionEvent]) -> TestMeter {
        TestMeter {
            AsyncThrowingStream { continuation in
                for event in events { continuation.yield(.progress(event)) }
                continuation.finish()
            }
        }
    }

    nonisolated func events(of job: SessionJob) -> AsyncThrowingStream<MeterEvent, any Error> { stream() }
    nonisolated func stop() {}
    nonisolated func tell(_ conditions: Conditions) { told.append(conditions) }
    nonisolated func machine() async throws -> Machine { throw TrueGhzError.Defect(message: "no machine") }

    /// The conditions passed to it, in order.
    nonisolated var conditions: [Conditions] { told.all }
}
