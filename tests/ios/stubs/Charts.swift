// swift-format-ignore-file
// Stands in for Swift Charts. See README.md.

import SwiftUI

public protocol Plottable {}
extension Double: Plottable {}
extension String: Plottable {}

public struct PlottableValue<Value: Plottable> {
    public static func value(_ label: Text, _ value: Value) -> PlottableValue<Value> { .init() }
}

@MainActor @preconcurrency public protocol ChartContent {}
public struct _Content: ChartContent { nonisolated public init() {} }
extension ForEach: ChartContent where Content: ChartContent {
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @ChartContentBuilder content: @escaping (Data.Element) -> Content
    ) { self.init(_unchecked: ()) }
}
extension Optional: ChartContent where Wrapped: ChartContent {}

@resultBuilder public struct ChartContentBuilder {
    public static func buildExpression<C: ChartContent>(_ content: C) -> C { content }
    public static func buildPartialBlock<C: ChartContent>(first: C) -> C { first }
    public static func buildPartialBlock<A: ChartContent, C: ChartContent>(accumulated: A, next: C)
        -> _Content
    { _Content() }
    public static func buildIf<C: ChartContent>(_ content: C?) -> C? { content }
}

public struct LineMark: ChartContent {
    nonisolated public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
    ) {}
}

public struct RuleMark: ChartContent {
    nonisolated public init<X: Plottable>(x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil) {}
    nonisolated public init<Y: Plottable>(xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>) {}
}

public struct RectangleMark: ChartContent {
    nonisolated public init<Y: Plottable>(
        xStart: CGFloat? = nil, xEnd: CGFloat? = nil, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) {}
    nonisolated public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) {}
}

public struct AnnotationPosition: Sendable { public static let automatic = Self(), top = Self() }
public protocol ScaleDomain {}
extension ClosedRange: ScaleDomain where Bound: Plottable {}
public struct ScaleType: Sendable {}

extension ChartContent {
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some ChartContent { _Content() }
    nonisolated public func foregroundStyle<V: Plottable>(by value: PlottableValue<V>) -> some ChartContent {
        _Content()
    }
    nonisolated public func lineStyle(_ style: StrokeStyle) -> some ChartContent { _Content() }
    nonisolated public func annotation<C: View>(
        position: AnnotationPosition = .top, alignment: Alignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> C
    ) -> some ChartContent { _Content() }
}

public struct Chart<Content: ChartContent>: _Leaf {
    nonisolated public init(@ChartContentBuilder content: () -> Content) {}
}

@MainActor @preconcurrency public protocol AxisContent {}
public protocol AxisMark {}
public struct AxisValue { public var index: Int { 0 } }
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
    ) {}
}

@resultBuilder public struct AxisMarkBuilder {
    public static func buildPartialBlock<M: AxisMark>(first: M) -> M { first }
    public static func buildPartialBlock<A: AxisMark, M: AxisMark>(accumulated: A, next: M) -> AxisGridLine {
        AxisGridLine()
    }
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
    ) {}
}

extension View {
    nonisolated public func chartXScale<D: ScaleDomain>(domain: D, type: ScaleType? = nil) -> some View {
        _Modified()
    }
    nonisolated public func chartYScale<D: ScaleDomain>(domain: D, type: ScaleType? = nil) -> some View {
        _Modified()
    }
    nonisolated public func chartXAxis<C: AxisContent>(@AxisContentBuilder content: () -> C) -> some View {
        _Modified()
    }
    nonisolated public func chartYAxis<C: AxisContent>(@AxisContentBuilder content: () -> C) -> some View {
        _Modified()
    }
    nonisolated public func chartXAxisLabel<C: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> C
    ) -> some View { _Modified() }
    nonisolated public func chartYAxisLabel<C: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> C
    ) -> some View { _Modified() }
    nonisolated public func chartLegend(_ visibility: Visibility) -> some View { _Modified() }
    nonisolated public func chartForegroundStyleScale<V: Plottable & Hashable, S: ShapeStyle>(
        _ mapping: KeyValuePairs<V, S>
    ) -> some View { _Modified() }
}
