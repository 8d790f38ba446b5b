import Testing
import TrueGHzKit

/// Two measurements compared, through the boundary.
@Suite struct ComparisonTests {
    static func report() throws -> MeasurementReport {
        try MeasurementReport(replaying: Vector.twoCores.windowsJSON())
    }

    @Test func theSameTwiceDiffersByNothing() throws {
        let report = try Self.report()
        let contrast = try #require(try report.contrast(with: report))
        #expect(contrast.cores.count == 2 && contrast.onlyFirst.isEmpty && contrast.onlyOther.isEmpty)
        for (core, reading) in zip(contrast.cores, report.cores) {
            #expect(core.kind == reading.kind && core.first == core.other)
            let repeatable = try reading.numbers.repeatable
            #expect(core.first.display?.uncertainty == repeatable)
            let difference = try #require(core.difference)
            #expect(difference.hz.value == 0 && difference.significance == .withinUncertainty)
            let numbers = try #require(difference.numbers)
            #expect(numbers.relative.value == 0 && numbers.unit == .ppm && !numbers.isNegative)
        }
    }

    @Test func aSideThatWasRefusedHasNoNumber() throws {
        let report = try MeasurementReport(replaying: Vector.everyReason.windowsJSON())
        let core = try #require(try report.contrast(with: report)?.cores.first)
        #expect(core.first.display == nil && core.difference == nil && core.first.verdicts == [.refused])
    }

    @Test func coresThatOneLacksAreNamed() throws {
        let report = try Self.report()
        let contrast = try #require(try report.contrast(with: report.with([report.cores[1]])))
        let missing = report.cores[0]
        #expect(contrast.onlyFirst == [CoreName(cpu: missing.cpu, kind: missing.kind)])
        #expect(try report.contrast(with: report.with([])) == nil)
    }
}
