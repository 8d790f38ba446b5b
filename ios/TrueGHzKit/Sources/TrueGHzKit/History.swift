import Foundation

/// Reports that are kept on this device: a file of versioned lines, which the core reads and writes.
///
/// A line that is damaged, or that a later version wrote, is counted, and costs no other. Nothing here blocks the
/// caller's thread, and several histories may share a file. Each call throws a ``StoreError``.
public struct History: Sendable {
    private let store: ReportStore

    /// The history in this file; one that is not there is empty, and the first report begins it.
    public init(file: URL) {
        store = ReportStore(path: file.path)
    }

    /// Keeps a report: when this returns it is on the disk. If there are many windows, it keeps a
    /// sample.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - note: The user's note.
    /// - Returns: When it was kept, in milliseconds since 1970, which names it.
    @discardableResult
    public func add(_ report: AnyReport, note: String? = nil) async throws -> UInt64 {
        try await elsewhere { try $0.append(report: report, note: note) }
    }

    /// All of it, in the order in which it was kept.
    public func read() async throws -> StoreContents {
        try await elsewhere { try $0.read() }
    }

    /// Writes the reports that were kept at these times into another file, which is a history again and replaces what
    /// was there.
    ///
    /// - Parameters:
    ///   - atUnixMs: Which reports; one that is not there is left out, and so is what cannot be read.
    ///   - file: Where to; its folder has to be there.
    /// - Returns: How many there were.
    @discardableResult
    public func copy(_ atUnixMs: [UInt64], to file: URL) async throws -> UInt64 {
        try await elsewhere { try $0.copy(atUnixMs: atUnixMs, path: file.path) }
    }

    /// Removes the report that was kept then: nothing of it is left in the file.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func remove(_ atUnixMs: UInt64) async throws -> Bool {
        try await elsewhere { try $0.remove(atUnixMs: atUnixMs) }
    }

    /// Removes all, and the file.
    public func clear() async throws {
        try await elsewhere { try $0.clear() }
    }

    /// Not on the caller's thread, which may be the one that draws.
    private func elsewhere<T: Sendable>(_ work: @escaping @Sendable (ReportStore) throws -> T) async throws
        -> T
    {
        let store = store
        return try await Task.detached { try work(store) }.value
    }
}
