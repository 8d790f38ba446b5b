#if DEBUG
import Foundation
import TrueGHzKit

/// Models as Xcode's previews show them: recorded windows of the repository, from which core makes reports. Nothing is
/// measured, and no release holds any of it.
@MainActor public enum Samples {
    /// A reading of two cores.
    public static var measured: MeasureModel {
        let model = MeasureModel()
        guard let report else { return model }
        if let state = try? MeasureState.kept(report, windowsJSON: windowsJSON) { model.state = state }
        model.details = try? DetailsModel(report, windowsJSON: windowsJSON)
        return model
    }

    /// A reading that warns of all that there is to warn of.
    public static var warning: MeasureModel {
        let model = MeasureModel()
        let json = vector("every-warning")
        if let report = json.flatMap({ try? MeasurementReport(replaying: $0) }),
            let state = try? MeasureState.kept(report)
        {
            model.state = state
        }
        return model
    }

    /// All cores, measured once.
    public static var allCores: AllCoresModel {
        let model = AllCoresModel()
        guard let report else { return model }
        var state = AllCoresState()
        state.start()
        let targets = report.cores.map { reading in
            Target(
                cpu: reading.cpu, urgency: .userInteractive, loadThreads: 0, kind: reading.kind,
                cpus: reading.cpus, outOfReach: nil)
        }
        try? state.take(.started(targets: targets), at: .zero)
        try? state.endRound(with: report, at: .seconds(1))
        state.end()
        model.state = state
        return model
    }

    /// No load yet, in a folder of its own.
    public static var load: LoadModel {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        return LoadModel(folder: folder, style: { english })
    }

    /// A file of raw data that was opened.
    public static var opened: OpenedModel {
        let model = OpenedModel()
        Task { await model.open(file("two-cores-100ms")) }
        return model
    }

    private static let english = Language(code: "en", locale: Locale(identifier: "en")) { _ in nil }.style

    /// Two readings that are kept, in a folder of their own.
    public static var history: HistoryModel {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let store = HistoryStore(folder: folder)
        let model = HistoryModel(preference: UserDefaults(), store: store, style: { english })
        Task {
            guard let report else { return }
            try? await store.add(report)
            try? await store.add(report)
            await model.load()
        }
        return model
    }

    private static var report: MeasurementReport? {
        windowsJSON.flatMap { try? MeasurementReport(replaying: $0) }
    }

    private static var windowsJSON: String? { vector("two-cores-100ms") }

    private static func vector(_ name: String) -> String? {
        try? String(contentsOf: file(name), encoding: .utf8)
    }

    /// A simulator reads the Mac's files; where it may not, previews are empty.
    private static func file(_ name: String) -> URL {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 1...5 { root.deleteLastPathComponent() }
        return root.appendingPathComponent("tests/vectors/raw-\(name).json")
    }
}
#endif
