import Testing
import TrueGHzKit

/// The values that front ends show of recorded windows cross the boundary completely.
@Suite struct DisplayTests {
    static func report() throws -> MeasurementReport {
        try MeasurementReport(replaying: Vector.twoCores.windowsJSON())
    }

    @Test func aReadingHasItsNumbers() throws {
        for reading in try Self.report().cores {
            let numbers = try reading.numbers
            #expect(numbers.frequency == reading.display)
            #expect(numbers.chains.map(\.kind) == reading.chains.map(\.kind))
            #expect(numbers.claim?.source == reading.claim?.source)
            #expect((numbers.uncertaintyPpm == nil) == (reading.uncertainty == nil))
        }
    }

    @Test func aReadingHasItsCurve() throws {
        let reading = try #require(Self.report().cores.first)
        let curve = try reading.curve
        #expect(!curve.warmUp.isEmpty)
        #expect(curve.steady.map(\.atMs) == curve.steady.map(\.atMs).sorted())
        #expect(curve.time.low < curve.time.high && curve.frequency.low < curve.frequency.high)
        #expect(curve.time.ticks.allSatisfy { curve.time.low <= $0.at && $0.at <= curve.time.high })
    }

    @Test func theFastestCoresBarIsTheLongest() throws {
        let readings = try Self.report().cores
        let bars = try clockBars(readings: readings)
        #expect(bars.count == readings.count && bars.allSatisfy { $0 != nil })
        let longest = try #require(
            readings.indices.max {
                readings[$0].frequencyHz?.value ?? 0 < readings[$1].frequencyHz?.value ?? 0
            })
        #expect(bars.compactMap { $0?.part }.max() == bars[longest]?.part)
    }

    @Test func aReplayEndsWhereTheCurvesEnd() throws {
        let readings = try Self.report().cores
        let frames = try replayFrames(readings: readings, frames: 120)
        #expect(frames.count == 120 && Set(frames.map(\.core)).count == readings.count)
        let last = try #require(frames.last)
        #expect(try readings.last?.curve.steady.last?.atMs == last.untilMs)
    }

    @Test func aCurveThatGoesOnHasItsPoints() throws {
        let samples = (0..<20).map { WarmUpSample(atMs: Double($0), hz: 2e9 + Double($0) * 1e7) }
        let curve = try ClockCurve(warmUp: samples)
        #expect(curve.warmUp.map(\.hz) == samples.map(\.hz) && curve.steady.isEmpty)
        #expect(Set(curve.warmUp.map(\.segment)) == [0])
    }

    @Test func everyCoreHasItsHistogram() throws {
        let report = try Self.report()
        let histograms = try WindowHistogram.ofEach(in: Vector.twoCores.windowsJSON())
        #expect(histograms.count == report.cores.count)
        let first = try #require(histograms.compactMap { $0 }.first)
        let bins = first.bins
        #expect(bins.contains { $0.kept > 0 })
        #expect(zip(bins, bins.dropFirst()).allSatisfy { $0.highPpm <= $1.lowPpm * (1 + 1e-9) })
        #expect(throws: TrueGhzError.self) { try WindowHistogram.ofEach(in: "no recording") }
    }

    @Test func clockMachineAndClaimHaveTheirs() throws {
        let report = try Self.report()
        #expect(try report.clock.numbers.stepNs != nil)
        #expect(try report.machine.names.chip == "AMD EPYC")
        let claim = try #require(report.machine.cores.first?.claims.first)
        #expect(claim.display == Rounded(value: 2.596, decimals: 3, unit: .gHz))
        #expect(!claim.source.words.isEmpty)
    }

    @Test func theCoresToComeHaveTheirClaims() throws {
        let machine = try Self.report().machine
        let coming = try #require(try machine.coming(.cpus([0])).first)
        #expect(coming.target.cpus.contains(0))
        #expect(coming.claim?.stated == Rounded(value: 2.596, decimals: 3, unit: .gHz))
        #expect(coming.claim?.differencePercent == nil)
    }
}
