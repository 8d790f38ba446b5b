// swift-format-ignore-file
// Stands in for AppIntents. See README.md.

@_exported import Foundation

public struct LocalizedStringResource: ExpressibleByStringLiteral, Sendable {
    public init(stringLiteral value: String) {}
}

public struct IntentDescription: ExpressibleByStringLiteral, Sendable {
    public init(
        _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
        searchKeywords: [LocalizedStringResource] = []
    ) {}
    public init(stringLiteral value: String) {}
}

public protocol IntentResult: Sendable {}
public struct _NoResult: IntentResult {}

extension IntentResult where Self == _NoResult {
    public static func result() -> Self { _NoResult() }
}

public protocol ReturnsValue<Value>: IntentResult { associatedtype Value }
public struct IntentDialog: ExpressibleByStringLiteral, Sendable {
    public init(stringLiteral value: String) {}
}
public protocol ProvidesDialog: IntentResult {}
public struct _SpokenResult<Value: Sendable>: ReturnsValue, ProvidesDialog {}
extension IntentResult {
    public static func result<Value>(value: Value, dialog: IntentDialog) -> Self
    where Self == _SpokenResult<Value> { _SpokenResult() }
}

// Foundation's on Apple's systems alone.
public protocol CustomLocalizedStringResourceConvertible {
    var localizedStringResource: LocalizedStringResource { get }
}

public protocol AppIntent: Sendable {
    associatedtype Result: IntentResult
    static var title: LocalizedStringResource { get }
    static var description: IntentDescription { get }
    static var openAppWhenRun: Bool { get }
    static var isDiscoverable: Bool { get }
    init()
    func perform() async throws -> Result
}
extension AppIntent {
    public static var description: IntentDescription { "" }
    public static var isDiscoverable: Bool { true }
}

public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}

    public enum Token { case applicationName }

    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ token: Token) {}
    }
}

public struct AppShortcut {
    public init<Intent: AppIntent>(
        intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource,
        systemImageName: String
    ) {}
}

@resultBuilder public struct AppShortcutsBuilder {
    public static func buildBlock(_ shortcuts: AppShortcut...) -> [AppShortcut] { shortcuts }
}

public protocol AppShortcutsProvider {
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}
