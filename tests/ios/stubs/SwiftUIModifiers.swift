// swift-format-ignore-file
// Stands in for SwiftUI: styles and modifiers. Part of the module SwiftUI. See README.md.

import UniformTypeIdentifiers

public protocol ShapeStyle: Sendable {}
extension ShapeStyle { public func opacity(_ opacity: Double) -> some ShapeStyle { Color.accentColor } }
extension Color: View, _Leaf { public var body: Never { fatalError() } }
public struct Color: ShapeStyle, Hashable {
    nonisolated public init(_ name: String) {}
    nonisolated public init(uiColor: UIColor) {}
    public static let accentColor = Color("")
    public static let primary = Color("")
    public static let red = Color("")
    public static let secondary = Color("")
    public func opacity(_ opacity: Double) -> Color { self }
}
public struct HierarchicalShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { .init() }
    public static var quaternary: HierarchicalShapeStyle { .init() }
}
public struct Material: ShapeStyle { public static let bar = Material() }
extension ShapeStyle where Self == Material { public static var bar: Material { .init() } }
// CGLineCap and CGLineJoin belong to CoreGraphics, which Linux has not.
public enum _Line: Sendable { case butt, miter }
public struct StrokeStyle: Sendable {
    public init(
        lineWidth: CGFloat = 1, lineCap: _Line = .butt, lineJoin: _Line = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
    ) {}
}
public struct FillStyle: Sendable { public init(eoFill: Bool = false, antialiased: Bool = true) {} }
public struct UnitPoint: Hashable, Sendable {}
public struct Font: Hashable, Sendable {
    public enum TextStyle: Sendable { case largeTitle, body }
    public struct Weight: Hashable, Sendable { public static let semibold = Weight() }
    public static let title2 = Font(), headline = Font(), subheadline = Font(), caption = Font(),
        footnote = Font()
    public enum Design: Sendable { case monospaced }
    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font { Font() }
    public func monospacedDigit() -> Font { self }
    public func monospaced() -> Font { self }
}
public enum HorizontalAlignment: Sendable { case leading, center, trailing }
public enum VerticalAlignment: Sendable { case top, center }
public struct Alignment: Sendable {
    public static let center = Alignment(), leading = Alignment(), trailing = Alignment()
}
public enum VerticalEdge: Sendable { case bottom }
public enum Edge {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int; public init(rawValue: Int) { self.rawValue = rawValue };
        public static let all = Set(rawValue: 15)
    }
}
public enum Axis {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int; public init(rawValue: Int) { self.rawValue = rawValue };
        public static let horizontal = Set(rawValue: 1), vertical = Set(rawValue: 2)
    }
}
public struct EdgeInsets: Sendable { public init() {} }
public protocol PrimitiveButtonStyle {}
public struct _ButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == _ButtonStyle {
    public static var borderedProminent: Self { .init() }
    public static var bordered: Self { .init() }
    public static var plain: Self { .init() }
}
public protocol TabViewStyle {}
public struct _TabViewStyle: TabViewStyle {}
extension TabViewStyle where Self == _TabViewStyle {
    public static var sidebarAdaptable: Self { .init() }
}
public enum ControlSize: Sendable { case large }
public struct PresentationDetent: Hashable, Sendable { public static let medium = Self(), large = Self() }
public enum TextSelectability { case enabled }
public struct NavigationBarItem { public enum TitleDisplayMode: Sendable { case inline } }
public enum AccessibilityChildBehavior: Sendable { case ignore, combine }
public struct AccessibilityTraits: SetAlgebra, Sendable {
    public static let isSelected = Self(), updatesFrequently = Self()
    public init() {}
    public func contains(_ member: Self) -> Bool { false }
    public func union(_ other: Self) -> Self { self }
    public func intersection(_ other: Self) -> Self { self }
    public func symmetricDifference(_ other: Self) -> Self { self }
    public mutating func insert(_ new: Self) -> (inserted: Bool, memberAfterInsert: Self) { (true, new) }
    public mutating func remove(_ member: Self) -> Self? { nil }
    public mutating func update(with new: Self) -> Self? { nil }
    public mutating func formUnion(_ other: Self) {}
    public mutating func formIntersection(_ other: Self) {}
    public mutating func formSymmetricDifference(_ other: Self) {}
}

public struct SearchFieldPlacement: Sendable { public static let automatic = Self() }

extension View {
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        _Modified()
    }
    nonisolated public func padding(_ length: CGFloat) -> some View { _Modified() }
    nonisolated public func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { _Modified() }
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
        minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View { _Modified() }
    nonisolated public func font(_ font: Font?) -> some View { _Modified() }
    nonisolated public func monospacedDigit() -> some View { _Modified() }
    nonisolated public func lineLimit(_ number: Int?) -> some View { _Modified() }
    nonisolated public func minimumScaleFactor(_ factor: CGFloat) -> some View { _Modified() }
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { _Modified() }
    nonisolated public func background<S: ShapeStyle, T: Shape>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View { _Modified() }
    nonisolated public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges: Edge.Set = .all)
        -> some View
    { _Modified() }
    nonisolated public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V)
        -> some View
    { _Modified() }
    nonisolated public func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View { _Modified() }
    nonisolated public func safeAreaBar<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View { _Modified() }
    nonisolated public func disabled(_ disabled: Bool) -> some View { _Modified() }
    nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { _Modified() }
    nonisolated public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { _Modified() }
    nonisolated public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View { _Modified() }
    nonisolated public func controlSize(_ size: ControlSize) -> some View { _Modified() }
    nonisolated public func textSelection(_ selectability: TextSelectability) -> some View { _Modified() }
    nonisolated public func navigationTitle(_ title: Text) -> some View { _Modified() }
    nonisolated public func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode)
        -> some View
    { _Modified() }
    nonisolated public func toolbar<C: ToolbarContent>(@ToolbarContentBuilder content: () -> C) -> some View {
        _Modified()
    }
    nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> some View { _Modified() }
    nonisolated public func sheet<C: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> C
    ) -> some View { _Modified() }
    nonisolated public func confirmationDialog<S: StringProtocol, A: View>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View { _Modified() }
    nonisolated public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
        _Modified()
    }
    nonisolated public func environment<V>(_ path: WritableKeyPath<EnvironmentValues, V>, _ value: V)
        -> some View
    { _Modified() }
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
    ) -> some View { _Modified() }
    nonisolated public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { _Modified() }
    nonisolated public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType],
        onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> some View { _Modified() }
    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { _Modified() }
    nonisolated public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View { _Modified() }
    nonisolated public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        _Modified()
    }
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { _Modified() }
    nonisolated public func opacity(_ opacity: Double) -> some View { _Modified() }
    nonisolated public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View {
        _Modified()
    }
    nonisolated public func task(
        name: String? = nil, priority: TaskPriority = .userInitiated, file: String = "", line: Int = 0,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { _Modified() }
    nonisolated public func accessibilityLabel(_ label: Text) -> some View { _Modified() }
    nonisolated public func accessibilityValue(_ value: Text) -> some View { _Modified() }
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { _Modified() }
    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior) -> some View {
        _Modified()
    }
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { _Modified() }
    nonisolated public func accessibilityChartDescriptor<R: AXChartDescriptorRepresentable>(
        _ representable: R
    ) -> some View { _Modified() }
}
