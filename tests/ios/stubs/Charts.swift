// swift-format-ignore-file
// Stands in for Swift Charts. See README.md.

import SwiftUI

public protocol Plottable {}
extension Double: Plottable {}
extension String: Plottable {}
extension Plottable {
    var _number: Double { self as? Double ?? 0 }
    var _words: String { self as? String ?? "" }
}

public struct PlottableValue<Value: Plottable> {
    let value: Value
    public static func value(_ label: Text, _ value: Value) -> PlottableValue<Value> { .init(value: value) }
}

@MainActor @preconcurrency public protocol ChartContent { func _marks() -> [_Mark] }
public struct _Content: ChartContent {
    let parts: [any ChartContent]
    let change: (_Mark) -> _Mark
    nonisolated init(_ parts: [any ChartContent], _ change: @escaping (_Mark) -> _Mark = { $0 }) {
        (self.parts, self.change) = (parts, change)
    }
    public func _marks() -> [_Mark] { parts.flatMap { $0._marks() }.map(change) }
}
extension ForEach: ChartContent where Content: ChartContent {
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @ChartContentBuilder content: @escaping (Data.Element) -> Content
    ) { self.init(_elements: data.map(content)) }
    public func _marks() -> [_Mark] { _elements.flatMap { $0._marks() } }
}
extension Optional: ChartContent where Wrapped: ChartContent {
    public func _marks() -> [_Mark] { map { $0._marks() } ?? [] }
}

@resultBuilder public struct ChartContentBuilder {
    public static func buildExpression<C: ChartContent>(_ content: C) -> C { content }
    public static func buildPartialBlock<C: ChartContent>(first: C) -> C { first }
    public static func buildPartialBlock<A: ChartContent, C: ChartContent>(accumulated: A, next: C)
        -> _Content
    { _Content([accumulated, next]) }
    public static func buildIf<C: ChartContent>(_ content: C?) -> C? { content }
}

public struct LineMark: ChartContent {
    let mark: _Mark
    nonisolated public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
    ) { mark = _Mark(kind: .point(x: x.value._number, y: y.value._number, series: series.value._words)) }
    public func _marks() -> [_Mark] { [mark] }
}

public struct RuleMark: ChartContent {
    let mark: _Mark
    nonisolated public init<X: Plottable>(x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil) {
        mark = _Mark(kind: .rule(x: x.value._number, y: nil))
    }
    nonisolated public init<Y: Plottable>(xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>) {
        mark = _Mark(kind: .rule(x: nil, y: y.value._number))
    }
    public func _marks() -> [_Mark] { [mark] }
}

public struct RectangleMark: ChartContent {
    let mark: _Mark
    nonisolated public init<Y: Plottable>(
        xStart: CGFloat? = nil, xEnd: CGFloat? = nil, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) { mark = _Mark(kind: .rectangle(x: nil, y: (yStart.value._number, yEnd.value._number))) }
    nonisolated public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) {
        mark = _Mark(
            kind: .rectangle(
                x: (xStart.value._number, xEnd.value._number), y: (yStart.value._number, yEnd.value._number)))
    }
    public func _marks() -> [_Mark] { [mark] }
}

public struct AnnotationPosition: Sendable { public static let automatic = Self(), top = Self() }
public protocol ScaleDomain { var _ends: (Double, Double) { get } }
extension ClosedRange: ScaleDomain where Bound: Plottable {
    public var _ends: (Double, Double) { (lowerBound._number, upperBound._number) }
}
public struct ScaleType: Sendable {}

extension ChartContent {
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some ChartContent {
        _Content([self]) { $0.with(\.color, style._css) }
    }
    nonisolated public func foregroundStyle<V: Plottable>(by value: PlottableValue<V>) -> some ChartContent {
        _Content([self]) { $0.with(\.series, value.value._words) }
    }
    nonisolated public func lineStyle(_ style: StrokeStyle) -> some ChartContent {
        _Content([self]) { $0.with(\.line, style) }
    }
    nonisolated public func annotation<C: View>(
        position: AnnotationPosition = .top, alignment: Alignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> C
    ) -> some ChartContent {
        let words = content()
        return _Content([self]) { mark in
            mark.with(\.annotation, words._draw()).with(\.isTrailing, alignment._css == Alignment.trailing._css)
        }
    }
}

