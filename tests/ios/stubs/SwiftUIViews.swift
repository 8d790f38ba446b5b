// swift-format-ignore-file
// Stands in for SwiftUI: its views. Part of the module SwiftUI. See README.md.

public struct LocalizedStringKey: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
}

extension Text: View, _Leaf {
    public var body: Never { fatalError() }
    public func _draw() -> [_Node] { [_node] }
    var _node: _Node { var node = _Node("text"); node.name = "span"; node.children = pieces; return node }
}
public struct Text: Sendable {
    let pieces: [_Node]
    public var _words: String { pieces.compactMap(\.text).joined() }
    nonisolated init(pieces: [_Node]) { self.pieces = pieces }
    nonisolated public init(verbatim content: String) {
        var piece = _Node(text: content)
        piece.name = "span"
        pieces = [piece]
    }
    nonisolated public func font(_ font: Font?) -> Text {
        Text(pieces: pieces.map { piece in font?.css.reduce(piece) { $0.beneath($1) } ?? piece })
    }
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text {
        Text(pieces: pieces.map { $0.beneath(("color", style._css)) })
    }
    nonisolated public static func + (first: Text, second: Text) -> Text {
        Text(pieces: first.pieces + second.pieces)
    }
}
extension _Node: @unchecked Sendable {}
extension Image: View, _Leaf {
    public var body: Never { fatalError() }
    public func _draw() -> [_Node] {
        guard let (sign, isCircled) = _signs[name] else { return [_Node("sign", "mark")] }
        return [isCircled ? _Node("sign", "circled", text: sign) : _Node("sign", text: sign)]
    }
}
public struct Image: Transferable {
    let name: String
    nonisolated public init(systemName: String) { name = systemName }
    nonisolated public init(uiImage: UIImage) { name = "" }
    nonisolated public init(decorative name: String, bundle: Bundle? = nil) { self.name = "" }
    nonisolated public static var transferRepresentation: _Representation<Image> { _Representation<Image>() }
}
public struct Spacer: _Leaf {
    nonisolated public init(minLength: CGFloat? = nil) {}
    public func _draw() -> [_Node] { [_Node("spacer", isWide: true)] }
}
func _gap(_ spacing: CGFloat?) -> (String, String) { ("gap", "\(spacing ?? 8)px") }
public struct VStack<Content: View>: _Leaf {
    let content: Content
    let layout: VStackLayout
    nonisolated public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { (self.content, layout) = (content(), VStackLayout(alignment: alignment, spacing: spacing)) }
    public func _draw() -> [_Node] { [layout._node.around(content._draw())] }
}
public struct HStack<Content: View>: _Leaf {
    let content: Content
    let layout: HStackLayout
    nonisolated public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { (self.content, layout) = (content(), HStackLayout(alignment: alignment, spacing: spacing)) }
    public func _draw() -> [_Node] { [layout._node.around(content._draw())] }
}
public protocol Layout { var _node: _Node { get } }
extension Layout {
    nonisolated public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
        let node = _node
        return _Modified(content(), all: { [node.around($0)] })
    }
}
public struct VStackLayout: Layout {
    public var _node: _Node
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        _node = _Node("column", css: [("align-items", alignment._css), _gap(spacing)])
    }
}
public struct HStackLayout: Layout {
    public var _node: _Node
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
        _node = _Node("row", css: [("align-items", alignment._css), _gap(spacing)])
    }
}
public struct AnyLayout: Layout {
    public var _node: _Node
    nonisolated public init<L: Layout>(_ layout: L) { _node = layout._node }
}
public protocol TimelineSchedule {}
public struct AnimationTimelineSchedule: TimelineSchedule {}
public struct EveryMinuteTimelineSchedule: TimelineSchedule {}
extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> Self { .init() }
}
public struct TimelineView<Schedule: TimelineSchedule, Content> {
    let content: ((TimelineViewDefaultContext) -> Content)?
    public struct Context { public let date: Date }
}
extension TimelineView: View, _Leaf where Content: View {
    public var body: Never { fatalError() }
    public func _draw() -> [_Node] { content.map { $0(.init(date: Date()))._draw() } ?? [] }
}
extension TimelineView where Content: View {
    nonisolated public init(
        _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) { self.content = content }
}
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context
public struct ScrollView<Content: View>: _Leaf {
    let content: Content
    nonisolated public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) { self.content = content() }
    public func _draw() -> [_Node] { [_Node("scroll", isWide: true).around(content._draw())] }
}
public struct TabView<SelectionValue: Hashable, Content: View>: _Leaf {
    let content: Content
    nonisolated public init(@ViewBuilder content: () -> Content) where SelectionValue == Int { self.content = content() }
    public func _draw() -> [_Node] {
        let tabs = content._draw()
        let labels = tabs.map { _Node("tab").around($0.tab) }
        return [_Node("tabs", isWide: true).around(Array(tabs.prefix(1)) + [_Node("tab-bar", isWide: true).around(labels)])]
    }
}
public struct NavigationStack<Root: View>: _Leaf {
    let root: Root
    nonisolated public init(@ViewBuilder root: () -> Root) { self.root = root() }
    public func _draw() -> [_Node] {
        let content = root._draw()
        let title = content.lazy.compactMap { $0.first(\.title) }.first ?? ""
        let items = content.flatMap { $0.first { $0.barItems.isEmpty ? nil : $0.barItems } ?? [] }
        let bar = _Node("bar", isWide: true).around(
            [_Node("bar-side"), _Node("bar-title", text: title), _Node("bar-side").around(items)])
        return [_Node("screen", isWide: true).around([bar] + content)]
    }
}
public struct NavigationLink<Label: View, Destination: View>: _Leaf {
    let label: Label
    nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
        self.label = label()
    }
    public func _draw() -> [_Node] { [_button(label._draw(), role: nil, isLink: true)] }
}
public struct List<Content: View>: _Leaf {
    let content: Content
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public func _draw() -> [_Node] {
        let parts = content._draw().map { $0.classes.contains("section") ? $0 : _section([], [$0], []) }
        return [_Node("list", isWide: true).around(parts)]
    }
}
func _section(_ header: [_Node], _ rows: [_Node], _ footer: [_Node]) -> _Node {
    let card = _Node("card", isWide: true).around(rows.map { _Node("list-row", isWide: true).around([$0]) })
    return _Node("section", isWide: true).around(
        [_Node("section-head").around(header), card, _Node("section-foot").around(footer)].filter { !$0.children.isEmpty })
}
public struct Section<Parent, Content, Footer> {
    let parent: Parent, content: Content, footer: Footer
}
extension Section: View, _Leaf where Parent: View, Content: View, Footer: View {
    public var body: Never { fatalError() }
    public func _draw() -> [_Node] { [_section(parent._draw(), content._draw(), footer._draw())] }
}
extension Section where Parent: View, Content: View, Footer: View {
    nonisolated public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent,
        @ViewBuilder footer: () -> Footer
    ) { (parent, self.content, self.footer) = (header(), content(), footer()) }
}
extension Section where Parent: View, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        (parent, self.content, footer) = (header(), content(), EmptyView())
    }
}
extension Section where Parent == EmptyView, Content: View, Footer: View {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        (parent, self.content, self.footer) = (EmptyView(), content(), footer())
    }
}
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content) {
        (parent, self.content, footer) = (EmptyView(), content(), EmptyView())
    }
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public let _elements: [Content]
    nonisolated public init(_elements: [Content]) { self._elements = _elements }
}
extension ForEach: View, _Leaf where Content: View {
    public var body: Never { fatalError() }
    public func _draw() -> [_Node] { _elements.flatMap { $0._draw() } }
}
extension ForEach where Content: View {
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) { self.init(_elements: data.map(content)) }
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID { self.init(_elements: data.map(content)) }
}
public struct Label<Title: View, Icon: View>: _Leaf {
    let title: Title, icon: Icon
    nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        (self.title, self.icon) = (title(), icon())
    }
    public func _draw() -> [_Node] { [_Node("label").around(icon._draw() + title._draw())] }
}
extension Label where Title == Text, Icon == Image {
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String) { fatalError() }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, systemImage: String) {
        (self.title, icon) = (Text(verbatim: String(title)), Image(systemName: systemImage))
    }
}
public struct LabeledContent<Label: View, Content: View>: _Leaf {
    let content: Content, label: Label
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.content, self.label) = (content(), label())
    }
    public func _draw() -> [_Node] {
        [_Node("labeled", isWide: true).around([_Node().around(label._draw()), _Node("labeled-content").around(content._draw())])]
    }
}
public struct ButtonRole: Equatable, Sendable {
    public static let cancel = ButtonRole(), destructive = ButtonRole()
}
/// A button in the style that is set around it.
func _button(_ label: [_Node], role: ButtonRole?, isLink: Bool = false) -> _Node {
    let style = _Drawing.environment._buttonStyle
    var node = _Node("button", "button-\(style)").around(label)
    if role == .destructive { node.classes.append("destructive") }
    if _Drawing.environment._isLarge { node.classes.append("large") }
    if isLink { node.classes.append("link") }
    return node
}
public struct Button<Label: View>: _Leaf {
    let label: Label
    let role: ButtonRole?
    nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        (role, self.label) = (nil, label())
    }
    nonisolated public init(
        role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) { (self.role, self.label) = (role, label()) }
    public func _draw() -> [_Node] { [_button(label._draw(), role: role)] }
}
extension Button where Label == Text {
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(
        _ title: S, action: @escaping @MainActor () -> Void
    ) { (role, label) = (nil, Text(verbatim: String(title))) }
}
public struct Toggle<Label: View>: _Leaf {
    let isOn: Binding<Bool>
    let label: Label
    nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        (self.isOn, self.label) = (isOn, label())
    }
    public func _draw() -> [_Node] {
        let knob = _Node("switch", isOn.wrappedValue ? "on" : "off").around([_Node("knob")])
        return [_Node("labeled", isWide: true).around([_Node().around(label._draw()), knob])]
    }
}
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: _Leaf {
    let selection: Binding<SelectionValue>
    let content: Content, label: Label
    nonisolated public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) { (self.selection, self.content, self.label) = (selection, content(), label()) }
    /// The chosen one; in a list with the label before it.
    public func _draw() -> [_Node] {
        let chosen = content._draw().filter { $0.tag == AnyHashable(selection.wrappedValue) }
        let value = _Node("picked").around(chosen + [_Node("text", text: "⌄")])
        return [_Node("picker").around([_Node("picker-label").around(label._draw()), value])]
    }
}
public struct ProgressView<Label: View>: _Leaf {
    let part: Double
    let label: Label
    nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1, @ViewBuilder label: () -> Label) {
        (part, self.label) = (Double((value ?? 0) / total), label())
    }
    public func _draw() -> [_Node] {
        let done = _Node("done", css: [("width", "\(part * 100)%")])
        return [_Node("progress", isWide: true).around(label._draw() + [_Node("track", isWide: true).around([done])])]
    }
}
public struct SharePreview<Picture: Transferable> {
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, image: Picture) {}
}
extension SharePreview where Picture == Never {
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S) {}
}
extension Never: Transferable {
    public static var transferRepresentation: _Representation<Never> { _Representation<Never>() }
}
public struct ShareLink<Item: Transferable, Picture: Transferable, Label: View>: _Leaf {
    nonisolated public init(
        item: Item, subject: Text? = nil, message: Text? = nil, preview: SharePreview<Picture>,
        @ViewBuilder label: () -> Label
    ) { self.label = label() }
    let label: Label
    public func _draw() -> [_Node] { [_button(label._draw(), role: nil)] }
}
public enum RoundedCornerStyle: Sendable { case circular, continuous }
public struct RoundedRectangle: Shape {
    public let _radius: CGFloat
    nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) { _radius = cornerRadius }
}
@MainActor @preconcurrency public protocol Shape: View { nonisolated var _radius: CGFloat { get } }
extension Shape {
    public var body: Never { fatalError() }
    public func _draw() -> [_Node] { [] }
    nonisolated public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
        _Stroke(css: [("border", "\(lineWidth)px solid \(content._css)"), ("border-radius", "\(_radius)px")])
    }
}
struct _Stroke: _Leaf {
    let css: [(String, String)]
    nonisolated init(css: [(String, String)]) { self.css = css }
    func _draw() -> [_Node] { [_Node("stroke", css: css)] }
}
@MainActor @preconcurrency public protocol ToolbarContent { var _items: [any ToolbarContent] { get }; func _draw() -> [_Node] }
extension ToolbarContent {
    public var _items: [any ToolbarContent] { [self] }
    public func _draw() -> [_Node] { [] }
}
public struct _Toolbar: ToolbarContent {
    public let _items: [any ToolbarContent]
    nonisolated init(_ items: [any ToolbarContent]) { _items = items }
    public func _draw() -> [_Node] { _items.flatMap { $0._draw() } }
}
public struct ToolbarItem<Content: View>: ToolbarContent {
    let content: Content
    nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content)
    { self.content = content() }
    public func _draw() -> [_Node] { content._draw() }
}
public struct ToolbarItemPlacement: Sendable {
    public static let automatic = Self()
    public static let confirmationAction = Self()
    public static let topBarLeading = Self()
    public static let topBarTrailing = Self()
}
@resultBuilder public struct ToolbarContentBuilder {
    public static func buildBlock<C: ToolbarContent>(_ content: C) -> C { content }
    public static func buildBlock<A: ToolbarContent, B: ToolbarContent>(_ first: A, _ second: B)
        -> some ToolbarContent
    { _Toolbar([first, second]) }
    public static func buildBlock<A: ToolbarContent, B: ToolbarContent, C: ToolbarContent>(
        _ first: A, _ second: B, _ third: C
    ) -> some ToolbarContent { _Toolbar([first, second, third]) }
    public static func buildBlock<A: ToolbarContent, B: ToolbarContent, C: ToolbarContent, D: ToolbarContent>(
        _ first: A, _ second: B, _ third: C, _ fourth: D
    ) -> some ToolbarContent { _Toolbar([first, second, third, fourth]) }
    public static func buildBlock<
        A: ToolbarContent, B: ToolbarContent, C: ToolbarContent, D: ToolbarContent, E: ToolbarContent
    >(_ first: A, _ second: B, _ third: C, _ fourth: D, _ fifth: E) -> some ToolbarContent { _Toolbar([first, second, third, fourth, fifth]) }
}
