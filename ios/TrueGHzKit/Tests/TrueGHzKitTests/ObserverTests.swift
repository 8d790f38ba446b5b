import Foundation
import Testing
import TrueGHzKit

/// Observers: what they throw, where they are called, and that the core lets go of them.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ObserverTests {
    private static let short = SessionJob.measure(options: MeterTests.short)

    private struct Clumsy: Error {}

    @Test func whatAnObserverThrowsEndsTheTellingOnly() async throws {
        let calls = Kept<Void>()
        let observer = TestObserver { _ in
            calls.append(())
            throw ObserverError.Failed(reason: "no room")
        }
        let outcome = try await Session.start(job: Self.short, observer: observer).outcome()
        #expect(calls.all.count == 1)
        #expect(Self.warnings(outcome).contains(.observerPanicked))
    }

    @Test func anErrorThatTheCoreDoesNotKnowDoesNoMore() async throws {
        let observer = TestObserver { _ in throw Clumsy() }
        let outcome = try await Session.start(job: Self.short, observer: observer).outcome()
        #expect(Self.warnings(outcome).contains(.observerPanicked))
    }

    @Test func aGoodObserverCausesNoWarning() async throws {
        let outcome = try await Session.start(job: Self.short, observer: TestObserver()).outcome()
        #expect(!Self.warnings(outcome).contains(.observerPanicked))
    }

    @Test func anObserverIsCalledOnAThreadOfItsOwn() async throws {
        let onMain = Kept<Bool>()
        let observer = TestObserver { _ in onMain.append(Thread.isMainThread) }
        _ = try await Session.start(job: Self.short, observer: observer).outcome()
        #expect(!onMain.all.isEmpty && !onMain.all.contains(true))
    }

    @Test func theCoreLetsGoOfAnObserverAtTheEnd() async throws {
        let released = Signal()
        let session = try Session.start(job: Self.short, observer: TestObserver(released: released))
        _ = try await session.outcome()
        // While the session is still held.
        await released.wait()
        #expect(session.isFinished())
    }

    private static func warnings(_ outcome: SessionOutcome) -> [Warning] {
        guard case .measured(let report) = outcome else { return [] }
        return report.cores.flatMap(\.warnings)
    }
}
