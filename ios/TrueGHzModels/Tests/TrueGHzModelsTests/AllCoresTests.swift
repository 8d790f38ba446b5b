import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The table of all cores: rows, groups, what was not reached, and rounds.
@Suite struct AllCoresTests {
    static func target(_ cpu: UInt32, _ kind: String = "Cortex-A78", outOfReach: RefusalReason? = nil)
        -> Target
    {
        Target(
            cpu: cpu, urgency: .userInteractive, loadThreads: 0, kind: kind, cpus: [cpu],
            outOfReach: outOfReach)
    }

    /// A round of two cores of one machine, both with a number.
    static func measured() throws -> (AllCoresState, MeasurementReport) {
        let report = try Reports.twoCores.get()
        var state = AllCoresState()
        state.start()
        let targets = report.cores.map { reading in
            Target(
                cpu: reading.cpu, urgency: .userInteractive, loadThreads: 0, kind: reading.kind,
                cpus: reading.cpus, outOfReach: nil)
        }
        try state.take(.started(targets: targets), at: .zero)
        return (state, report)
    }

    static func screen(_ state: AllCoresState, _ machine: Machine? = nil, at now: Duration = .zero)
        -> AllCoresScreen
    {
        AllCoresScreen(state, machine: machine, at: now)
    }

