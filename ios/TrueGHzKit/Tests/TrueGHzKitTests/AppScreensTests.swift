import Foundation
import Testing

@testable import TrueGHzKit

/// Actions cross the boundary, screens come back. The screens themselves are tested with core.
@Suite struct AppScreensTests {
    private static let german = LocaleStyle(
        language: "de", decimalPoint: ",", thousands: ".", zero: "0", minus: "−")
    private static let english = LocaleStyle(
        language: "en", decimalPoint: ".", thousands: ",", zero: "0", minus: "−")

    private final class Shell: AppShell {
        let changes = Locked(0)

        func loadChanged() { changes.withLock { $0 += 1 } }
    }

    private let shell = Shell()
    private let screens: AppScreens

    init() {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        screens = AppScreens(shell: shell, folder: folder.path, style: Self.german)
    }

    @Test func eachActionChangesTheScreen() throws {
        screens.actOnLoad(action: .chooseLength(index: 2))
        #expect(screens.loadScreen().length.chosen == 2)
        screens.actOnLoad(action: .start(isBusy: true))
        screens.power(battery: Battery(power: .charging, decidegrees: nil))
        #expect(screens.loadScreen().status == "Es läuft bereits eine Messung")
        #expect(!screens.loadScreen().isRunning)
        #expect(try screens.loadShared(form: .text) == nil)
        #expect(try screens.keepLoad(path: "/none/history.jsonl") == nil)
        #expect(shell.changes.withLock { $0 } == 2)
        screens.setStyle(style: Self.english)
        #expect(screens.loadScreen().length.label == "Duration" && shell.changes.withLock { $0 } == 3)
    }

    @Test func noLoadStartsInTheBackgroundOrOnAHotDevice() {
        screens.tell(conditions: .thermal(.critical))
        screens.actOnLoad(action: .start(isBusy: false))
        #expect(screens.loadScreen().number?.below == "Das Gerät ist zu heiß für den Start")
        screens.tell(conditions: .inBackground(true))
        screens.actOnLoad(action: .chooseLoad(index: 1))
        let before = screens.loadScreen()
        screens.actOnLoad(action: .start(isBusy: false))
        #expect(screens.loadScreen() == before)
    }

    @Test func aKeptLoadIsText() async throws {
        let report = try await Meter().sustained(lengthMs: 1)
        let text = try sustainedText(report: report, style: Self.german)
        #expect(text.hasSuffix("Gemessen mit TrueGHz \(report.run.version)"))
        #expect(try !sustainedLine(report: report, style: Self.german).isEmpty)
    }
}
