// swift-format-ignore-file
// Stands in for SwiftUI: its views. Part of the module SwiftUI. See README.md.

public struct LocalizedStringKey: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
}

extension Text: View, _Leaf { public var body: Never { fatalError() } }
public struct Text: Sendable {
    nonisolated public init(verbatim content: String) {}
    nonisolated public func font(_ font: Font?) -> Text { self }
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { self }
    nonisolated public static func + (first: Text, second: Text) -> Text { first }
}
extension Image: View, _Leaf { public var body: Never { fatalError() } }
public struct Image: Transferable {
    nonisolated public init(systemName: String) {}
    nonisolated public init(uiImage: UIImage) {}
    nonisolated public init(decorative name: String, bundle: Bundle? = nil) {}
    nonisolated public static var transferRepresentation: _Representation<Image> { _Representation<Image>() }
}
public struct Spacer: _Leaf { nonisolated public init(minLength: CGFloat? = nil) {} }
public struct VStack<Content: View>: _Leaf {
    nonisolated public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {}
}
public struct HStack<Content: View>: _Leaf {
    nonisolated public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {}
}
public protocol Layout {}
extension Layout {
    nonisolated public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
        _Modified()
    }
}
public struct VStackLayout: Layout {
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {}
}
public struct HStackLayout: Layout {
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {}
}
public struct AnyLayout: Layout {
    nonisolated public init<L: Layout>(_ layout: L) {}
}
public protocol TimelineSchedule {}
public struct AnimationTimelineSchedule: TimelineSchedule {}
public struct EveryMinuteTimelineSchedule: TimelineSchedule {}
extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> Self { .init() }
}
public struct TimelineView<Schedule: TimelineSchedule, Content> {
    nonisolated public init(_unchecked: Void) {}
    public struct Context { public let date: Date }
}
extension TimelineView: View, _Leaf where Content: View { public var body: Never { fatalError() } }
extension TimelineView where Content: View {
    nonisolated public init(
        _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) {}
}
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context
public struct ScrollView<Content: View>: _Leaf {
    nonisolated public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {}
}
public struct TabView<SelectionValue: Hashable, Content: View>: _Leaf {
    nonisolated public init(@ViewBuilder content: () -> Content) where SelectionValue == Int {}
}
public struct NavigationStack<Root: View>: _Leaf { nonisolated public init(@ViewBuilder root: () -> Root) {} }
public struct NavigationLink<Label: View, Destination: View>: _Leaf {
    nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {}
}
public struct List<Content: View>: _Leaf { nonisolated public init(@ViewBuilder content: () -> Content) {} }
public struct Section<Parent, Content, Footer> {}
extension Section: View, _Leaf where Parent: View, Content: View, Footer: View {
    public var body: Never { fatalError() }
}
extension Section where Parent: View, Content: View, Footer: View {
    nonisolated public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent,
        @ViewBuilder footer: () -> Footer
    ) {}
}
extension Section where Parent: View, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {}
}
extension Section where Parent == EmptyView, Content: View, Footer: View {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {}
}
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    nonisolated public init(_unchecked: Void) {}
}
extension ForEach: View, _Leaf where Content: View { public var body: Never { fatalError() } }
extension ForEach where Content: View {
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {}
}
public struct Label<Title: View, Icon: View>: _Leaf {
    nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}
extension Label where Title == Text, Icon == Image {
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String) {}
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, systemImage: String) {}
}
public struct LabeledContent<Label: View, Content: View>: _Leaf {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}
public struct ButtonRole: Equatable, Sendable {
    public static let cancel = ButtonRole(), destructive = ButtonRole()
}
public struct Button<Label: View>: _Leaf {
    nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
    nonisolated public init(
        role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) {}
}
extension Button where Label == Text {
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(
        _ title: S, action: @escaping @MainActor () -> Void
    ) {}
}
public struct Toggle<Label: View>: _Leaf {
    nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
}
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: _Leaf {
    nonisolated public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {}
}
public struct ProgressView<Label: View>: _Leaf {
    nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1, @ViewBuilder label: () -> Label)
    {}
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
    ) {}
}
public enum RoundedCornerStyle: Sendable { case circular, continuous }
public struct RoundedRectangle: Shape {
    nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}
}
@MainActor @preconcurrency public protocol Shape: View {}
extension Shape {
    public var body: Never { fatalError() }
    nonisolated public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
        _Modified()
    }
}
@MainActor @preconcurrency public protocol ToolbarContent {}
public struct ToolbarItem<Content: View>: ToolbarContent {
    nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content)
    {}
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
    { first }
    public static func buildBlock<A: ToolbarContent, B: ToolbarContent, C: ToolbarContent>(
        _ first: A, _ second: B, _ third: C
    ) -> some ToolbarContent { first }
    public static func buildBlock<A: ToolbarContent, B: ToolbarContent, C: ToolbarContent, D: ToolbarContent>(
        _ first: A, _ second: B, _ third: C, _ fourth: D
    ) -> some ToolbarContent { first }
    public static func buildBlock<
        A: ToolbarContent, B: ToolbarContent, C: ToolbarContent, D: ToolbarContent, E: ToolbarContent
    >(_ first: A, _ second: B, _ third: C, _ fourth: D, _ fifth: E) -> some ToolbarContent { first }
}