public struct Chart<Content: ChartContent>: _Leaf {
    let content: Content
    nonisolated public init(@ChartContentBuilder content: () -> Content) { self.content = content() }
    public func _draw() -> [_Node] {
        var node = _Node("chart", isWide: true)
        node.chart = _Plot(marks: content._marks())
        return [node]
    }
}

@MainActor @preconcurrency public protocol AxisContent { func _ticks() -> [(at: Double, label: [_Node])] }
@MainActor @preconcurrency public protocol AxisMark { func _label() -> [_Node] }
extension AxisMark { public func _label() -> [_Node] { [] } }
public struct AxisValue { public let index: Int }
public struct AxisGridLine: AxisMark {
    nonisolated public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {}
}
public struct AxisValueLabelCollisionResolution: Sendable { public static let automatic = Self() }
public struct AxisValueLabelOrientation: Sendable { public static let automatic = Self() }
public struct AxisValueLabel<Content: View>: AxisMark {
    nonisolated public init(
        centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
        verticalSpacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { self.content = content() }
    let content: Content
    public func _label() -> [_Node] { content._draw() }
}

@resultBuilder public struct AxisMarkBuilder {
    public static func buildPartialBlock<M: AxisMark>(first: M) -> M { first }
    public static func buildPartialBlock<A: AxisMark, M: AxisMark>(accumulated: A, next: M) -> _AxisMarks {
        _AxisMarks(parts: [accumulated, next])
    }
}
public struct _AxisMarks: AxisMark {
    let parts: [any AxisMark]
    nonisolated init(parts: [any AxisMark]) { self.parts = parts }
    public func _label() -> [_Node] { parts.flatMap { $0._label() } }
}

@resultBuilder public struct AxisContentBuilder {
    public static func buildBlock<C: AxisContent>(_ content: C) -> C { content }
}

public struct AxisMarkPreset: Sendable { public static let automatic = Self() }
public struct AxisMarkPosition: Sendable { public static let automatic = Self() }
public struct AxisMarks<Content: AxisMark>: AxisContent {
    nonisolated public init<V: Plottable>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [V],
        @AxisMarkBuilder content: @escaping (AxisValue) -> Content
    ) { (self.values, self.content) = (values.map(\._number), content) }
    let values: [Double]
    let content: (AxisValue) -> Content
    public func _ticks() -> [(at: Double, label: [_Node])] {
        values.enumerated().map { ($1, content(AxisValue(index: $0))._label()) }
    }
}

extension View {
    /// Changes the plot in this view.
    nonisolated func _plot(_ change: @escaping (inout _Plot) -> Void) -> some View {
        _Modified(self, each: { node in
            var changed = node
            if changed.chart != nil { change(&changed.chart!) }
            return changed
        })
    }
    nonisolated public func chartXScale<D: ScaleDomain>(domain: D, type: ScaleType? = nil) -> some View {
        _plot { $0.x = domain._ends }
    }
    nonisolated public func chartYScale<D: ScaleDomain>(domain: D, type: ScaleType? = nil) -> some View {
        _plot { $0.y = domain._ends }
    }
    nonisolated public func chartXAxis<C: AxisContent>(@AxisContentBuilder content: () -> C) -> some View {
        let axis = content()
        return _plot { $0.xTicks = axis._ticks() }
    }
    nonisolated public func chartYAxis<C: AxisContent>(@AxisContentBuilder content: () -> C) -> some View {
        let axis = content()
        return _plot { $0.yTicks = axis._ticks() }
    }
    nonisolated public func chartXAxisLabel<C: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> C
    ) -> some View {
        let label = content()
        return _plot { $0.xTitle = label._draw() }
    }
    nonisolated public func chartYAxisLabel<C: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> C
    ) -> some View {
        let label = content()
        return _plot { $0.yTitle = label._draw() }
    }
    nonisolated public func chartLegend(_ visibility: Visibility) -> some View { _plot { $0.colors = [] } }
    nonisolated public func chartForegroundStyleScale<V: Plottable & Hashable, S: ShapeStyle>(
        _ mapping: KeyValuePairs<V, S>
    ) -> some View { _plot { $0.colors = mapping.map { ($0.key._words, $0.value._css) } } }
}
