import SwiftUI
import TrueGHzModels

/// The app: one window, one measurement at a time.
@main struct TrueGHzApp: App {
    @Environment(\.scenePhase) private var scenePhase

    var body: some Scene {
        WindowGroup {
            WindowView(opened: .app)
                .task { await MeasureModel.app.meetMachine() }
        }
        .onChange(of: scenePhase, initial: true) { _, phase in
            // Inactive is a glance at something else, or the way between the other two.
            guard phase != .inactive else { return }
            Sessions.app.moved(toFront: phase == .active)
        }
    }
}

/// The content of the window, and the file that another app may hand over.
private struct WindowView: View {
    @Bindable var opened: OpenedModel

    var body: some View {
        NavigationStack {
            MeasureView(
                model: .app, history: .app, opened: opened, allCores: .app, load: .app,
                instructions: .app)
        }
        .onOpenURL { file in Task { await open(file) } }
        .sheet(isPresented: $opened.isOpen) { OpenedView(model: opened) }
        .onChange(of: Sessions.app.areUnderWay, initial: true) { _, areUnderWay in
            UIApplication.shared.isIdleTimerDisabled = areUnderWay
        }
        // The screen of a load reads the battery's state when it changes; the first state after this is "unknown".
        .onChange(of: LoadModel.app.isUnderWay, initial: true) { _, isUnderWay in
            UIDevice.current.isBatteryMonitoringEnabled = isUnderWay
        }
    }

    private func open(_ file: URL) async {
        await opened.openLent(file)
        // A file that the system copied for this app, for example from a message, is removed after
        // reading.
        if file.deletingLastPathComponent().lastPathComponent == "Inbox" {
            try? FileManager.default.removeItem(at: file)
        }
    }
}
