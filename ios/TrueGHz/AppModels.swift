import Foundation
import TrueGHzKit
import TrueGHzModels

// The app's models: its windows, Siri's action and the control share them.

/// The folder for what may be lost with the process. iOS may empty it, but not while the app runs.
private let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]

extension MeasureModel {
    /// The app's own, which its windows and Siri's action share.
    static let app = MeasureModel(last: LastReading(folder: caches)) { await HistoryModel.app.keep($0) }
}

extension AllCoresModel {
    /// The app's own.
    static let app: AllCoresModel = .init(
        isBusyElsewhere: { Sessions.app.areUnderWay(besides: AllCoresModel.app) },
        keep: { await HistoryModel.app.keep($0) })
}

extension LoadModel {
    /// The app's own.
    static let app: LoadModel = .init(
        folder: caches,
        style: { Language.app.style },
        isBusyElsewhere: { Sessions.app.areUnderWay(besides: LoadModel.app) }, power: { PowerSource.now },
        ended: { load in Task { await HistoryModel.app.keep(load) } })
}

extension InstructionsModel {
    /// The app's own.
    static let app: InstructionsModel = .init(isBusyElsewhere: {
        Sessions.app.areUnderWay(besides: InstructionsModel.app)
    })
}

extension OpenedModel {
    /// The app's own.
    static let app = OpenedModel()
}

extension HistoryModel {
    /// The app's own, among its private files. They cannot be read before the first unlock of the
    /// device: iOS protects all files in this way by default.
    static let app = HistoryModel(
        preference: UserDefaults.standard,
        store: HistoryStore(
            folder: FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
                .appendingPathComponent("History")),
        style: { Language.app.style })
}

extension Sessions {
    /// Those of the app's own screens.
    static let app = Sessions([
        MeasureModel.app, AllCoresModel.app, LoadModel.app, InstructionsModel.app,
    ])
}

/// Measures as soon as the app is in front, for the control in Control Center.
///
/// - Throws: ``NoReading`` if another screen measures.
@MainActor func startMeasuring() throws {
    try requireNoOtherSession()
    MeasureModel.app.start()
}

/// A start from outside ends no session of another screen: that may be minutes of a load.
@MainActor func requireNoOtherSession() throws {
    guard Sessions.app.areUnderWay(besides: MeasureModel.app) else { return }
    throw NoReading(reason: Language.app(.stateOtherRunning))
}
