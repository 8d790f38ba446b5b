import Foundation
import Observation
import TrueGHzKit

/// Storage of the choice whether readings are kept; a test has its own.
@MainActor public protocol KeepingPreference: AnyObject {
    /// Whether readings are kept: not before the user has said so.
    var keepsReadings: Bool { get set }
}

extension UserDefaults: KeepingPreference {
    /// A key that is absent is false.
    public var keepsReadings: Bool {
        get { bool(forKey: "keepsReadings") }
        set { set(newValue, forKey: "keepsReadings") }
    }
}

/// The screen "History": the kept reports, and the selected ones.
@MainActor @Observable public final class HistoryModel {
    /// Whether what measurements find is kept. What is kept already stays.
    public var isKeeping: Bool {
        didSet { preference.keepsReadings = isKeeping }
    }
    /// The kept reports, the newest first.
    public private(set) var rows: [HistoryRow] = []
    /// Notes on unreadable parts of the file.
    public private(set) var notes: [Phrase] = []
    /// The selected reports; absent if there is no selection.
    public private(set) var selection: Set<UInt64>? {
        didSet { comparison = compared() }
    }
    /// The selected two compared; absent if the selection is not two measurements.
    public private(set) var comparison: ComparisonModel?

    /// Whether something is to be chosen.
    public var isSelecting: Bool { selection != nil }

    /// The screen's name, or how much is chosen.
    public var title: Phrase {
        guard let selection else { return .word(.historyTitle) }
        return .word(.historySelected, .count(UInt64(selection.count)))
    }

    /// The note that nothing is kept; absent if something is, and until the file was read.
    public var empty: Phrase? {
        isRead && rows.isEmpty && notes.isEmpty && failure == nil ? .word(.historyEmpty) : nil
    }

    /// That the file could not be read or written; absent when that works again.
    public var failure: Phrase? {
        hasFailedToRead || hasFailedToWrite ? .word(.historyFailed) : nil
    }

    private let preference: any KeepingPreference
    private let store: HistoryStore
    private let style: @MainActor () -> LocaleStyle
    private var reports: [UInt64: AnyReport] = [:]
    private var isRead = false
    private var hasFailedToRead = false
    private var hasFailedToWrite = false
    private var reads = 0

    /// - Parameters:
    ///   - preference: What remembers whether readings are kept.
    ///   - store: Where they are kept.
    ///   - style: Asks for language and digits: the user may change them.
    public init(
        preference: any KeepingPreference, store: HistoryStore, style: @escaping @MainActor () -> LocaleStyle
    ) {
        self.preference = preference
        self.store = store
        self.style = style
        isKeeping = preference.keepsReadings
    }

    /// Reads the file, on a thread that draws nothing.
    public func load() async {
        reads += 1
        let read = reads
        let contents = try? await store.read(style())
        // A later one knows more.
        guard read == reads else { return }
        hasFailedToRead = contents == nil
        isRead = true
        // The contents read before are still the best that is known.
        guard let contents else { return }
        rows = contents.rows
        notes = contents.notes
        reports = contents.reports
        selection?.formIntersection(reports.keys)
    }

    /// Keeps what a measurement found, if readings are kept and it has a number: when this returns it is on the disk.
    public func keep(_ report: MeasurementReport) async {
        guard isKeeping, report.cores.contains(where: { $0.verdict != .refused }) else { return }
        await change { try await $0.add(report) }
    }

    /// Keeps the result of a load, if readings are kept: when this returns it is on the disk.
    public func keep(_ load: @escaping LoadModel.AddLoad) async {
        guard isKeeping else { return }
        await change { try await $0.add(load) }
    }

    /// Begins to choose.
    public func select() {
        selection = []
    }

    /// Ends choosing, with nothing chosen.
    public func endSelecting() {
        selection = nil
    }

    /// Chooses a report, or no longer.
    public func choose(_ id: UInt64) {
        guard var chosen = selection else { return }
        if chosen.remove(id) == nil { chosen.insert(id) }
        selection = chosen
    }

    /// Permanently removes the selected reports.
    public func deleteSelected() async {
        guard let selection else { return }
        await change { try await $0.remove(selection.sorted()) }
        if !hasFailedToWrite { endSelecting() }
    }

    /// Permanently removes all reports.
    public func deleteAll() async {
        await change { try await $0.clear() }
        if !hasFailedToWrite { endSelecting() }
    }

    /// The selected reports, or all if there is no selection, to be shared.
    public var copy: HistoryCopy {
        HistoryCopy((selection ?? Set(rows.map(\.id))).sorted(), of: store) { [weak self] in
            self?.hasFailedToWrite = true
        }
    }

    /// A report on its own screen; absent if it is no longer there.
    public func details(of id: UInt64) -> KeptDetails? {
        reports[id].flatMap { try? KeptDetails($0) }
    }

    /// Changes the file, and shows it as it then is, if it was read before.
    private func change(_ body: (HistoryStore) async throws -> Void) async {
        do {
            try await body(store)
            hasFailedToWrite = false
        } catch {
            hasFailedToWrite = true
        }
        if isRead { await load() }
    }

    /// The earlier of the chosen two with the later.
    private func compared() -> ComparisonModel? {
        guard let chosen = selection?.sorted(), chosen.count == 2,
            case .measurement(let earlier) = reports[chosen[0]],
            case .measurement(let later) = reports[chosen[1]]
        else { return nil }
        return ComparisonModel(
            earlier, keptAt: chosen[0], with: later, keptAt: chosen[1])
    }
}
