import Foundation
import TrueGHzKit

/// Where reports are kept: a file in a folder of its own.
public struct HistoryStore: Sendable {
    private let folder: URL
    let file: URL
    private let history: History

    /// - Parameter folder: Nothing but the file is in it. It is made when the first report is kept.
    public init(folder: URL) {
        self.folder = folder
        file = folder.appendingPathComponent("history.jsonl")
        history = History(file: file)
    }

    /// Adds a report: when this returns it is on the disk.
    func add(_ report: MeasurementReport) async throws {
        let folder = folder
        try await Task.detached { try Self.prepare(folder) }.value
        try await history.add(.measurement(report))
    }

    /// Adds the result of a load: when this returns it is on the disk.
    func add(_ load: @escaping LoadModel.AddLoad) async throws {
        let (folder, file) = (folder, file)
        try await Task.detached {
            try Self.prepare(folder)
            try load(file)
        }.value
    }

    /// All that is there, ready to be shown to a user whose language writes in this style.
    func read(_ style: LocaleStyle) async throws -> HistoryContents {
        let contents = try await history.read()
        return await Task.detached { HistoryContents(contents, style) }.value
    }

    /// Removes what was kept at these times.
    func remove(_ ids: [UInt64]) async throws {
        for id in ids { try await history.remove(id) }
    }

    /// Removes all, with what cannot be read.
    func clear() async throws {
        try await history.clear()
    }

    /// The reports that were kept at these times, as a file of the same form.
    func content(of ids: [UInt64]) async throws -> Data {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        try await history.copy(ids, to: file)
        return try Data(contentsOf: file)
    }

    /// The folder, which no backup takes along: reports are kept on this device only. The file
    /// cannot have this attribute itself: it goes when all is removed.
    private static func prepare(_ folder: URL) throws {
        var folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try folder.setResourceValues(values)
    }
}

/// Kept reports on their way to another app: one file, which `trueghz history` opens on a computer.
/// It is written on request.
public struct HistoryCopy: Sendable {
    /// The file's name. It names no device and no time: the user decides what a shared file
    /// reveals.
    public static let fileName = "TrueGHz-history.jsonl"

    /// Whether there is nothing in it.
    public var isEmpty: Bool { ids.isEmpty }

    let ids: [UInt64]
    private let store: HistoryStore
    private let failed: @MainActor @Sendable () -> Void

    /// - Parameters:
    ///   - ids: What is in it.
    ///   - failed: Called if it could not be written.
    init(_ ids: [UInt64], of store: HistoryStore, failed: @escaping @MainActor @Sendable () -> Void) {
        self.ids = ids
        self.store = store
        self.failed = failed
    }

    /// The contents of the file.
    ///
    /// - Throws: The error of reading or writing; the history's screen shows it, too.
    public func content() async throws -> Data {
        do {
            return try await store.content(of: ids)
        } catch {
            await failed()
            throw error
        }
    }
}
