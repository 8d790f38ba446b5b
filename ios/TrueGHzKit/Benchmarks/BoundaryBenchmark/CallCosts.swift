import Foundation
import TrueGHzKit

/// The time of one call, as the median and the fastest of many blocks: the rest of the machine is in the difference.
private func cost(of name: String, calls: Int, _ body: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    let blocks = try (0..<51).map { _ in
        try clock.measure { for _ in 0..<calls { try body() } }
    }.sorted()
    func nanoseconds(_ block: Duration) -> String {
        String(format: "%10.0f", block / .nanoseconds(calls))
    }
    let title = name.padding(toLength: 52, withPad: " ", startingAt: 0)
    print("| \(title) | \(nanoseconds(blocks[25])) | \(nanoseconds(blocks[0])) |")
}

/// Prints what calls into the core and events out of it cost.
func printCallCosts() async throws {
    let events = Kept()
    let session = try Session.start(job: .measure(options: .eachCoreType), observer: events)
    let outcome = try await session.outcome()
    guard case .measured(let report) = outcome, let reading = report.cores.first else { return }

    print("One call across the boundary, in nanoseconds:\n")
    print("| what                                                 |     median |    fastest |")
    print("| ---------------------------------------------------- | ---------: | ---------: |")
    cost(of: "a flag out of an object: Session.isFinished()", calls: 2_000) { _ = session.isFinished() }
    cost(of: "a text out: version()", calls: 1_000) { _ = version() }
    cost(of: "two numbers in, a record out: frequencyDisplay()", calls: 1_000) {
        _ = frequencyDisplay(hz: 3e9, halfWidthHz: 30_000)
    }
    cost(of: "a whole reading in, a record out: readingDisplay()", calls: 50) {
        _ = readingDisplay(reading: reading)
    }
    try events.costs()
}

/// An observer that keeps the events, to send them through the boundary again.
private final class Kept: SessionObserver, @unchecked Sendable {
    // Written by the session's thread, read after its end.
    private var events: [SessionEvent] = []

    func onEvent(event: SessionEvent) {
        events.append(event)
    }

    func costs() throws {
        let out = Echo()
        let small = events.first { if case .coreStarted = $0 { true } else { false } }
        let large = events.last { if case .running = $0 { true } else { false } }
        if let small {
            try cost(of: "a small event, written, read, observed", calls: 500) { try out.send(small) }
        }
        if let large {
            try cost(of: "the largest event, written, read, observed", calls: 50) { try out.send(large) }
        }
    }
}
