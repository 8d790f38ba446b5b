import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// Details of recorded measurements.
@MainActor @Suite struct DetailsModelTests {
    @Test func allOfAReadingIsThere() async throws {
        let report = try Reports.twoCores.get()
        let details = try DetailsModel(report, windowsJSON: Reports.windowsJSON())
        #expect(details.cores.map(\.id) == [0, 1])
        #expect(try details.json == report.json)
        for core in details.cores {
            #expect(core.sections.map(\.id) == [.number, .chains, .clock, .windows, .uncertainty, .time])
            let chains = try #require(core.sections.first { $0.id == .chains })
            #expect(chains.rows.count == report.cores[core.id].chains.count + 2)
            try CatalogTests.expectWords(core.sections.flatMap(\.rows).map(\.label))
            try CatalogTests.expectWords(core.sections.map(\.title) + core.sections.compactMap(\.footer))
        }
        let kept = try Catalog.english(
            #require(details.cores[0].sections.first { $0.id == .windows }).rows[0].value)
        #expect(kept.hasSuffix(" kept"))
    }

    @Test func theClockIsNamedWithItsTolerance() throws {
        let report = try Reports.twoCores.get()
        let clock = try Self.section(.clock, of: report)
        let english = try Catalog.english
        let values = clock.rows.map { english($0.value) }
        #expect(values.first == report.clock.name && values.last?.hasSuffix(" ppm") == true)
        #expect(clock.rows.last?.comment == .word(.detailsToleranceAssumed))
    }

    @Test func aVaryingClockHasItsRange() throws {
        let number = try Self.section(.number, of: Reports.varying())
        let range = try #require(number.rows.first { $0.label == .word(.detailsRange) })
        #expect(try Catalog.english(range.value).contains(" to "))
    }

    @Test func theLevelsOfAClockAreThereAndABound() throws {
        let states = [ClockState(hz: 3.0999e9, timeShare: 0.57), ClockState(hz: 2.6999e9, timeShare: 0.43)]
        let recorded = try Reports.twoCores.get()
        let report = recorded.with([recorded.cores[0].with(.varying, states: states)])
        let english = try Catalog.english
        let section = try Self.section(.number, of: report)
        let rows = section.rows.map { "\(english($0.label)): \(english($0.value))" }
        #expect(rows.contains("At 3.0999\u{a0}GHz: 57 % of the time"))
        #expect(rows.contains("At 2.6999\u{a0}GHz: 43 % of the time"))
        let bound = try Self.section(.number, of: Reports.bound(3.0509e9))
        let measured = try #require(bound.rows.first { $0.label == .word(.detailsMeasured) })
        #expect(english(measured.value) == "at least 3.050\u{a0}GHz")
    }

    /// A section of the first core's details.
    static func section(_ kind: DetailsSection.Kind, of report: MeasurementReport) throws -> DetailsSection {
        let details = try DetailsModel(report, windowsJSON: nil)
        return try #require(details.cores.first?.sections.first { $0.id == kind })
    }

    @Test func whatIsNotKnownIsSaidToBeUnknown() throws {
        // Refused before a window was taken: no clock was checked.
        let clock = try Self.section(.clock, of: Reports.everyReason.get())
        #expect(clock.rows.filter { $0.value == .word(.detailsUnknown) }.count == 2)
        let report = try Reports.changed {
            $0["cores"].elements[0]["context"]["time_to_first_estimate_ms"] = .null
        }
        let time = try Self.section(.time, of: report)
        #expect(time.rows.map(\.value).contains(.word(.detailsUnknown)))
    }

    @Test func aChainThatWasNotMeasuredHasNoNumber() throws {
        let report = try Reports.changed { json in
            // Multiplications that were something else: none are left.
            var kinds = json["cores"].elements[0]["outcome"]["recorded"]["windows"]["kind"].elements
            kinds = kinds.map { if case .string("multiply") = $0 { .string("tight_loop") } else { $0 } }
            json["cores"].elements[0]["outcome"]["recorded"]["windows"]["kind"].elements = kinds
        }
        let chains = try Self.section(.chains, of: report)
        let multiply = try #require(chains.rows.first { $0.label == ChainKind.multiply.phrase })
        #expect(multiply.value == .word(.numberNone))
        #expect(multiply.comment == ChainFinding.notMeasured.phrase)
    }

    @Test func aNumberWithoutAnErrorHasNoPlusMinus() {
        let number = RoundedNumber(value: 4, decimals: 2)
        #expect(Phrase.measured(MeasuredNumber(value: number, uncertainty: nil)) == .number(number))
    }

    @Test func theVerdictOfARefusedCoreIsItsReason() throws {
        let report = try Reports.everyReason.get()
        let details = try DetailsModel(report, windowsJSON: nil)
        let verdicts = details.cores.map { $0.sections.first?.rows.first?.value }
        #expect(verdicts == report.cores.map { $0.reason.map { Note($0).text } })
        let steady = try Self.section(.number, of: Reports.twoCores.get())
        #expect(steady.rows.first?.value == Verdict.steady.phrase)
    }

    @Test func aRefusedReadingHasNoUncertainty() throws {
        let details = try DetailsModel(Reports.everyReason.get(), windowsJSON: nil)
        for core in details.cores {
            #expect(!core.sections.map(\.id).contains(.uncertainty))
            let labels = try #require(core.sections.first).rows.map(\.label)
            #expect(labels.first == .word(.detailsVerdict) && !labels.contains(.word(.detailsMeasured)))
        }
    }

    @Test func histogramsAreMadeOfTheRecordedWindows() async throws {
        let details = try DetailsModel(Reports.twoCores.get(), windowsJSON: Reports.windowsJSON())
        #expect(details.histogram(of: details.cores[0]) == nil)
        await details.load()
        let histogram = try #require(details.histogram(of: details.cores[1]))
        #expect(histogram.bins.contains { $0.kept > 0 })
        #expect((histogram.left == nil) == (histogram.beyond == 0))
        await details.load()
        #expect(details.histograms.count == 2)
    }

    @Test func withoutWindowsThereIsNoHistogram() async throws {
        let report = try Reports.twoCores.get()
        for windows in [nil, "no recording"] {
            let details = try DetailsModel(report, windowsJSON: windows)
            await details.load()
            #expect(details.histogram(of: details.cores[0]) == nil)
        }
    }
}
