import Testing
import TrueGHzKit

/// Ways to end a session early. The job would take an hour: a test that ends shows that the session did.
@Suite(.serialized, .timeLimit(.minutes(2))) struct CancellationTests {
    static let endless = SessionJob.measure(options: MeterTests.endless)

    @Test func cancellingTheTaskEndsTheMeasurement() async throws {
        let task = Task { try await Meter().measure(MeterTests.endless) }
        task.cancel()
        let report = try await task.value
        #expect(Self.wasCut(report))
    }

    @Test func cancellingTheTaskEndsTheStream() async throws {
        let started = Signal()
        let task = Task {
            for try await event in Meter().events(of: Self.endless) {
                if case .progress = event { started.send() }
            }
        }
        await started.wait()
        task.cancel()
        try await task.value
    }

    @Test func leavingTheLoopEndsTheSession() async throws {
        let meter = Meter()
        for try await _ in meter.events(of: Self.endless) { break }
        await Self.end(of: meter)
    }

    @Test func stoppingKeepsWhatIsKnown() async throws {
        let meter = Meter()
        var report: MeasurementReport?
        for try await event in meter.events(of: Self.endless) {
            if case .progress(.running) = event { meter.stop() }
            if case .ended(let session) = event { report = session.report }
        }
        #expect(try Self.wasCut(#require(report)))
        #expect(try #require(report).cores.first?.windows.total ?? 0 > 0)
    }

    @Test func goingToTheBackgroundEndsTheSession() async throws {
        let meter = Meter()
        var report: MeasurementReport?
        for try await event in meter.events(of: Self.endless) {
            if case .progress(.running) = event { meter.tell(.inBackground(true)) }
            if case .ended(let session) = event { report = session.report }
        }
        #expect(try Self.wasCut(#require(report)))
        #expect(report?.cores.first?.conditions.inBackground == true)
    }

    @Test func whatWasToldBeforeReachesASessionThatStartsLater() async throws {
        let meter = Meter()
        meter.tell(.thermal(.severe))
        meter.tell(.powerSaving(true))
        let report = try await meter.measure(MeterTests.short)
        let reading = try #require(report.cores.first)
        #expect(reading.conditions.thermal == .severe)
        #expect(reading.conditions.powerSaving == true)
        #expect(reading.conditions.inBackground == nil)
        #expect(reading.warnings.contains(.thermalPressure))
        #expect(reading.warnings.contains(.lowPower))
    }

    @Test func aForgottenSessionEndsAndLetsGoOfItsObserver() async throws {
        let released = Signal()
        // The only reference is dropped at once.
        _ = try Session.start(job: Self.endless, observer: TestObserver(released: released))
        await released.wait()
    }

    @Test func aForgottenStreamEndsItsSession() async throws {
        let meter = Meter()
        // Never iterated: let go of where it was made.
        _ = meter.events(of: Self.endless)
        await Self.end(of: meter)
    }

    @Test func aMeterKnowsWhetherItMeasures() async throws {
        let meter = Meter()
        #expect(!meter.isRunning)
        for try await event in meter.events(of: Self.endless) {
            if case .progress(.started) = event {
                #expect(meter.isRunning)
                meter.stop()
            }
        }
        #expect(!meter.isRunning)
    }

    @Test func cancellingTwiceAndAfterTheEndDoesNothing() async throws {
        let session = try Session.start(job: Self.endless, observer: TestObserver())
        session.cancel()
        session.cancel()
        let first = try await session.outcome()
        session.cancel()
        #expect(try await session.outcome() == first)
        #expect(session.isFinished())
    }

    /// Waits until the meter's sessions have ended.
    private static func end(of meter: Meter) async {
        while meter.isRunning { await Task.yield() }
    }

    /// Returns `true` if a report states that its measurement was stopped early: as a reason, or as
    /// a warning.
    static func wasCut(_ report: MeasurementReport) -> Bool {
        report.cores.isEmpty
            || report.cores.contains { $0.reason == .cancelled || $0.warnings.contains(.cancelled) }
    }
}
