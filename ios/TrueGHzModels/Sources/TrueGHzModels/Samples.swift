#if DEBUG
import Foundation
import TrueGHzKit

/// Models as Xcode's previews show them: the simulated phones whose windows `make app-phones` records, from which core
/// makes reports; Android's pictures show the same ones. Nothing is measured, and no release holds any of it.
@MainActor public enum Samples {
    /// A phone before its first measurement.
    public static var ready: MeasureModel {
        let model = MeasureModel()
        model.state.meet(coming)
        return model
    }

    /// A reading of a phone with cores of three kinds.
    public static var measured: MeasureModel { measured("three-kinds") }

    /// One of a phone that is hot, and holds its clock down.
    public static var held: MeasureModel { measured("hot") }

    /// One of a clock that moves.
    public static var varying: MeasureModel { measured("varying") }

    /// One in which a kind of core was refused.
    public static var partly: MeasureModel { measured("one-refused-of-four") }

    /// One without a number.
    public static var refused: MeasureModel { measured("refused") }

    /// A reading that warns of all that there is to warn of.
    public static var warning: MeasureModel { measured("every-warning") }

    /// All cores before the first measurement.
    public static var allCoresReady: AllCoresModel {
        let model = AllCoresModel()
        model.state.meet(coming)
        return model
    }

    /// All cores, measured once.
    public static var allCores: AllCoresModel {
        let model = AllCoresModel()
        guard let report = report("twelve-cores") else { return model }
        var state = AllCoresState()
        state.start()
        try? state.take(.started(targets: report.cores.map { target($0) }), at: .zero)
        try? state.endRound(with: report, windowsJSON: windows("twelve-cores"), at: .seconds(1))
        state.end()
        model.state = state
        try? model.found()
        return model
    }

    /// No load yet, in a folder of its own.
    public static var loadReady: LoadModel { load(in: newFolder()) }

    /// A load of five minutes under which a phone throttled, as another process of the app has left it.
    public static var load: LoadModel {
        let folder = newFolder()
        let kept = phones.appendingPathComponent("load-throttles.jsonl")
        if let line = try? Data(contentsOf: kept), let lines = try? recordLines(line) {
            try? lines.write(to: folder.appendingPathComponent("load.jsonl"))
        }
        return load(in: folder)
    }

    /// The file of a load, from the report of it that a history keeps.
    private static func recordLines(_ kept: Data) throws -> Data {
        let history = try JSONSerialization.jsonObject(with: kept) as? [String: Any]
        let load = (history?["report"] as? [String: Any])?["sustained"] as? [String: Any]
        let parts = [load?["run"]].compactMap { $0 } + (load?["records"] as? [Any] ?? [])
        let lines = try parts.map { try JSONSerialization.data(withJSONObject: $0) }
        return Data(lines.joined(separator: Data("\n".utf8))) + Data("\n".utf8)
    }

    private static func load(in folder: URL) -> LoadModel {
        let style = style
        return LoadModel(folder: folder, style: { style })
    }

    /// A file of raw data that was opened.
    public static var opened: OpenedModel {
        let model = OpenedModel()
        Task { await model.open(file("three-kinds")) }
        return model
    }

    /// Language and digits of what core writes.
    public static var style = Language(code: "en", locale: Locale(identifier: "en")) { _ in nil }.style

    /// Two readings that are kept, an hour apart, in a folder of their own.
    public static var history: HistoryModel {
        let store = HistoryStore(folder: newFolder())
        let style = style
        let model = HistoryModel(preference: UserDefaults(), store: store, style: { style })
        Task {
            for name in ["three-kinds", "hot"] {
                if let report = report(name) { try? await store.add(report) }
            }
            var text = try String(contentsOf: store.file, encoding: .utf8)
            for (reading, keptAt) in zip(try await History(file: store.file).read().reports, [first, second])
            {
                text = text.replacingOccurrences(of: "\(reading.atUnixMs)", with: "\(keptAt)")
            }
            try Data(text.utf8).write(to: store.file)
            await model.load()
        }
        return model
    }

    /// Times of the two readings.
    private static let (first, second): (UInt64, UInt64) = (1_764_403_200_000, 1_764_406_800_000)

    /// A phone at rest and hot.
    public static var comparison: ComparisonModel? {
        guard let first = report("three-kinds"), let other = report("hot") else { return nil }
        return ComparisonModel(first, keptAt: self.first, with: other, keptAt: second)
    }

    private static func measured(_ name: String) -> MeasureModel {
        let model = MeasureModel()
        let (windowsJSON, report) = (windows(name), report(name))
        guard let report else { return model }
        if let state = try? MeasureState.kept(report, windowsJSON: windowsJSON) { model.state = state }
        model.details = try? DetailsModel(report, windowsJSON: windowsJSON)
        return model
    }

    /// The cores of the phone with three kinds, as its system describes them before a measurement.
    private static var coming: [ComingCore] {
        (report("three-kinds")?.cores ?? []).map { reading in
            let claim = reading.claim.map {
                ClaimNumbers(
                    stated: statedFrequency(hz: Double($0.hz)), source: $0.source, isPublished: false,
                    differencePercent: nil, side: nil)
            }
            return ComingCore(target: target(reading), claim: claim)
        }
    }

    private static func target(_ reading: Reading) -> Target {
        Target(
            cpu: reading.cpu, urgency: .userInteractive, loadThreads: 0, kind: reading.kind,
            cpus: reading.cpus,
            outOfReach: nil)
    }

    private static func report(_ name: String) -> MeasurementReport? {
        windows(name).flatMap { try? MeasurementReport(replaying: $0) }
    }

    private static func windows(_ name: String) -> String? {
        try? String(contentsOf: file(name), encoding: .utf8)
    }

    /// A simulator reads the Mac's files; where it may not, previews are empty.
    private static func file(_ name: String) -> URL {
        let phone = phones.appendingPathComponent("\(name).json")
        if FileManager.default.fileExists(atPath: phone.path) { return phone }
        return repository.appendingPathComponent("tests/vectors/raw-\(name).json")
    }

    private static var phones: URL { repository.appendingPathComponent("target/phones") }

    private static let repository: URL = {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 1...5 { root.deleteLastPathComponent() }
        return root
    }()

    private static func newFolder() -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
#endif
