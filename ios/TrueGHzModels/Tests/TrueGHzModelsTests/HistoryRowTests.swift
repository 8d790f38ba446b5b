import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The list's row of a kept report.
@Suite struct HistoryRowTests {
    static func row(_ report: MeasurementReport) -> HistoryRow {
        HistoryRow(
            StoredReport(
                schema: "trueghz-store/2", atUnixMs: 1_700_000_000_000, note: nil,
                report: .measurement(report)), LoadModelTests.english)
    }

    @Test func theNumberIsThatOfTheMeasureScreen() throws {
        let row = Self.row(try Reports.twoCores.get())
        let hero = try MeasureScreenTests.screen(Reports.twoCores).hero
        #expect(try row.number == .number(#require(hero.display).number))
        #expect(row.line == hero.line && row.verdict == hero.verdict)
        #expect(row.id == 1_700_000_000_000 && row.time == .moment(1_700_000_000_000))
    }

    @Test func allIsSaidInASentence() throws {
        let row = Self.row(try Reports.twoCores.get())
        let hero = try MeasureScreenTests.screen(Reports.twoCores).hero
        #expect(row.spoken.starts(with: [hero.spoken, hero.reach, row.time].compactMap { $0 }))
        let english = try Catalog.english
        let sentence = english.sentence(row.spoken)
        #expect(sentence.hasPrefix("\(english(hero.spoken)), ") && sentence.contains("2023"))
    }

    @Test func theFirstUrgentWarningIsShownAndSaid() throws {
        let report = try Reports.twoCores.get()
        let warned = { (warnings: [Warning]) in
            Self.row(report.with([report.cores[0].with(.steady, warnings: warnings)]))
        }
        let row = warned([.notLinear(ppm: 300), .thermalPressure, .lowPower])
        #expect(row.warning == Note(.thermalPressure).text && row.spoken.last == row.warning)
        #expect(warned([.notLinear(ppm: 300)]).warning == nil)
        let quiet = Self.row(report.with([try Reports.reading(.steady)]))
        let reach = try #require(quiet.reach)
        #expect(quiet.warning == nil && Array(quiet.spoken.dropFirst()) == [reach, quiet.time])
    }

    @Test func aBoundIsSaidToBeOne() throws {
        let row = Self.row(try Reports.bound(3.0509e9))
        let english = try Catalog.english
        #expect(try english(#require(row.number)) == "at least 3.050\u{a0}GHz")
        #expect(row.verdict == .refused && row.line == Note(.noUndisturbedWindows).text)
    }

    @Test func aReportWithoutACoreWasStopped() throws {
        let row = Self.row(try Reports.twoCores.get().with([]))
        #expect(row.number == nil && row.line == Note(RefusalReason.cancelled).text)
    }
}
