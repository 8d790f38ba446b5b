import Foundation
import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The screen of a sustained load as the model fetches it: its texts are tested with core.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2))) struct LoadModelTests {
    /// Whether the library plays recorded loads.
    nonisolated static let hasPlayer = ProcessInfo.processInfo.environment["TRUEGHZ_FAULTS"] != nil

    static func model(
        in folder: URL? = nil, isBusy: Bool = false, power: @escaping @MainActor () -> PowerSource? = { nil }
    ) -> LoadModel {
        LoadModel(
            folder: folder ?? newFolder(), style: { english }, isBusyElsewhere: { isBusy }, power: power)
    }

    /// Waits for the end of a load that is stopped now.
    static func stopped(_ model: LoadModel) async throws {
        model.stop()
        try await until { !model.isUnderWay }
    }

    @Test func aChoiceIsShownAtOnce() {
        let model = Self.model()
        #expect(model.screen.length.options.count == 3 && model.screen.load.options.count == 3)
        (model.length, model.load) = (2, 1)
        #expect(model.screen.length.chosen == 2 && model.screen.load.chosen == 1)
        #expect((model.length, model.load) == (2, 1))
    }

    @Test func aLoadThatEndsIsKeptInTheHistory() async throws {
        let (history, folder) = (TestHistory(), Self.newFolder())
        let kept = history.model()
        var endings: [LoadModel.AddLoad] = []
        let model = LoadModel(folder: folder, style: { Self.english }, ended: { endings.append($0) })
        model.moved(toFront: true)
        model.start()
        try await Self.until { model.screen.plot != nil }
        try await Self.stopped(model)
        let add = try #require(endings.first)
        await kept.keep(add)
        #expect(!history.isThere, "the user does not want it")
        kept.isKeeping = true
        await kept.keep(add)
        await kept.load()
        #expect(endings.count == 1 && kept.failure == nil)
        let number = try #require(model.screen.number)
        #expect(kept.rows.map(\.line) == [.text(number.spoken)])
    }

    @Test func stoppingKeepsTheResultForTheNextProcess() async throws {
        let folder = Self.newFolder()
        let model = Self.model(in: folder)
        model.moved(toFront: true)
        #expect(model.documents.isEmpty)
        model.length = 0
        model.start()
        #expect(model.isUnderWay && model.screen.button.isStop)
        // A second press changes nothing, and nothing can be chosen.
        model.start()
        model.length = 2
        #expect(model.length == 0)
        try await Self.until { model.screen.plot != nil }
        model.stop()
        #expect(model.isUnderWay && !model.screen.button.isEnabled)
        try await Self.until { !model.isUnderWay }
        #expect(model.screen.status.hasPrefix("Stopped early"))

        #expect(model.documents.map(\.id) == [.text, .json, .csv])
        let contents = try model.documents.map { try $0.content(in: Catalog.english) }
        #expect(contents[0].contains(model.screen.status))
        #expect(contents[1].contains("trueghz-sustained/2") && contents[2].contains(","))

        let next = Self.model(in: folder)
        #expect(!next.screen.canShare)
        next.open()
        try await Self.until { next.screen.canShare }
        #expect(next.screen.rows == model.screen.rows && next.length == 0)
    }

    @Test func itDoesNotStartBesideAnotherNorInTheBackground() {
        let busy = Self.model(isBusy: true)
        busy.start()
        #expect(!busy.isUnderWay && busy.screen.announcement == "Another measurement is running")
        let behind = Self.model()
        behind.moved(toFront: false)
        behind.start()
        #expect(!behind.isUnderWay && behind.screen == Self.model().screen)
    }

    @Test func aChangedRegionOrLanguageIsTakenOverInFront() async throws {
        let styles = Styles(Self.english)
        let model = LoadModel(folder: Self.newFolder(), style: { styles.now })
        #expect(model.screen.length.options[1] == "5 min")
        styles.now = Language(code: "de", locale: Locale(identifier: "ar-EG")) { _ in nil }.style
        model.moved(toFront: true)
        try await Self.until { model.screen.length.label == "Dauer" }
        #expect(model.screen.length.options[1] == "٥ min")
    }

    @Test(.enabled(if: hasPlayer)) func heatAndEndAreAnnounced() async throws {
        let played = try Played()
        let model = Self.model(in: played.folder, power: { .charging })
        model.length = 0
        model.start()
        let lines = try Load.falling.lines
        try played.append(lines.prefix(31))
        try await Self.until { model.screen.announcement == "Temperature: slightly warm" }
        #expect(model.screen.rows.contains { $0.value == "charging" })
        try played.append(lines.dropFirst(31))
        try await Self.until { model.screen.announcement == "Temperature: hot" }
        try played.append(["end\n"])
        try await Self.until { !model.isUnderWay }
        #expect(model.screen.number?.digits == "25" && model.screen.number?.unit == "%")
        #expect(model.screen.announcement.hasPrefix("Loss 25 %. The clock fell"))
        #expect(model.screen.notes.map(\.text) == ["The device is charging"])
    }

    @Test(.enabled(if: hasPlayer)) func changesBetweenTwoTurnsAreFetchedOnce() async throws {
        let played = try Played()
        let fetches = Fetches()
        let model = Self.model(in: played.folder) {
            fetches.count += 1
            return nil
        }
        model.start()
        #expect(fetches.count == 1)
        let lines = try Load.falling.lines
        try played.append(lines)
        try played.waitForRecords(lines.count)
        #expect(fetches.count == 1, "the main actor was busy")
        try await Self.until { model.screen.plot?.curve.points.count == 60 }
        // The last change may come after its record.
        #expect(fetches.count <= 3)
        try await Self.stopped(model)
    }

    @Test func aModelIsLetGoOf() async throws {
        let held = Held()
        do {
            let model = Self.model()
            model.start()
            held.model = model
        }
        try await Self.until { held.model == nil }
    }

    nonisolated static let english = Language(code: "en", locale: Locale(identifier: "en")) { _ in nil }.style

    private static func newFolder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    }

    private static func until(_ isSo: () -> Bool) async throws {
        while !isSo() { try await Task.sleep(for: .milliseconds(2)) }
    }
}

/// How the user's system writes.
@MainActor private final class Styles {
    var now: LocaleStyle

    init(_ now: LocaleStyle) {
        self.now = now
    }
}

/// Counts the fetches of a screen: before each the model asks for the power.
@MainActor private final class Fetches {
    var count = 0
}

@MainActor private final class Held {
    weak var model: LoadModel?
}

/// A load that core plays instead of running one: lines of a recorded load, then "end".
private struct Played {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private var file: URL { folder.appendingPathComponent("played.jsonl") }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: file)
    }

    func append(_ lines: some Sequence<String>) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(lines.joined().utf8))
        try handle.close()
    }

    /// Blocks until core has kept that many lines of the load.
    func waitForRecords(_ count: Int) throws {
        let kept = folder.appendingPathComponent("load.jsonl")
        for _ in 0..<10_000 {
            let lines = (try? String(contentsOf: kept, encoding: .utf8))?.split(separator: "\n") ?? []
            if lines.count == count { return }
            Thread.sleep(forTimeInterval: 0.002)
        }
        Issue.record("the load was not kept")
    }
}