    @Test func theCoresAreThereBeforeTheFirstPress() throws {
        var state = AllCoresState()
        let claim = Reports.statedClaim
        state.meet([
            ComingCore(target: Self.target(0), claim: claim), ComingCore(target: Self.target(2), claim: nil),
            ComingCore(target: Self.target(1, outOfReach: .coreTypeUnreachable), claim: claim),
        ])
        let screen = Self.screen(state)
        #expect(screen.groups.flatMap(\.rows).map(\.otherwise) == [claim.line, .word(.allNotMeasured)])
        #expect(screen.unreached.map(\.reason) == [Note(RefusalReason.coreTypeUnreachable).text])
        #expect(screen.hero == nil && !screen.groups.flatMap(\.rows).contains { $0.isShown })
        state.start()
        let waiting = Self.screen(state).groups.flatMap(\.rows).map(\.otherwise)
        #expect(
            waiting == [.word(.cardWaiting), .word(.cardWaiting)], "they stay until the session knows better")
    }

    @Test func coresAppearAsTheirTurnsCome() throws {
        var (state, report) = try Self.measured()
        #expect(Self.screen(state).progress == .word(.allProgress, .count(0), .count(2)))
        try state.take(.coreStarted(core: 0), at: .zero)
        var rows = Self.screen(state, report.machine).groups.flatMap(\.rows)
        #expect(rows.map(\.otherwise) == [.word(.stateMeasuring), .word(.cardWaiting)])
        #expect(rows.map(\.isCurrent) == [true, false] && rows.allSatisfy { $0.bar == nil })
        try state.take(.coreFinished(core: 0, reading: report.cores[0]), at: .seconds(1))
        #expect(Self.screen(state).progress == .word(.allProgress, .count(1), .count(2)))
        #expect(Self.screen(state).groups.flatMap(\.rows).map { $0.bar?.part } == [1, nil])
        try state.endRound(with: report, at: .seconds(2))
        state.end()
        let screen = Self.screen(state, report.machine)
        rows = screen.groups.flatMap(\.rows)
        #expect(rows.allSatisfy { $0.display != nil && $0.verdict != nil && $0.otherwise == nil })
        #expect(try rows.map(\.bar) == clockBars(readings: report.cores))
        #expect(rows.compactMap { $0.bar?.part }.max() == 1)
        #expect(screen.progress == nil && screen.unreached.isEmpty)
        let warnings = Set(report.cores.flatMap(\.warnings).map(\.words.code))
        let notes = screen.urgentWarnings + screen.notes
        #expect(!warnings.isEmpty && Set(notes.map(\.id)) == warnings, "each warning is shown")
        #expect(rows.allSatisfy { $0.strip == nil }, "one reading is no minute")
        let spoken = try Catalog.english.sentence(rows[0].spoken)
        #expect(spoken.contains("plus or minus") && spoken.hasPrefix("core "))
    }

    @Test func coresOfAKindStandTogether() throws {
        let machine = try CoreNamesTests.machine { $0["has_os_cpu_ids"] = .bool(true) }
        var state = AllCoresState()
        state.start()
        let targets = [Self.target(0), Self.target(7, "Cortex-X1"), Self.target(0)]
        try state.take(.started(targets: targets), at: .zero)
        let groups = Self.screen(state, machine).groups
        #expect(groups.map(\.rows.count) == [2, 1] && groups.map { $0.rows.map(\.id) } == [[0, 2], [1]])
    }

    @Test func whatWasNotReachedIsNamedWithTheReason() throws {
        let machine = try CoreNamesTests.machine { $0["has_os_cpu_ids"] = .bool(true) }
        var state = AllCoresState()
        state.start()
        try state.take(
            .started(targets: [Self.target(0), Self.target(1, outOfReach: .offline)]), at: .zero)
        var screen = Self.screen(state, machine)
        #expect(screen.groups.flatMap(\.rows).map(\.id) == [0])
        let refused = try #require(Reports.everyReason.get().cores.first { $0.reason == .affinityRefused })
        try state.take(.coreFinished(core: 0, reading: refused), at: .zero)
        screen = Self.screen(state, machine)
        #expect(
            screen.unreached.map(\.reason) == [
                Note(RefusalReason.affinityRefused).text, Note(RefusalReason.offline).text,
            ])
        #expect(screen.unreached.allSatisfy { $0.advice != nil } && screen.groups.isEmpty)
        let english = try Catalog.english
        #expect(english(screen.unreached[1].title) == "Cortex-A78 · core 1")
    }

    @Test func roundsFillTheStrip() throws {
        var (state, report) = try Self.measured()
        for second in [0, 30, 50, 80, 95] {
            let falling = report.cores[0].with(report.cores[0].verdict, part: 1 - Double(second) / 1_000)
            try state.take(.coreFinished(core: 0, reading: falling), at: .seconds(second))
            try state.take(.coreFinished(core: 1, reading: report.cores[1]), at: .seconds(second))
            try state.endRound(with: report.with([falling, report.cores[1]]), at: .seconds(second))
            state.startRound()
        }
        let screen = Self.screen(state, report.machine, at: .seconds(100))
        #expect(screen.round == .word(.allRound, .count(6)))
        #expect(screen.stripSeconds == 40...100)
        let rows = screen.groups.flatMap(\.rows).sorted { $0.id < $1.id }
        let strip = try #require(rows[0].strip)
        #expect(strip.points.map(\.id) == [50, 80, 95], "older ones have gone")
        #expect(strip.range == strip.points[2].hz...strip.points[0].hz, "on its own scale")
        let english = try Catalog.english
        #expect(english.sentence(rows[0].spoken).contains("in the last minute"))
        #expect(rows[1].strip == nil, "it stood still")
        #expect(english.sentence(rows[1].spoken).contains("throughout the last minute"))
    }

    @Test func theFastestCoreIsShownLarge() throws {
        var (state, report) = try Self.measured()
        #expect(Self.screen(AllCoresState()).hero == nil)
        try state.take(.coreStarted(core: 0), at: .zero)
        #expect(state.shown == 0)
        try state.endRound(with: report, windowsJSON: "windows", at: .seconds(1))
        state.end()
        let fastest = try #require(report.cores.indices.max { report.cores[$0].hz < report.cores[$1].hz })
        #expect(state.shown == fastest)
        let screen = Self.screen(state, report.machine)
        #expect(try screen.hero?.display == report.cores[fastest].numbers.frequency)
        #expect(screen.hero?.kinds == nil && screen.groups.flatMap(\.rows).filter(\.isShown).count == 1)
        state.choose(1 - fastest)
        let other = Self.screen(state, report.machine)
        #expect(try other.hero?.display == report.cores[1 - fastest].numbers.frequency)
        #expect(state.report == report && state.windowsJSON == "windows")
    }

    @Test func theNewestReadingsOfAWatchAreItsResult() throws {
        var (state, report) = try Self.measured()
        try state.endRound(with: report, windowsJSON: "first", at: .zero)
        state.startRound()
        state.stop()
        let later = report.cores[0].with(report.cores[0].verdict, part: 0.9)
        let cancelled = try #require(Reports.everyReason.get().cores.first { $0.reason == .cancelled })
        try state.endRound(with: report.with([later, cancelled]), windowsJSON: "second", at: .seconds(1))
        state.end()
        #expect(state.report?.cores == [later, report.cores[1]])
        #expect(state.windowsJSON == nil, "none led to all of it")
    }

    @MainActor @Test func aLookTakesAsLongAsAReading() {
        #expect(AllCoresModel.options(.all, isBrief: false) == MeasureOptions(cores: .all))
        #expect(AllCoresModel.options(.all, isBrief: true).durationMs == AllCoresModel.durationMs)
    }

    @Test func aWatchThatIsStoppedIsWholeIfNoCoreWasCut() throws {
        var (state, report) = try Self.measured()
        try state.endRound(with: report, at: .zero)
        state.startRound()
        state.stop()
        #expect(Self.screen(state).progress == .word(.stateEnding))
        let cancelled = try #require(Reports.everyReason.get().cores.first { $0.reason == .cancelled })
        try state.endRound(with: report.with([report.cores[0], cancelled]), at: .seconds(3))
        state.end()
        let screen = Self.screen(state, report.machine)
        #expect(screen.groups.flatMap(\.rows).allSatisfy { $0.display != nil })
        #expect(!screen.notes.contains { $0.text == .word(.allEndedEarly) })
    }

    @Test func aLookThatIsStoppedEndedEarly() throws {
        var (state, report) = try Self.measured()
        state.stop()
        let cancelled = try #require(Reports.everyReason.get().cores.first { $0.reason == .cancelled })
        try state.endRound(with: report.with([report.cores[0], cancelled]), at: .zero)
        state.end()
        #expect(Self.screen(state, report.machine).notes.first?.text == .word(.allEndedEarly))
    }

    @Test func aCoreWhoseTurnDidNotComeIsNotMeasured() throws {
        var (state, report) = try Self.measured()
        state.stop(inBackground: true)
        let cancelled = try #require(Reports.everyReason.get().cores.first { $0.reason == .cancelled })
        try state.endRound(with: report.with([report.cores[0], cancelled]), at: .zero)
        state.end()
        let screen = Self.screen(state, report.machine)
        #expect(screen.groups.flatMap(\.rows).map(\.otherwise).contains(.word(.allNotMeasured)))
        #expect(screen.unreached.isEmpty && screen.notes.first?.text == .word(.allEndedInBackground))
    }

    @Test func oneCoreOfEachKindWhereNoneCanBeAskedFor() throws {
        let machine = try CoreNamesTests.machine { $0["has_os_cpu_ids"] = .bool(false) }
        let screen = Self.screen(AllCoresState(), machine)
        #expect(screen.notes.map(\.text) == [.word(.allByKind)])
    }
}

