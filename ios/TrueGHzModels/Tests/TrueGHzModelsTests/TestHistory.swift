import Foundation
import TrueGHzKit

@testable import TrueGHzModels

/// A history in a folder of a test's own, which goes with it.
@MainActor final class TestHistory {
    /// Its folder, which the store makes.
    let folder: URL
    /// Storage of the choice whether readings are kept.
    let preference = TestPreference()

    init() {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Its file.
    nonisolated var file: URL { folder.appendingPathComponent("history.jsonl") }

    /// Whether there is such a file.
    var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// The screen of an app that has just started.
    func model() -> HistoryModel {
        HistoryModel(
            preference: preference, store: HistoryStore(folder: folder), style: { LoadModelTests.english })
    }

    /// The screen, read, in a history that holds the recorded readings of two cores at these times.
    static func read(_ times: UInt64...) async throws -> (TestHistory, HistoryModel) {
        let history = TestHistory()
        for time in times { try await history.put(.measurement(Reports.twoCores.get()), at: time) }
        let model = history.model()
        await model.load()
        return (history, model)
    }

    /// Writes a report as if it had been kept then.
    func put(_ report: AnyReport, at atUnixMs: UInt64) async throws {
        let scratch = TestHistory()
        try scratch.makeFolder()
        let now = try await History(file: scratch.file).add(report)
        let line = try String(contentsOf: scratch.file, encoding: .utf8)
        try put(line.replacing("\"at_unix_ms\":\(now)", with: "\"at_unix_ms\":\(atUnixMs)"))
    }

    /// Writes a line.
    func put(_ line: String) throws {
        try makeFolder()
        let before = isThere ? try String(contentsOf: file, encoding: .utf8) : ""
        try (before + line).write(to: file, atomically: true, encoding: .utf8)
    }

    /// From now on the file can be neither read nor written: a folder has its name.
    func spoil() throws {
        try makeFolder()
        try? FileManager.default.moveItem(at: file, to: folder.appendingPathComponent("moved"))
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    }

    /// Restores the file.
    func mend() throws {
        try FileManager.default.removeItem(at: file)
        try? FileManager.default.moveItem(at: folder.appendingPathComponent("moved"), to: file)
    }

    private func makeFolder() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
}

/// A preference that has never been set.
@MainActor final class TestPreference: KeepingPreference {
    var keepsReadings = false
}
