import SwiftUI
import TrueGHzModels

/// The app: one window, one measurement at a time.
@main struct TrueGHzApp: App {
    @Environment(\.scenePhase) private var scenePhase

    var body: some Scene {
        WindowGroup {
            NavigationStack {
                MeasureView(model: .app, history: .app, allCores: .app, sustained: .app)
            }
            .task { await MeasureModel.app.meetMachine() }
        }
        .onChange(of: scenePhase, initial: true) { _, phase in
            // Inactive is a glance at something else, or the way between the other two.
            guard phase != .inactive else { return }
            MeasureModel.app.moved(toFront: phase == .active)
            AllCoresModel.app.moved(toFront: phase == .active)
            SustainedModel.app.moved(toFront: phase == .active)
        }
    }
}

extension MeasureModel {
    /// The app's own, which its windows and Siri's action share.
    static let app = MeasureModel { await HistoryModel.app.keep($0) }
}

extension AllCoresModel {
    /// The app's own.
    static let app: AllCoresModel = .init {
        MeasureModel.app.state.isUnderWay || SustainedModel.app.state.isUnderWay
    }
}

extension SustainedModel {
    /// The app's own.
    static let app: SustainedModel = .init(
        isBusyElsewhere: { MeasureModel.app.state.isUnderWay || AllCoresModel.app.state.isUnderWay },
        power: { PowerSource.now })
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
