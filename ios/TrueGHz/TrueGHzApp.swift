import SwiftUI
import TrueGHzModels

/// The app: one window, one measurement at a time.
@main struct TrueGHzApp: App {
    @Environment(\.scenePhase) private var scenePhase

    var body: some Scene {
        WindowGroup {
            WindowView(opened: .app)
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

    /// Whether the window shows a reading. The system keeps this when it ends the process, and drops it when the user
    /// closes the app.
    @SceneStorage("reading") private var hasReading = false
    @Environment(\.language) private var language

    var body: some View {
        TabView {
            tab(.measureTitle, "gauge.with.needle") {
                MeasureView(model: .app, history: .app, opened: opened, allCores: .app)
            }
            tab(.allTitle, "chart.bar.xaxis") { AllCoresView(model: .app) }
            tab(.sustainedTitle, "thermometer.medium") { SustainedView(model: .app) }
            tab(.instructionsTitle, "list.number") { InstructionsView(model: .app) }
        }
        .sidebarOnPad()
        .task {
            await MeasureModel.app.meetMachine()
            await AllCoresModel.app.meetMachine()
            if hasReading { await MeasureModel.app.restore() } else { await MeasureModel.app.forget() }
        }
        .onChange(of: MeasureModel.app.state.phase) { _, phase in hasReading = phase == .done }
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

    private func tab<Screen: View>(
        _ title: Word, _ symbol: String, @ViewBuilder screen: () -> Screen
    ) -> some View {
        NavigationStack(root: screen)
            .tabItem { Label(language(title), systemImage: symbol) }
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

extension View {
    /// On an iPad the tabs can be a sidebar, where iOS has it.
    @ViewBuilder fileprivate func sidebarOnPad() -> some View {
        if #available(iOS 18, *) {
            tabViewStyle(.sidebarAdaptable)
        } else {
            self
        }
    }
}
