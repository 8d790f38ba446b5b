import AppIntents
import TrueGHzModels

/// What Siri and Shortcuts can ask for. It opens the app: measured in the background, a clock is another one.
struct MeasureClock: AppIntent {
    static let title: LocalizedStringResource = "do_measure_clock"
    static let description = IntentDescription("app_sentence")
    static let openAppWhenRun = true

    @MainActor func perform() async throws -> some ReturnsValue<String> {
        // Two sessions at once would disturb each other; what the others know stays.
        AllCoresModel.app.stop()
        SustainedModel.app.stop()
        // Starts as soon as the app is in front. A shortcut goes on with the reading in words.
        return .result(value: Language.app(await MeasureModel.app.measured()))
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
