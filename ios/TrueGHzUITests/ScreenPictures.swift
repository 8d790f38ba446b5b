import XCTest

/// Every screen opens, and its picture is among the results: `make ios-pictures`. What is on a picture is for people.
final class ScreenPictures: XCTestCase {
    /// Longer than a measurement: two kinds of cores, in a simulator on a busy machine.
    private static let patience = 120.0

    @MainActor func testEveryScreen() {
        continueAfterFailure = false
        let app = XCUIApplication()
        // The words below are the English ones. Readings are kept, as if the user had chosen to.
        app.launchArguments = ["-AppleLanguages", "(en)", "-keepsReadings", "YES"]
        app.launch()
        XCTAssertTrue(app.buttons["Start"].waitForExistence(timeout: Self.patience))
        keep("1-ready")

        open("How it works", in: app)
        keep("2-how-it-works")
        app.navigationBars.buttons.element(boundBy: 0).tap()

        open("Instructions", in: app)
        keep("12-instructions")
        open("Measure", in: app)

        open("Start", in: app)
        XCTAssertTrue(app.buttons["Stop"].waitForExistence(timeout: Self.patience))
        keep("3-measuring")
        XCTAssertTrue(app.buttons["Measure again"].waitForExistence(timeout: Self.patience))
        keep("4-reading")
        app.swipeUp()
        keep("5-reading-below")

        open("Details", in: app)
        keep("6-details")
        app.navigationBars.buttons.element(boundBy: 0).tap()

        open("Share", in: app)
        keep("7-share")
        open("Done", in: app)

        open("Measure again", in: app)
        XCTAssertTrue(app.buttons["Stop"].waitForExistence(timeout: Self.patience))
        XCTAssertTrue(app.buttons["Measure again"].waitForExistence(timeout: Self.patience))
        history(of: app)
    }

    /// The two readings of before are kept: the list, one of them, and both compared.
    @MainActor private func history(of app: XCUIApplication) {
        open("History", in: app)
        // The switch is the first row, and a file that may be opened the second.
        let newest = app.cells.element(boundBy: 2)
        XCTAssertTrue(newest.waitForExistence(timeout: Self.patience))
        keep("8-history")
        newest.tap()
        XCTAssertTrue(app.buttons["Share"].waitForExistence(timeout: Self.patience))
        keep("9-history-details")
        app.navigationBars.buttons.element(boundBy: 0).tap()

        open("Select", in: app)
        newest.tap()
        app.cells.element(boundBy: 3).tap()
        keep("10-history-selected")
        open("Compare", in: app)
        keep("11-comparison")
    }

    /// Taps the button of that name, once it is there.
    @MainActor private func open(_ name: String, in app: XCUIApplication) {
        let button = app.buttons[name]
        XCTAssertTrue(button.waitForExistence(timeout: Self.patience), "there is no \(name)")
        button.tap()
    }

    @MainActor private func keep(_ name: String) {
        let picture = XCTAttachment(screenshot: XCUIScreen.main.screenshot())
        picture.name = name
        picture.lifetime = .keepAlways
        add(picture)
    }
}