/// Sessions of the real core, driven by the model.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2))) struct AllCoresModelTests {
    static func model(isBusy: Bool = false) -> AllCoresModel {
        let model = AllCoresModel { isBusy }
        model.moved(toFront: true)
        return model
    }

    @Test func everyCoreHasARowOrAReason() async throws {
        let model = Self.model()
        model.start()
        model.start()
        await model.ended()
        #expect(model.state.phase == .done && model.announcement == .word(.allDone))
        let screen = model.screen
        let shown = screen.groups.flatMap(\.rows).count + screen.unreached.count
        #expect(shown == model.state.cores.count && shown > 0)
    }

    @Test func watchingGoesOnUntilItIsStopped() async throws {
        var kept: [MeasurementReport] = []
        let model = AllCoresModel(keep: { kept.append($0) })
        model.moved(toFront: true)
        model.isWatching = true
        model.start()
        while model.state.round < 2 && model.state.isUnderWay { await Task.yield() }
        #expect(model.state.round == 2 && model.state.isUnderWay)
        #expect(kept.isEmpty, "another round follows")
        model.stop()
        await model.ended()
        // Each core keeps its reading of the first round if its turn did not come again.
        #expect(model.state.phase == .done && model.announcement == .word(.allDone))
        #expect(model.details != nil && model.share != nil && model.state.windowsJSON == nil)
        #expect(kept.count == 1 && kept.first == model.state.report)
    }

    @Test func aStopAtOnceAndTheBackgroundEndIt() async throws {
        let model = Self.model()
        model.start()
        model.stop()
        await model.ended()
        #expect(model.state.phase == .done && model.screen.groups.isEmpty)
        model.isWatching = true
        model.start()
        model.moved(toFront: false)
        await model.ended()
        #expect(model.announcement == .word(.allEndedInBackground))
        model.start()
        #expect(model.state.phase == .done, "not in the background")
    }

    @Test func itDoesNotStartBesideAnother() async throws {
        let model = Self.model(isBusy: true)
        model.start()
        #expect(model.state.phase == .failed && model.screen.notes.map(\.text) == [.word(.stateOtherRunning)])
    }

    @Test func anErrorIsSaid() async throws {
        let model = AllCoresModel(meter: TestMeter.failing(TrueGhzError.NoClock(message: "")))
        model.moved(toFront: true)
        model.start()
        await model.ended()
        #expect(model.state.phase == .failed && model.announcement == .word(.errorDefect))
    }
}

extension Reading {
    fileprivate var hz: Double { frequencyHz?.value ?? 0 }
}
