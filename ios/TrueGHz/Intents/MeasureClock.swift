import AppIntents
import TrueGHzModels

/// The action for Siri and Shortcuts. It opens the app, because background threads run at a
/// different clock.
struct MeasureClock: AppIntent {
    static let title: LocalizedStringResource = "do_measure_clock"
    static let description = IntentDescription("app_sentence")
    static let openAppWhenRun = true

    @MainActor func perform() async throws -> some ReturnsValue<Double> & ProvidesDialog {
        try requireNoOtherSession()
        // Starts as soon as the app is in front. A shortcut goes on with the number; the sentence says how sure it is.
        let measured = await MeasureModel.app.measured()
        let sentence = Language.app(measured.spoken)
        guard let gigahertz = measured.gigahertz else { throw NoReading(reason: sentence) }
        return .result(value: gigahertz, dialog: IntentDialog(stringLiteral: sentence))
    }
}

/// There is no number to go on with.
struct NoReading: Error, CustomLocalizedStringResourceConvertible {
    let reason: String

    var localizedStringResource: LocalizedStringResource { LocalizedStringResource(stringLiteral: reason) }
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
