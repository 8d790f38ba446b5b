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

    @Test func coresAppearAsTheirTurnsCome() throws {
        var (state, report) = try Self.measured()
        #expect(Self.screen(state).progress == .word(.allProgress, .count(0), .count(2)))
        try state.take(.coreStarted(core: 0), at: .zero)
        var rows = Self.screen(state, report.machine).groups.flatMap(\.rows)
        #expect(rows.map(\.otherwise) == [.word(.stateMeasuring), .word(.cardWaiting)])
        #expect(rows.map(\.isCurrent) == [true, false] && rows.allSatisfy { $0.bar == nil })
        try state.take(.coreDone(core: 0, reading: report.cores[0]), at: .seconds(1))
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
        #expect(!warnings.isEmpty && Set(screen.notes.map(\.id)) == warnings, "each warning is shown")
        #expect(rows.allSatisfy { $0.strip == nil }, "one reading is no minute")
        let spoken = try Catalog.english.sentence(rows[0].spoken)
        #expect(spoken.contains("plus or minus") && spoken.hasPrefix("core "))
    }

    @Test func coresOfAKindStandTogether() throws {
        let machine = try CoreNamesTests.machine { $0["cpu_numbers_are_kernels"] = .bool(true) }
        var state = AllCoresState()
        state.start()
        let targets = [Self.target(0), Self.target(7, "Cortex-X1"), Self.target(0)]
        try state.take(.started(targets: targets), at: .zero)
        let groups = Self.screen(state, machine).groups
        #expect(groups.map(\.rows.count) == [2, 1] && groups.map { $0.rows.map(\.id) } == [[0, 2], [1]])
    }

    @Test func whatWasNotReachedIsNamedWithTheReason() throws {
        let machine = try CoreNamesTests.machine { $0["cpu_numbers_are_kernels"] = .bool(true) }
        var state = AllCoresState()
        state.start()
        try state.take(
            .started(targets: [Self.target(0), Self.target(1, outOfReach: .offline)]), at: .zero)
        var screen = Self.screen(state, machine)
        #expect(screen.groups.flatMap(\.rows).map(\.id) == [0])
        let refused = try #require(Reports.everyReason.get().cores.first { $0.reason == .affinityRefused })
        try state.take(.coreDone(core: 0, reading: refused), at: .zero)
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
            try state.endRound(with: report, at: .seconds(second))
            try state.take(.coreDone(core: 0, reading: report.cores[0]), at: .seconds(second))
            state.startRound()
        }
        let screen = Self.screen(state, report.machine, at: .seconds(100))
        #expect(screen.round == .word(.allRound, .count(6)))
        #expect(screen.stripSeconds == 40...100)
        let strip = try #require(screen.groups.flatMap(\.rows)[0].strip)
        #expect(strip.points.map(\.id) == [50, 80, 95], "older ones have gone")
        #expect(try Catalog.english(strip.phrase).hasSuffix("throughout the last minute"))
        #expect(screen.stripHz != nil)
    }

    @Test func aStopKeepsWhatEarlierRoundsFound() throws {
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
        #expect(screen.notes.first?.text == .word(.allEndedEarly))
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
        let machine = try CoreNamesTests.machine { $0["cpu_numbers_are_kernels"] = .bool(false) }
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
        let model = Self.model()
        model.isWatching = true
        model.start()
        while model.state.round < 2 && model.state.isUnderWay { await Task.yield() }
        #expect(model.state.round == 2 && model.state.isUnderWay)
        model.stop()
        await model.ended()
        #expect(model.state.phase == .done && model.announcement == .word(.allEndedEarly))
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
