import AppIntents
import TrueGHzModels

/// What Siri and Shortcuts can ask for. It opens the app: measured in the background, a clock is another one.
struct MeasureClock: AppIntent {
    static let title: LocalizedStringResource = "do_measure_clock"
    static let description = IntentDescription("app_sentence")
    static let openAppWhenRun = true

    @MainActor func perform() async throws -> some IntentResult {
        // Two sessions at once would disturb each other; what the others know stays.
        AllCoresModel.app.stop()
        SustainedModel.app.stop()
        // Starts as soon as the app is in front.
        MeasureModel.app.start()
        return .result()
    }
}

/// The action is there without being set up. Its phrases are in AppShortcuts.xcstrings.
struct Shortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: MeasureClock(),
            phrases: ["Measure clock with \(.applicationName)", "Measure my clock with \(.applicationName)"],
            shortTitle: "do_measure_clock",
            systemImageName: "waveform.path.ecg")
    }
}
