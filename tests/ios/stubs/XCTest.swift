// swift-format-ignore-file
// Stands in for XCTest and XCUIAutomation, for the pictures of the screens. See README.md.

@_exported import Foundation

open class XCTestCase {
    public init() {}
    public var continueAfterFailure: Bool {
        get { true }
        set {}
    }
    public func add(_ attachment: XCTAttachment) {}
}

public func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

public class XCTAttachment {
    public enum Lifetime: Int, Sendable { case keepAlways = 0, deleteOnSuccess = 1 }
    public init(screenshot: XCUIScreenshot) {}
    public var name: String?
    public var lifetime: Lifetime {
        get { .deleteOnSuccess }
        set {}
    }
}

@MainActor public class XCUIScreenshot {}

@MainActor public class XCUIScreen {
    public static var main: XCUIScreen { XCUIScreen() }
    public func screenshot() -> XCUIScreenshot { XCUIScreenshot() }
}

@MainActor public class XCUIElement {
    public var buttons: XCUIElementQuery { XCUIElementQuery() }
    public var cells: XCUIElementQuery { XCUIElementQuery() }
    public var navigationBars: XCUIElementQuery { XCUIElementQuery() }
    public func waitForExistence(timeout: TimeInterval) -> Bool { true }
    public func tap() {}
    public func swipeUp() {}
}

@MainActor public class XCUIElementQuery {
    public subscript(key: String) -> XCUIElement { XCUIElement() }
    public var buttons: XCUIElementQuery { XCUIElementQuery() }
    public func element(boundBy index: Int) -> XCUIElement { XCUIElement() }
}

public class XCUIApplication: XCUIElement {
    public override init() { super.init() }
    public var launchArguments: [String] = []
    public func launch() {}
}
