import AppIntents

/// The action of the control in Control Center: it opens the app, which measures as soon as it is
/// in front. The file belongs to two targets: the control names it, and the system runs it in the
/// app.
struct StartMeasuring: AppIntent {
    static let title: LocalizedStringResource = "do_measure_clock"
    static let openAppWhenRun = true
    /// Shortcuts has the action that says what it found.
    static let isDiscoverable = false

    @MainActor func perform() async throws -> some IntentResult {
        // Only the app can measure: in the extension this is never called.
        #if !CONTROLS
        try startMeasuring()
        #endif
        return .result()
    }
}
