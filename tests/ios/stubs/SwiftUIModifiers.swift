// swift-format-ignore-file
// Stands in for SwiftUI: styles and modifiers. Part of the module SwiftUI. See README.md.

import UniformTypeIdentifiers

public protocol ShapeStyle: Sendable { var _css: String { get } }
extension ShapeStyle {
    public func opacity(_ opacity: Double) -> some ShapeStyle { Color(css: _faint(_css, opacity)) }
}
func _faint(_ css: String, _ opacity: Double) -> String { "color-mix(in srgb, \(css) \(opacity * 100)%, transparent)" }
extension Color: View, _Leaf {
    public var body: Never { fatalError() }
    public func _draw() -> [_Node] { [_Node(css: [("background", _css)], isWide: true)] }
}
public struct Color: ShapeStyle, Hashable {
    public let _css: String
    init(css: String) { _css = css }
    nonisolated public init(_ name: String) { _css = "var(--\(name.lowercased()))" }
    nonisolated public init(uiColor: UIColor) { _css = "var(--background)" }
    public static let accentColor = Color("accent")
    public static let primary = Color("primary")
    public static let red = Color("red")
    public static let secondary = Color("secondary")
    public func opacity(_ opacity: Double) -> Color { Color(css: _faint(_css, opacity)) }
}
public struct HierarchicalShapeStyle: ShapeStyle { public let _css: String }
extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { .init(_css: "var(--secondary)") }
    public static var quaternary: HierarchicalShapeStyle { .init(_css: "var(--quaternary)") }
}
public struct Material: ShapeStyle { public static let bar = Material(); public var _css: String { "var(--bar)" } }
extension ShapeStyle where Self == Material { public static var bar: Material { .init() } }
// CGLineCap and CGLineJoin belong to CoreGraphics, which Linux has not.
public enum _Line: Sendable { case butt, miter }
public struct StrokeStyle: Sendable {
    public let _width: CGFloat, _dash: [CGFloat]
    public init(
        lineWidth: CGFloat = 1, lineCap: _Line = .butt, lineJoin: _Line = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
    ) { (_width, _dash) = (lineWidth, dash) }
}
public struct FillStyle: Sendable { public init(eoFill: Bool = false, antialiased: Bool = true) {} }
public struct UnitPoint: Hashable, Sendable {}
public struct Font: Hashable, Sendable {
    public enum TextStyle: Sendable { case largeTitle, body }
    public struct Weight: Hashable, Sendable { public static let semibold = Weight() }
    public static let title2 = Font(.title2), headline = Font(.headline), subheadline = Font(.subheadline),
        caption = Font(.caption), footnote = Font(.footnote)
    public enum Design: Sendable { case monospaced }
    private var style: _TextSize?, size: CGFloat?, isBold = false, isOneWidth = false, isMonospaced = false
    private init(_ style: _TextSize) { (self.style, isBold) = (style, style == .headline) }
    private init(size: CGFloat, isBold: Bool) { (self.size, self.isBold) = (size, isBold) }
    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font(size: size, isBold: weight != nil)
    }
    public func monospacedDigit() -> Font { var font = self; font.isOneWidth = true; return font }
    public func monospaced() -> Font { var font = self; font.isMonospaced = true; return font }
    var css: [(String, String)] {
        let points: Double = size.map { Double($0) } ?? style?.size ?? 17
        var css = [("font-size", "\(points)px"), ("font-weight", isBold ? "600" : "400")]
        if isOneWidth { css.append(("font-variant-numeric", "tabular-nums")) }
        if isMonospaced { css.append(("font-family", "monospace")) }
        return css
    }
}
public enum HorizontalAlignment: Sendable {
    case leading, center, trailing
    var _css: String {
        switch self {
        case .leading: "flex-start"
        case .center: "center"
        case .trailing: "flex-end"
        }
    }
}
public enum VerticalAlignment: Sendable { case top, center; var _css: String { self == .top ? "flex-start" : "center" } }
public struct Alignment: Sendable {
    public let _css: String
    public static let center = Alignment(_css: "center"), leading = Alignment(_css: "flex-start"),
        trailing = Alignment(_css: "flex-end")
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
public struct _ButtonStyle: PrimitiveButtonStyle { let name: String }
extension PrimitiveButtonStyle where Self == _ButtonStyle {
    public static var borderedProminent: Self { .init(name: "prominent") }
    public static var bordered: Self { .init(name: "bordered") }
    public static var plain: Self { .init(name: "plain") }
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
        _Modified(self, each: { $0.wrapped(css: [("padding", "\(length ?? 16)px")]) })
    }
    nonisolated public func padding(_ length: CGFloat) -> some View { padding(.all, length) }
    nonisolated public func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        _Modified(self, each: { node in
            var css: [(String, String)] = []
            if let width { css.append(("width", "\(width)px")) }
            if let height { css.append(("height", "\(height)px")) }
            return node.wrapped("frame", css: css)
        })
    }
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
        minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View {
        _Modified(self, each: { node in
            var frame = node.wrapped("column", css: [("align-items", alignment._css)])
            if let maxWidth {
                frame.isWide = true
                if maxWidth.isFinite { frame.css.append(("max-width", "\(maxWidth)px")) }
            }
            return frame
        })
    }
    nonisolated public func font(_ font: Font?) -> some View {
        _Modified(self, each: { node in font?.css.reduce(node) { $0.beneath($1) } ?? node })
    }
    nonisolated public func monospacedDigit() -> some View {
        _Modified(self, each: { $0.beneath(("font-variant-numeric", "tabular-nums")) })
    }
    nonisolated public func lineLimit(_ number: Int?) -> some View {
        _Modified(self, each: { $0.beneath(("white-space", "nowrap")) })
    }
    nonisolated public func minimumScaleFactor(_ factor: CGFloat) -> some View {
        _Modified(self, each: { node in
            var fitted = node
            fitted.attributes.append(("data-least", "\(factor)"))
            return fitted
        })
    }
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        _Modified(self, each: { $0.beneath(("color", style._css)) })
    }
    nonisolated public func background<S: ShapeStyle, T: Shape>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View {
        _Modified(self, each: { $0.wrapped(css: [("background", style._css), ("border-radius", "\(shape._radius)px")]) })
    }
    nonisolated public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges: Edge.Set = .all)
        -> some View
    { _Modified(self, each: { $0.wrapped(css: [("background", style._css)]) }) }
    nonisolated public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V)
        -> some View
    {
        let above = content()
        return _Modified(self, each: { node in
            var both = node.wrapped("overlaid")
            both.children += above._draw()
            return both
        })
    }
    nonisolated public func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        let bar = content()
        return _Modified(self, each: { node in
            var both = node.wrapped("inset")
            both.children += [_Node("bottom", isWide: true).around(bar._draw())].filter { !$0.children.isEmpty }
            return both
        })
    }
    nonisolated public func safeAreaBar<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View { safeAreaInset(edge: edge, alignment: alignment, spacing: spacing, content: content) }
    nonisolated public func disabled(_ disabled: Bool) -> some View {
        _Modified(self, each: { disabled ? $0.styled("opacity", "0.4") : $0 })
    }
    nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        _Modified(self, setting: { $0._buttonStyle = (style as? _ButtonStyle)?.name ?? $0._buttonStyle })
    }
    nonisolated public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
        let label = label()
        return _Modified(self, each: { node in
            var tab = node
            tab.tab = label._draw()
            return tab
        })
    }
    nonisolated public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View { _Modified(self) }
    nonisolated public func controlSize(_ size: ControlSize) -> some View {
        _Modified(self, setting: { $0._isLarge = true })
    }
    nonisolated public func textSelection(_ selectability: TextSelectability) -> some View { _Modified(self) }
    nonisolated public func navigationTitle(_ title: Text) -> some View {
        _Modified(self, each: { node in
            var titled = node
            titled.title = title._words
            return titled
        })
    }
    nonisolated public func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode)
        -> some View
    { _Modified(self) }
    nonisolated public func toolbar<C: ToolbarContent>(@ToolbarContentBuilder content: () -> C) -> some View {
        let items = content()
        return _Modified(self, each: { node in
            var barred = node
            barred.barItems = items._draw()
            return barred
        })
    }
    nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> some View { _Modified(self) }
    nonisolated public func sheet<C: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> C
    ) -> some View { _Modified(self) }
    nonisolated public func confirmationDialog<S: StringProtocol, A: View>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View { _Modified(self) }
    nonisolated public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
        _Modified(self)
    }
    nonisolated public func environment<V>(_ path: WritableKeyPath<EnvironmentValues, V>, _ value: V)
        -> some View
    {
        _Modified(self, setting: { $0[keyPath: path] = value }) { nodes in
            let environment = _Drawing.environment
            let size = _TextSize.body.size
            return nodes.map {
                $0.wrapped("surroundings", environment.colorScheme == .dark ? "dark" : "light", css: [("font-size", "\(size)px")])
            }
        }
    }
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
    ) -> some View { _Modified(self) }
    nonisolated public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
        _Modified(self, each: { node in
            var tagged = node
            tagged.tag = AnyHashable(tag)
            return tagged
        })
    }
    nonisolated public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType],
        onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> some View { _Modified(self) }
    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { _Modified(self) }
    nonisolated public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View {
        _Modified(self, each: { node in
            var both = node.wrapped("searched")
            both.children.insert(_Node("search", text: prompt?._words ?? "", isWide: true), at: 0)
            return both
        })
    }
    nonisolated public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        _Modified(self)
    }
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { _Modified(self) }
    nonisolated public func opacity(_ opacity: Double) -> some View {
        _Modified(self, each: { $0.styled("opacity", "\(opacity)") })
    }
    nonisolated public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View {
        _Modified(self)
    }
    nonisolated public func task(
        name: String? = nil, priority: TaskPriority = .userInitiated, file: String = "", line: Int = 0,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        _Modified(self, all: { nodes in
            _Drawing.tasks.append(action)
            return nodes
        })
    }
    nonisolated public func accessibilityLabel(_ label: Text) -> some View { _told(("aria-label", label._words)) }
    nonisolated public func accessibilityValue(_ value: Text) -> some View {
        _told(("aria-description", value._words))
    }
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View {
        _told(("aria-hidden", "\(hidden)"))
    }
    nonisolated func _told(_ attribute: (String, String)) -> some View {
        _Modified(self, each: { node in
            var told = node
            told.attributes.append(attribute)
            return told
        })
    }
    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior) -> some View {
        _Modified(self)
    }
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { _Modified(self) }
    nonisolated public func accessibilityChartDescriptor<R: AXChartDescriptorRepresentable>(
        _ representable: R
    ) -> some View { _Modified(self) }
}
