import Foundation
import TrueGHzModels

// The app's models: its windows, Siri's action and the control share them.

extension MeasureModel {
    /// The app's own, which its windows and Siri's action share.
    static let app = MeasureModel { await HistoryModel.app.keep($0) }
}

extension AllCoresModel {
    /// The app's own.
    static let app: AllCoresModel = .init { Sessions.app.areUnderWay(besides: AllCoresModel.app) }
}

extension SustainedModel {
    /// The app's own.
    static let app: SustainedModel = .init(
        isBusyElsewhere: { Sessions.app.areUnderWay(besides: SustainedModel.app) }, power: { PowerSource.now }
    )
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
                .appendingPathComponent("History")))
}

extension Sessions {
    /// Those of the app's own screens.
    static let app = Sessions([
        MeasureModel.app, AllCoresModel.app, SustainedModel.app, InstructionsModel.app,
    ])
}

/// Measures as soon as the app is in front, for the control in Control Center.
@MainActor func startMeasuring() {
    Sessions.app.stop(besides: MeasureModel.app)
    MeasureModel.app.start()
}
