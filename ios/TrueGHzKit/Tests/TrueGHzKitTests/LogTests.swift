import Testing
import TrueGHzKit

/// The core's log reaches a sink.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LogTests {
    private struct Line: Sendable {
        let level: LogLevel
        let target: String
        let message: String
    }

    private final class Sink: LogSink {
        let lines = Kept<Line>()

        /// Tests of other suites log too.
        var provoked: [Line] { lines.all.filter { $0.message.contains("provoked") } }

        func log(level: LogLevel, target: String, message: String) {
            lines.append(Line(level: level, target: target, message: message))
        }
    }

    /// A sink must not end the process, whatever it throws.
    private final class ThrowingSink: LogSink {
        let calls = Kept<Void>()

        func log(level: LogLevel, target: String, message: String) throws {
            calls.append(())
            throw ObserverError.Failed(reason: "the disk is full")
        }
    }

    /// Something that the core logs: an observer that throws.
    private func provoke() async throws {
        let observer = TestObserver { _ in throw ObserverError.Failed(reason: "provoked") }
        _ = try await Session.start(job: .measure(options: MeterTests.short), observer: observer).outcome()
    }

    @Test func linesReachTheSink() async throws {
        let sink = Sink()
        #expect(MeterLog.send(to: sink, downTo: .warn))
        try await provoke()
        MeterLog.send(to: nil)
        let line = try #require(sink.provoked.first)
        #expect(line.level == .warn)
        #expect(line.target.hasPrefix("trueghz"))
        let before = sink.provoked.count
        try await provoke()
        #expect(sink.provoked.count == before, "nothing is sent to a sink that was taken away")
    }

    @Test func nothingBelowTheLevelIsSent() async throws {
        let sink = Sink()
        #expect(logTo(sink: sink, level: .error))
        try await provoke()
        MeterLog.send(to: nil)
        #expect(sink.provoked.isEmpty)
    }

    @Test func whatASinkThrowsIsLost() async throws {
        let sink = ThrowingSink()
        MeterLog.send(to: sink, downTo: .warn)
        try await provoke()
        MeterLog.send(to: nil)
        #expect(!sink.calls.all.isEmpty)
    }
}
