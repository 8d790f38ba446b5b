import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// Every state and transition, without a meter.
@Suite struct MeasureStateTests {
    static let target = Target(
        cpu: 0, urgency: .userInteractive, loadThreads: 0, kind: "Cortex-A78", cpus: [0, 1],
        outOfReach: nil)

    /// A session of two cores that has just started.
    static func started() throws -> MeasureState {
        var state = MeasureState()
        state.start()
        try state.take(.started(targets: [target, target]))
        return state
    }

    @Test func aSessionGoesThroughItsStates() throws {
        var state = MeasureState()
        #expect(state.phase == .idle && !state.isUnderWay && state.part == 0)
        state.start()
        #expect(state.phase == .warming && state.isUnderWay && state.shown == nil)
        try state.take(.started(targets: [Self.target, Self.target]))
        try state.take(.coreStarted(core: 0))
        #expect(state.phase == .warming && state.current == 0 && state.part == 0)
        try state.take(.warmUp(core: 0, curve: Self.curve()))
        try state.take(.warmedUp(core: 0, end: .flat, elapsedMs: 20))
        #expect(state.phase == .measuring)
        let report = try Reports.twoCores.get()
        let frequency = try Self.frequency(of: report.cores[0])
        try state.take(
            .running(
                core: 0, frequency: frequency, estimate: Self.estimate, part: 0.5, curve: Self.curve()))
        #expect(state.cores[0].display == frequency.display && state.part == 0.25)
        #expect(state.cores[0].curve == nil, "nothing is drawn while windows are taken")
        try state.take(.coreFinished(core: 0, reading: report.cores[0]))
        #expect(state.part == 0.5 && state.cores[0].display != nil && state.cores[0].curve != nil)
        try state.take(.coreStarted(core: 1))
        #expect(state.phase == .warming && state.shown == 1 && state.part == 0.5)
        try state.end(with: report, windowsJSON: "windows")
        #expect(state.phase == .done && state.part == 1 && state.current == nil)
        #expect(state.windowsJSON == "windows" && state.report == report)
    }

    @Test func theCoresToComeAreThereBeforeTheFirstPress() throws {
        let unreached = Target(
            cpu: nil, urgency: .userInteractive, loadThreads: 0, kind: "Cortex-X3", cpus: [2],
            outOfReach: .coreTypeUnreachable)
        let claim = Reports.statedClaim
        let coming = [
            ComingCore(target: Self.target, claim: claim), ComingCore(target: unreached, claim: nil),
        ]
        var state = MeasureState()
        state.meet(coming)
        #expect(state.shown == nil && state.cores.map(\.verdict) == [nil, .refused])
        let before = MeasureScreen(state, machine: nil)
        #expect(before.cards.map(\.claim) == [claim.line, nil])
        #expect(
            before.cards.map(\.line) == [nil, Note(.coreTypeUnreachable).text] && before.hero.core == nil)
        state.start()
        try state.take(.started(targets: coming.map(\.target)))
        let waiting = MeasureScreen(state, machine: nil)
        #expect(waiting.cards.map(\.claim) == [claim.line, nil], "they stay until there is a reading")
        #expect(waiting.cards.map(\.line) == [.word(.cardWaiting), Note(.coreTypeUnreachable).text])
        try state.take(.started(targets: [Self.target]))
        #expect(state.cores.count == 1, "the session knows better")
    }

    @Test func theFastestCoreIsShownUntilAnotherIsChosen() throws {
        var state = try MeasureState.done(Reports.twoCores.get())
        let fastest = try #require(state.shown)
        let other = 1 - fastest
        #expect(state.cores[fastest].hz >= state.cores[other].hz)
        state.choose(other)
        #expect(state.shown == other)
        state.choose(2)
        #expect(state.shown == other)
    }

    @Test func aChosenCoreThatHasNoReadingIsForgotten() throws {
        var state = try Self.started()
        state.choose(1)
        let report = try Reports.changed { $0["cores"].elements.removeLast() }
        try state.end(with: report, windowsJSON: nil)
        #expect(state.chosen == nil && state.shown == 0)
    }

    @Test func stoppingWaitsForTheEnd() throws {
        var state = try Self.started()
        state.stop()
        #expect(state.isEnding && state.isUnderWay && !state.endedInBackground)
        try state.end(with: Reports.twoCores.get(), windowsJSON: nil)
        #expect(!state.isEnding && state.phase == .done)
    }

    @Test func nothingHappensOutsideASession() throws {
        var state = MeasureState()
        state.stop(inBackground: true)
        try state.take(.coreStarted(core: 0))
        try state.end(with: Reports.twoCores.get(), windowsJSON: nil)
        state.fail(with: TrueGhzError.NoClock(message: ""))
        #expect(state.phase == .idle && !state.isEnding && !state.endedInBackground && state.current == nil)
    }

    @Test func aFailureLeavesNothingHalfMeasured() throws {
        var state = try Self.started()
        try state.take(.coreStarted(core: 0))
        state.fail(with: TrueGhzError.NoThread(message: "none left"))
        #expect(state.phase == .failed && state.cores.isEmpty && state.current == nil)
        #expect(state.failure?.text == .word(.errorNoThread))
        state.start()
        #expect(state.phase == .warming && state.failure == nil)
    }

    @Test func anUnknownErrorIsADefect() throws {
        var state = try Self.started()
        state.fail(with: CancellationError())
        #expect(state.failure?.text == .word(.errorDefect))
    }

    @Test func aCoreThatWasNotAnnouncedIsIgnored() throws {
        var state = try Self.started()
        try state.take(.warmUp(core: 2, curve: Self.curve()))
        try state.take(.warmUp(core: .max, curve: Self.curve()))
        try state.take(.progressed(done: 1, total: 2))
        #expect(state.cores.allSatisfy { $0.curve == nil })
        try state.take(.coreStarted(core: 7))
        #expect(state.part == 0)
    }

    /// The number of a reading.
    static func frequency(of reading: Reading) throws -> Frequency {
        try Frequency(
            hz: #require(reading.frequencyHz), budget: #require(reading.uncertainty))
    }

    /// The other values that come with a number; no screen shows them.
    static let estimate = Estimate(
        verdict: .steady, reason: nil, frequency: nil, atLeastHz: nil, range: nil, states: [], timeLine: [],
        chains: [], tightLoop: TightLoop(cyclesPerIteration: nil, errorCycles: nil), effectiveHz: nil,
        windows: WindowCount(total: 0, undisturbed: 0), cpu: nil, warnings: [])

    /// A clock that rises.
    static func curve() throws -> ClockCurve {
        try ClockCurve(warmUp: (0..<20).map { WarmUpSample(atMs: Double($0), hz: 2e9 + Double($0) * 1e7) })
    }
}
