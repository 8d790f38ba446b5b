import Foundation
import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The actions on kept reports: choosing, comparing, deleting, sharing, opening.
@MainActor @Suite struct HistorySelectionTests {
    /// Clocks next to busy processors, none of which was checked.
    static func turbo() throws -> AnyReport {
        let machine = try Reports.twoCores.get().machine
        return .turbo(TurboReport(schema: "trueghz-turbo/2", version: version(), rows: [], machine: machine))
    }

    @Test func choosingCountsAndEnds() async throws {
        let (_, model) = try await TestHistory.read(1000, 2000)
        let english = try Catalog.english
        #expect(!model.isSelecting && english(model.title) == "History")
        model.choose(1000)
        #expect(model.selection == nil, "there is nothing to be chosen yet")
        model.select()
        #expect(english(model.title) == "0 selected")
        model.choose(1000)
        model.choose(2000)
        #expect(model.selection == [1000, 2000] && english(model.title) == "2 selected")
        model.choose(1000)
        #expect(model.selection == [2000])
        model.endSelecting()
        #expect(!model.isSelecting && model.comparison == nil)
    }

    @Test func twoMeasurementsAreCompared() async throws {
        let (history, model) = try await TestHistory.read(3000, 1000, 2000)
        try await history.put(Self.turbo(), at: 4000)
        await model.load()
        model.select()
        #expect(model.comparison == nil)
        model.choose(3000)
        #expect(model.comparison == nil)
        model.choose(1000)
        let comparison = try #require(model.comparison)
        #expect(comparison.sides.map(\.value) == [.moment(1000), .moment(3000)])
        model.choose(2000)
        #expect(model.comparison == nil, "three are not two")
        model.choose(2000)
        model.choose(3000)
        model.choose(4000)
        #expect(model.selection == [1000, 4000] && model.comparison == nil, "one is no measurement")
    }

    @Test func theChosenAreDeleted() async throws {
        let (history, model) = try await TestHistory.read(1000, 2000, 3000)
        model.select()
        model.choose(1000)
        model.choose(3000)
        await model.deleteSelected()
        #expect(model.rows.map(\.id) == [2000] && !model.isSelecting)
        #expect(try await History(file: history.file).read().reports.map(\.atUnixMs) == [2000])
        await model.deleteSelected()
        #expect(model.rows.count == 1, "nothing is chosen")
    }

    @Test func allIsDeleted() async throws {
        let (history, model) = try await TestHistory.read(1000, 2000)
        await model.deleteAll()
        #expect(model.rows.isEmpty && !history.isThere && model.empty == .word(.historyEmpty))
    }

    @Test func whatCouldNotBeDeletedStaysChosen() async throws {
        let (history, model) = try await TestHistory.read(1000, 2000)
        model.select()
        model.choose(1000)
        try history.spoil()
        await model.deleteSelected()
        #expect(model.failure == .word(.historyFailed) && model.selection == [1000])
        try history.mend()
        await model.deleteSelected()
        #expect(model.failure == nil && model.rows.map(\.id) == [2000] && !model.isSelecting)
    }

    @Test func whatIsNoLongerThereIsNoLongerChosen() async throws {
        let (history, model) = try await TestHistory.read(1000, 2000)
        model.select()
        model.choose(1000)
        model.choose(2000)
        try await History(file: history.file).remove(1000)
        await model.load()
        #expect(model.selection == [2000] && model.comparison == nil)
        #expect(model.details(of: 1000) == nil)
    }

    @Test func allIsSharedOrWhatIsChosen() async throws {
        let (history, model) = try await TestHistory.read(2000, 1000, 3000)
        try history.put("no JSON\n")
        #expect(try await Self.shared(model.copy) == [2000, 1000, 3000])
        model.select()
        #expect(model.copy.isEmpty)
        model.choose(3000)
        #expect(try await Self.shared(model.copy) == [3000] && !model.copy.isEmpty)
        #expect(HistoryCopy.fileName == "TrueGHz-history.jsonl")
    }

    @Test func whatCannotBeSharedIsSaid() async throws {
        let (history, model) = try await TestHistory.read(1000)
        try history.spoil()
        let copy = model.copy
        await #expect(throws: StoreError.self) { try await copy.content() }
        #expect(model.failure == .word(.historyFailed))
    }

    @Test func aMeasurementHasItsDetailsWithoutItsWindows() async throws {
        let (_, model) = try await TestHistory.read(1000)
        guard case .measurement(let details, let share) = model.details(of: 1000) else {
            Issue.record("no measurement")
            return
        }
        let report = try Reports.twoCores.get()
        #expect(try details.json == report.json && details.cores.count == 2)
        await details.load()
        #expect(details.histogram(of: details.cores[0]) == nil)
        #expect(share.documents.map(\.id) == [.text, .json, .csv])
        let hero = try MeasureScreenTests.screen(Reports.twoCores).hero
        #expect(share.card.hero.display == hero.display)
        #expect(model.details(of: 2000) == nil)
    }

    @Test func anotherKindOfReportIsText() async throws {
        let (history, model) = try await TestHistory.read()
        let report = try Self.turbo()
        try await history.put(report, at: 1000)
        await model.load()
        let row = try #require(model.rows.first)
        let found = Phrase.text(try report.found)
        #expect(row.number == nil && row.verdict == nil && row.line == found)
        guard case .other(let document) = model.details(of: 1000) else {
            Issue.record("no text")
            return
        }
        #expect(try document.content(in: Catalog.english) == report.text && document.id == .text)
    }

    @Test func aKeptLoadIsTextInTheLanguageOfTheApp() async throws {
        let (history, model) = try await TestHistory.read()
        let load = try Load.falling.report
        try await history.put(.sustained(load), at: 1000)
        await model.load()
        guard case .other(let document) = model.details(of: 1000) else {
            Issue.record("no text")
            return
        }
        let german = try Catalog.app.get().language("de")
        #expect(try document.content(in: german).contains("Verlust"))
    }

    /// The times of the reports in a shared file.
    private static func shared(_ copy: HistoryCopy) async throws -> [UInt64] {
        let history = TestHistory()
        try history.put(String(decoding: try await copy.content(), as: UTF8.self))
        return try await History(file: history.file).read().reports.map(\.atUnixMs)
    }
}
