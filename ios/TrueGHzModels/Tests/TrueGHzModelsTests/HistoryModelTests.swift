import Foundation
import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The reports that are kept, and their later use.
@MainActor @Suite struct HistoryModelTests {
    @Test func nothingIsKeptBeforeTheUserSaysSo() async throws {
        let history = TestHistory()
        let model = history.model()
        #expect(!model.isKeeping && model.empty == nil)
        await model.keep(try Reports.twoCores.get())
        #expect(!history.isThere)
        await model.load()
        #expect(model.rows.isEmpty && model.empty == .word(.historyEmpty) && model.failure == nil)
    }

    @Test func whatIsKeptIsOnTheDiskAndStaysWhenKeepingEnds() async throws {
        let history = TestHistory()
        let model = history.model()
        model.isKeeping = true
        let report = try Reports.twoCores.get()
        await model.keep(report)
        #expect(try await History(file: history.file).read().reports.map(\.report) == [.measurement(report)])
        let later = history.model()
        #expect(later.isKeeping, "the next start of the app knows")
        later.isKeeping = false
        await later.keep(report)
        await later.load()
        #expect(later.rows.count == 1 && later.empty == nil)
        #expect(!history.model().isKeeping)
    }

    @Test func anOpenListShowsWhatIsKept() async throws {
        let model = TestHistory().model()
        model.isKeeping = true
        await model.load()
        await model.keep(try Reports.twoCores.get())
        #expect(model.rows.count == 1)
    }

    @Test func aReportWithoutANumberIsNotKept() async throws {
        let history = TestHistory()
        let model = history.model()
        model.isKeeping = true
        let (numbers, refused) = (try Reports.twoCores.get(), try Reports.everyReason.get())
        await model.keep(refused)
        await model.keep(numbers.with([]))
        #expect(!history.isThere)
        // One of its cores has a number.
        await model.keep(numbers.with([refused.cores[0], numbers.cores[0]]))
        await model.load()
        #expect(model.rows.count == 1 && model.rows.first?.number != nil)
    }

    @Test func thePreferenceIsOffUntilItIsSetAndIsRemembered() throws {
        let suite = "org.trueghz.tests.\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        #expect(!defaults.keepsReadings)
        let store = HistoryStore(folder: FileManager.default.temporaryDirectory)
        HistoryModel(preference: defaults, store: store, style: { LoadModelTests.english }).isKeeping = true
        #expect(try #require(UserDefaults(suiteName: suite)).keepsReadings)
    }

    @Test func theNewestComesFirst() async throws {
        let (history, model) = try await TestHistory.read(1000, 3000, 2000)
        #expect(model.rows.map(\.id) == [3000, 2000, 1000])
        #expect(history.isThere)
    }

    @Test func whatCannotBeReadIsCounted() async throws {
        let (history, model) = try await TestHistory.read(1000)
        #expect(model.notes.isEmpty)
        try history.put("{\"schema\":\"trueghz-store/99\"}\nno JSON\n")
        await model.load()
        let english = try Catalog.english
        #expect(model.rows.count == 1)
        #expect(
            model.notes.map { english($0) } == ["Damaged entries: 1", "Entries from other versions: 1"])
        await model.deleteAll()
        #expect(model.notes.isEmpty && model.empty != nil)
    }

    @Test func aFileThatCannotBeReadIsSaidAndCostsNothing() async throws {
        let (history, model) = try await TestHistory.read(1000)
        try history.spoil()
        await model.load()
        #expect(model.failure == .word(.historyFailed) && model.rows.map(\.id) == [1000])
        #expect(model.empty == nil)
        try history.mend()
        await model.load()
        #expect(model.failure == nil && model.rows.map(\.id) == [1000])
    }

    @Test func whatCouldNotBeKeptIsSaidUntilSomethingIs() async throws {
        let history = TestHistory()
        let model = history.model()
        model.isKeeping = true
        try history.spoil()
        await model.keep(try Reports.twoCores.get())
        try history.mend()
        // Nobody has seen it yet, though the file can be read.
        await model.load()
        #expect(model.failure == .word(.historyFailed) && model.empty == nil)
        await model.keep(try Reports.twoCores.get())
        #expect(model.failure == nil && model.rows.count == 1)
    }

    @Test func aFolderThatCannotBeMadeIsSaid() async throws {
        let history = TestHistory()
        try history.put("a file where the folder should be")
        let model = HistoryModel(
            preference: history.preference, store: HistoryStore(folder: history.file),
            style: { LoadModelTests.english })
        model.isKeeping = true
        await model.keep(try Reports.twoCores.get())
        #expect(model.failure == .word(.historyFailed))
    }

    #if canImport(Darwin)
    @Test func noBackupTakesItAlong() async throws {
        let history = TestHistory()
        let model = history.model()
        model.isKeeping = true
        await model.keep(try Reports.twoCores.get())
        let values = try history.folder.resourceValues(forKeys: [.isExcludedFromBackupKey])
        #expect(values.isExcludedFromBackup == true)
    }
    #endif

    @Test func whatASessionFoundIsKeptWhenItHasEnded() async throws {
        let history = TestHistory()
        let kept = history.model()
        kept.isKeeping = true
        let model = MeasureModel(job: MeasureModelTests.short) { await kept.keep($0) }
        model.moved(toFront: true)
        model.start()
        await model.ended()
        let report = try #require(model.state.report)
        let reports = try await History(file: history.file).read().reports.map(\.report)
        // A machine without an undisturbed moment has no number to keep.
        #expect(reports == (report.cores.allSatisfy { $0.verdict == .refused } ? [] : [.measurement(report)]))
    }

    @Test func aSessionIsHandedOverOnceAndOnlyWithAReport() async throws {
        let found = Found()
        let failing = MeasureModel(meter: TestMeter.failing(TrueGhzError.NoClock(message: "none"))) {
            found.reports.append($0)
        }
        failing.moved(toFront: true)
        failing.start()
        await failing.ended()
        #expect(found.reports.isEmpty)
        let model = MeasureModel(job: MeasureModelTests.endless) { found.reports.append($0) }
        model.moved(toFront: true)
        model.start()
        // Ended early: its partial result is still handed over.
        model.stop()
        await model.ended()
        #expect(try found.reports == [#require(model.state.report)])
    }
}

/// Keeps what a model hands over.
@MainActor private final class Found {
    var reports: [MeasurementReport] = []
}
