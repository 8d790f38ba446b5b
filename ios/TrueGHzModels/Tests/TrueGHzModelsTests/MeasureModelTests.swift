import Foundation
import Observation
import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// Sessions of the real core on this machine, driven by the model. None is timed; one that does not end in
/// its minutes has failed.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2))) struct MeasureModelTests {
    static let short = SessionJob.measure(
        options: MeasureOptions(cores: .current, durationMs: 100, warmUpLimitMs: 100))
    /// Longer than any test may take: it ends by being stopped.
    static let endless = SessionJob.measure(
        options: MeasureOptions(cores: .current, durationMs: 3_600_000, warmUpLimitMs: 10))

    /// A model whose app is in front.
    static func model(_ job: SessionJob) -> MeasureModel {
        let model = MeasureModel(job: job)
        model.moved(toFront: true)
        return model
    }

    @Test func fromStartToReading() async throws {
        let model = Self.model(Self.short)
        await model.meetMachine()
        #expect(model.machine?.cores.isEmpty == false)
        let card = try #require(model.screen.cards.first)
        #expect(model.screen.progress == nil && card.line == nil && !card.isShown)
        model.start()
        #expect(model.screen.cards.first?.line == .word(.cardWaiting), "the card stays")
        #expect(model.state.phase == .warming && model.screen.progress != nil)
        await model.ended()
        #expect(model.state.phase == .done)
        let screen = model.screen
        #expect(screen.cards.count == 1 && screen.progress == nil && screen.hero.verdict != nil)
        #expect((screen.hero.display == nil) == (screen.hero.verdict == .refused))
        let windows = try #require(model.state.windowsJSON)
        #expect(try MeasurementReport(replaying: windows) == model.state.report)
        #expect(model.details?.cores.count == 1 && model.share?.documents.count == 4)
    }

    @Test func theLastReadingReturnsAfterTheProcessHasEnded() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let last = LastReading(folder: folder)
        let model = MeasureModel(job: Self.short, last: last)
        await model.restore()
        #expect(model.state.phase == .idle, "there is none")
        model.moved(toFront: true)
        model.start()
        await model.ended()
        let next = MeasureModel(job: Self.short, last: last)
        await next.restore()
        #expect(next.state.report == model.state.report && next.details != nil && next.share != nil)
        await next.forget()
        #expect(await last.kept() != nil, "it is on the screen")
        let later = MeasureModel(job: Self.short, last: last)
        await later.forget()
        await later.restore()
        #expect(later.state.phase == .idle)
        await last.keep("of another version")
        await later.restore()
        #expect(await last.kept() == nil)
        await last.keep("of a measurement before")
        let failing = MeasureModel(meter: TestMeter.failing(TrueGhzError.NoClock(message: "")), last: last)
        failing.moved(toFront: true)
        failing.start()
        await failing.ended()
        #expect(await last.kept() == nil, "a newer one has begun")
    }

    @Test func stoppingKeepsWhatIsKnown() async throws {
        let model = Self.model(Self.endless)
        model.start()
        await Self.wait(for: model) { $0.display != nil }
        model.stop()
        #expect(model.state.isEnding && model.screen.progress?.text == .word(.stateEnding))
        await model.ended()
        #expect(model.state.phase == .done && !model.state.isEnding)
        #expect(model.screen.notes.contains { $0.id == "cancelled" })
        // A busy machine may have let it see a number, and none in the end.
        #expect((model.screen.hero.display == nil) == (model.screen.hero.verdict == .refused))
    }

    @Test func stoppingAtOnceSaysSo() async throws {
        let model = Self.model(Self.endless)
        model.start()
        model.stop()
        await model.ended()
        #expect(model.state.phase == .done && model.screen.hero.display == nil)
        #expect(model.screen.hero.line == Note(RefusalReason.cancelled).text)
    }

    @Test func measuringAgain() async throws {
        let model = Self.model(Self.short)
        for _ in 1...2 {
            model.start()
            // A second press while it measures changes nothing.
            model.start()
            #expect(model.state.phase == .warming && model.details == nil && model.share == nil)
            await model.ended()
            #expect(model.state.phase == .done)
        }
    }

    @Test func goingToTheBackgroundEndsItWithWhatIsKnown() async throws {
        let model = Self.model(Self.endless)
        model.start()
        await Self.wait(for: model) { $0.display != nil }
        model.moved(toFront: false)
        await model.ended()
        #expect(model.state.phase == .done && model.state.endedInBackground)
        #expect(model.screen.notes.first?.text == .word(.stateEndedInBackground))
        #expect(model.state.report?.cores.first?.conditions.inBackground == true)
        // Back in front, a new session is measured as if nothing had been.
        model.moved(toFront: true)
        #expect(model.state.phase == .done)
        model.start()
        #expect(!model.state.endedInBackground)
        model.stop()
        await model.ended()
        #expect(model.state.report?.cores.allSatisfy { $0.conditions.inBackground != true } == true)
    }

    @Test func aStartFromTheBackgroundWaitsForTheFront() async throws {
        let model = MeasureModel(job: Self.short)
        model.start()
        #expect(model.state.phase == .idle)
        model.moved(toFront: true)
        #expect(model.state.phase == .warming)
        await model.ended()
        // The wish was for one session.
        model.moved(toFront: false)
        model.moved(toFront: true)
        #expect(model.state.phase == .done)
    }

    @Test func whoAskedIsToldWhatCameOfIt() async throws {
        let model = MeasureModel(job: Self.short)
        async let told = model.measured()
        while !model.isWanted { await Task.yield() }
        #expect(model.state.phase == .idle)
        model.moved(toFront: true)
        let measured = await told
        #expect(model.state.phase == .done && measured.spoken == model.screen.hero.spoken)
        let display = try #require(model.screen.hero.display)
        #expect(measured.gigahertz == display.number.measurement.converted(to: .gigahertz).value)
        #expect(measured.gigahertz.map { (0.1...10).contains($0) } == true)
    }

    @Test func aShortcutGetsNoNumberWhereThereIsNone() throws {
        let refused = MeasuredClock(try Hero(Reports.everyReason.get()))
        #expect(refused.gigahertz == nil && refused.spoken != .word(.stateReady))
    }

    @Test func anErrorIsSaid() async throws {
        let meter = TestMeter.failing(TrueGhzError.NoClock(message: "none"))
        let model = MeasureModel(meter: meter)
        model.moved(toFront: true)
        model.start()
        await model.ended()
        #expect(model.state.phase == .failed)
        #expect(model.screen.hero.line == .word(.errorNoClock))
        #expect(model.announcement == .word(.errorNoClock))
        #expect(meter.conditions.map(\.inBackground) == [false])
    }

    @Test func aSessionThatEndsWithoutAReportIsADefect() async throws {
        let target = MeasureStateTests.target
        let model = MeasureModel(meter: TestMeter.ending(after: [.started(targets: [target])]))
        model.moved(toFront: true)
        model.start()
        await model.ended()
        #expect(model.state.phase == .failed && model.screen.hero.line == .word(.errorDefect))
    }

    @Test func aMachineThatIsNotKnownLeavesTheLineEmpty() async throws {
        let model = MeasureModel(meter: TestMeter.failing(CancellationError()))
        await model.meetMachine()
        #expect(model.machine == nil && model.screen.machineLine == nil)
    }

    @Test func announcementsAreNoFlood() async throws {
        let model = Self.model(Self.short)
        let listener = Listener(model)
        listener.listen()
        model.start()
        await model.ended()
        // The last announcement is heard after this task has let others go on.
        while listener.heard.last != .some(model.announcement) { await Task.yield() }
        // Nothing, the start, the end: whatever came between was for the eyes.
        #expect(listener.heard.count <= 3)
        #expect(model.announcement == model.screen.hero.spoken)
    }

    @Test func aCoreIsChosen() async throws {
        let model = Self.model(Self.short)
        model.start()
        await model.ended()
        model.choose(0)
        #expect(model.state.chosen == 0)
    }

    /// Waits until the first core has come that far.
    private static func wait(for model: MeasureModel, until isThere: (CoreState) -> Bool) async {
        while model.state.isUnderWay && !(model.state.cores.first.map(isThere) ?? false) {
            await Task.yield()
        }
    }
}

/// Hears a model's announcements.
@MainActor private final class Listener {
    private(set) var heard: [Phrase?] = []
    private let model: MeasureModel

    init(_ model: MeasureModel) {
        self.model = model
    }

    func listen() {
        withObservationTracking {
            heard.append(model.announcement)
        } onChange: {
            Task { @MainActor in self.listen() }
        }
    }
}
