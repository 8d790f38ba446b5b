import Foundation
import TrueGHzModels

// The app's models: its windows, Siri's action and the control share them.

extension MeasureModel {
    /// The app's own, which its windows and Siri's action share.
    static let app = MeasureModel { await HistoryModel.app.keep($0) }
}

extension AllCoresModel {
    /// The app's own.
    static let app: AllCoresModel = .init { AppSessions.areUnderWay(besides: .allCores) }
}

extension SustainedModel {
    /// The app's own.
    static let app: SustainedModel = .init(
        isBusyElsewhere: { AppSessions.areUnderWay(besides: .sustained) }, power: { PowerSource.now })
}

extension InstructionsModel {
    /// The app's own.
    static let app: InstructionsModel = .init(isBusyElsewhere: {
        AppSessions.areUnderWay(besides: .instructions)
    })
}

extension OpenedModel {
    /// The app's own.
    static let app = OpenedModel()
}

extension HistoryModel {
    /// The app's own, among its private files. Nobody can read them before the device was unlocked once: iOS protects all
    /// files so, unless something else is asked for.
    static let app = HistoryModel(
        preference: UserDefaults.standard,
        store: HistoryStore(
            folder: FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
                .appendingPathComponent("History")))
}

/// The screens that measure: one at a time, since two would disturb each other.
@MainActor enum AppSessions: CaseIterable {
    case measure, allCores, sustained, instructions

    /// Whether another screen than this one measures.
    static func areUnderWay(besides own: AppSessions) -> Bool {
        allCases.contains { $0 != own && $0.isUnderWay }
    }

    /// The app came to the front or went to the background.
    static func moved(toFront: Bool) {
        MeasureModel.app.moved(toFront: toFront)
        AllCoresModel.app.moved(toFront: toFront)
        SustainedModel.app.moved(toFront: toFront)
        InstructionsModel.app.moved(toFront: toFront)
    }

    /// Ends all sessions but that of the first screen. What they know stays.
    static func stopOthers() {
        AllCoresModel.app.stop()
        SustainedModel.app.stop()
        InstructionsModel.app.stop()
    }

    /// Measures as soon as the app is in front: somebody has asked for it from outside.
    static func startMeasuring() {
        stopOthers()
        MeasureModel.app.start()
    }

    private var isUnderWay: Bool {
        switch self {
        case .measure: MeasureModel.app.state.isUnderWay
        case .allCores: AllCoresModel.app.state.isUnderWay
        case .sustained: SustainedModel.app.state.isUnderWay
        case .instructions: InstructionsModel.app.state.isUnderWay
        }
    }
}
