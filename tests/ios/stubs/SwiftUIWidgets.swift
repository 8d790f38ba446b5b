// swift-format-ignore-file
// Stands in for SwiftUI: widgets and controls. Part of the module SwiftUI. See README.md.

@MainActor @preconcurrency public protocol Widget {}
public struct _Widget: Widget { nonisolated public init() {} }

@resultBuilder public struct WidgetBundleBuilder {
    public static func buildExpression<C: ControlWidget>(_ content: C) -> _Widget { _Widget() }
    public static func buildBlock<W: Widget>(_ content: W) -> W { content }
}
@MainActor @preconcurrency public protocol WidgetBundle {
    associatedtype Body: Widget
    @WidgetBundleBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}
extension WidgetBundle { @MainActor public static func main() { _ = Self.init().body } }

@MainActor @preconcurrency public protocol ControlWidgetTemplate {}
@resultBuilder public struct ControlWidgetTemplateBuilder {
    public static func buildBlock<T: ControlWidgetTemplate>(_ content: T) -> T { content }
}
@MainActor @preconcurrency public protocol ControlWidgetConfiguration {}
@resultBuilder public struct ControlWidgetConfigurationBuilder {
    public static func buildBlock<C: ControlWidgetConfiguration>(_ content: C) -> C { content }
}
public struct _Control: ControlWidgetConfiguration { nonisolated public init() {} }
@MainActor @preconcurrency public protocol ControlWidget {
    associatedtype Body: ControlWidgetConfiguration
    @ControlWidgetConfigurationBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}
