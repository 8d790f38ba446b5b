// swift-format-ignore-file
// Stands in for SwiftUI: what an app and its views are made of. See README.md.

import Accessibility
@_exported import CoreTransferable
@_exported import Foundation
@_exported import Observation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency func _draw() -> [_Node]
}
extension View { public func _draw() -> [_Node] { body._draw() } }
extension Never: View { public var body: Never { fatalError() } }
public protocol _Leaf: View where Body == Never {}
extension _Leaf {
    public var body: Never { fatalError() }
    public func _draw() -> [_Node] { [] }
}
public struct EmptyView: _Leaf { nonisolated public init() {} }
public struct _Tuple: _Leaf {
    let parts: [any View]
    nonisolated init(_ parts: [any View]) { self.parts = parts }
    public func _draw() -> [_Node] { parts.flatMap { $0._draw() } }
}
public struct _Either<First: View, Second: View>: _Leaf {
    let chosen: any View
    nonisolated init(_ chosen: any View) { self.chosen = chosen }
    public func _draw() -> [_Node] { chosen._draw() }
}
extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
    public func _draw() -> [_Node] { map { $0._draw() } ?? [] }
}
extension Optional: _Leaf where Wrapped: View {}

@resultBuilder public struct ViewBuilder {
    public static func buildExpression<C: View>(_ content: C) -> C { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildPartialBlock<C: View>(first: C) -> C { first }
    public static func buildPartialBlock<A: View, C: View>(accumulated: A, next: C) -> _Tuple { _Tuple([accumulated, next]) }
    public static func buildIf<C: View>(_ content: C?) -> C? { content }
    public static func buildEither<A: View, B: View>(first: A) -> _Either<A, B> { _Either(first) }
    public static func buildEither<A: View, B: View>(second: B) -> _Either<A, B> { _Either(second) }
}

@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: Scene {}
@resultBuilder public struct SceneBuilder {
    public static func buildBlock<C: Scene>(_ content: C) -> C { content }
}
struct _AnyScene: Scene { nonisolated init() {}; var body: Never { fatalError() } }

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}
extension App { @MainActor public static func main() { _ = Self.init().body } }

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}
extension Scene {
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
    ) -> some Scene { _AnyScene() }
}

/// A value that outlives the view in which it is written.
final class _Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}
@propertyWrapper public struct State<Value> {
    private let box: _Box<Value>
    public init(wrappedValue: Value) { box = _Box(wrappedValue) }
    public init() where Value: ExpressibleByNilLiteral { box = _Box(nil) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
    public var projectedValue: Binding<Value> { Binding(get: { box.value }, set: { box.value = $0 }) }
}
@propertyWrapper public struct SceneStorage<Value> {
    private let box: _Box<Value>
    public init(wrappedValue: Value, _ key: String) where Value == Bool { box = _Box(wrappedValue) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
}
@propertyWrapper public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void
    init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { (self.get, self.set) = (get, set) }
    public init(wrappedValue: Value) { self.init(get: { wrappedValue }, set: { _ in }) }
    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
}
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
    public init(wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }
    public var wrappedValue: Value
    public var projectedValue: Bindable<Value> { self }
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let value = wrappedValue
        return Binding(get: { value[keyPath: keyPath] }, set: { value[keyPath: keyPath] = $0 })
    }
}
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint> {
    private let usual: Value
    private let style: Font.TextStyle
    public init(wrappedValue: Value, relativeTo style: Font.TextStyle) { (usual, self.style) = (wrappedValue, style) }
    public var wrappedValue: Value { usual * Value(_TextSize(style).scale) }
}
@propertyWrapper public struct Environment<Value> {
    private let path: KeyPath<EnvironmentValues, Value>
    public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
    public var wrappedValue: Value { _Drawing.environment[keyPath: path] }
}
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
    public var colorScheme = ColorScheme.light
    public var colorSchemeContrast: ColorSchemeContrast { .standard }
    public var accessibilityReduceMotion: Bool { true }
    public var accessibilityVoiceOverEnabled: Bool { false }
    public var scenePhase: ScenePhase { .active }
    public var dismiss: DismissAction { DismissAction() }
    public var displayScale: CGFloat = 1
    public var dynamicTypeSize = DynamicTypeSize.large
    public var horizontalSizeClass: UserInterfaceSizeClass? = .compact
    public var verticalSizeClass: UserInterfaceSizeClass? = .regular
    var _buttonStyle = "automatic"
    var _isLarge = false
}
public struct SensoryFeedback: Equatable, Sendable { public static let success = SensoryFeedback() }
public enum ColorScheme: Sendable { case light, dark }
public enum ColorSchemeContrast: Sendable { case standard, increased }
public enum ScenePhase: Sendable { case background, inactive, active }
public enum UserInterfaceSizeClass: Sendable { case compact, regular }
public enum DynamicTypeSize: Sendable { case large, accessibility5; public var isAccessibilitySize: Bool { self == .accessibility5 } }
public enum Visibility: Sendable { case automatic, visible, hidden }
@MainActor @preconcurrency public struct DismissAction {
    nonisolated init() {}
    public func callAsFunction() {}
}

// Foundation's on Apple's systems alone.
extension URL {
    public func startAccessingSecurityScopedResource() -> Bool { false }
    public func stopAccessingSecurityScopedResource() {}
}
public class UIImage {}
@MainActor public class UIApplication {
    public static let shared = UIApplication()
    public var isIdleTimerDisabled = false
}
@MainActor public class UIDevice {
    public enum BatteryState: Int, Sendable { case unknown, unplugged, charging, full }
    public static let current = UIDevice()
    public var isBatteryMonitoringEnabled = false
    public var batteryState: BatteryState { .unknown }
}
public class UIColor { nonisolated(unsafe) public static let systemBackground = UIColor() }

@MainActor public final class ImageRenderer<Content: View> {
    public init(content: Content) {}
    public var scale: CGFloat {
        get { 1 }
        set {}
    }
    public var uiImage: UIImage? { nil }
}

public protocol AXChartDescriptorRepresentable {
    func makeChartDescriptor() -> AXChartDescriptor
    func updateChartDescriptor(_ descriptor: AXChartDescriptor)
}
