import Foundation
import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The recorded curves once more, on a time that the tests make.
@MainActor @Suite(.timeLimit(.minutes(2))) struct ReplayTests {
    private static func replay() throws -> (replay: Replay, cores: [CoreState]) {
        let report = try Reports.twoCores.get()
        let cores = try report.cores.map { try CoreState($0) }
        return (try Replay(report, of: cores), cores)
    }

    @Test func everyFrameIsShownInItsTurn() throws {
        let (replay, cores) = try Self.replay()
        let moments = (0..<Int(Replay.frameCount)).map {
            replay.moment(at: replay.begun + Replay.seconds * Double(2 * $0 + 1) / 240)
        }
        #expect(!moments.contains { $0 == nil })
        let shown = moments.compactMap { $0 }
        #expect(shown.first?.plot.curve?.band == nil)
        for (core, half) in zip(cores, [shown.prefix(60), shown.suffix(60)]) {
            let points = half.map { ($0.plot.curve?.warmUp.count ?? 0) + ($0.plot.curve?.steady.count ?? 0) }
            #expect(points == points.sorted(), "the pen goes on")
            let last = try #require(half.last?.plot.curve)
            #expect(last.warmUp == core.curve?.warmUp && last.steady == core.curve?.steady)
            #expect(last.frequency == core.curve?.frequency && last.time == core.curve?.time)
        }
    }

    @Test func itEnds() throws {
        let (replay, _) = try Self.replay()
        #expect(replay.moment(at: replay.begun + Replay.seconds - 0.001) != nil)
        #expect(replay.moment(at: replay.begun + Replay.seconds) == nil)
        #expect(replay.moment(at: replay.begun + 60) == nil)
        #expect(replay.moment(at: .distantFuture) == nil)
    }

    @Test func aTimeBeforeItsBeginningShowsTheFirstFrame() throws {
        let (replay, _) = try Self.replay()
        let first = try #require(replay.moment(at: replay.begun))
        for early in [replay.begun - 0.01, .distantPast] {
            #expect(replay.moment(at: early)?.number == first.number)
        }
    }

    @Test func aVerdictIsFeltOnce() async {
        for isAnimated in [false, true] {
            let model = MeasureModelTests.model(MeasureModelTests.short)
            model.isAnimated = isAnimated
            model.start()
            await model.ended()
            await Self.wait { model.verdicts == 1 && model.replay == nil }
        }
    }

    @Test func aTouchEndsIt() async {
        let model = MeasureModelTests.model(MeasureModelTests.short)
        model.isAnimated = true
        model.start()
        await Self.wait { model.replay != nil }
        model.skip()
        #expect(model.replay == nil)
        await Self.wait { model.verdicts == 1 }
        #expect(model.replay == nil)
    }

    @Test func itEndsWhereMotionIsNoLongerWanted() async {
        let model = MeasureModelTests.model(MeasureModelTests.short)
        model.isAnimated = true
        model.start()
        await Self.wait { model.replay != nil }
        model.isAnimated = false
        #expect(model.replay == nil)
        await Self.wait { model.verdicts == 1 }
    }

    private static func wait(until holds: () -> Bool) async {
        while !holds(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }
}
