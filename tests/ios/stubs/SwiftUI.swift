// swift-format-ignore-file
// Stands in for SwiftUI: what an app and its views are made of. See README.md.

import Accessibility
@_exported import CoreTransferable
@_exported import Foundation
@_exported import Observation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
public protocol _Leaf: View where Body == Never {}
extension _Leaf { public var body: Never { fatalError() } }
public struct _Modified: _Leaf { nonisolated public init() {} }
public struct EmptyView: _Leaf { nonisolated public init() {} }
public struct _Tuple: _Leaf { nonisolated public init() {} }
public struct _Either<First: View, Second: View>: _Leaf { nonisolated public init() {} }
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }
extension Optional: _Leaf where Wrapped: View {}

@resultBuilder public struct ViewBuilder {
    public static func buildExpression<C: View>(_ content: C) -> C { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildPartialBlock<C: View>(first: C) -> C { first }
    public static func buildPartialBlock<A: View, C: View>(accumulated: A, next: C) -> _Tuple { _Tuple() }
    public static func buildIf<C: View>(_ content: C?) -> C? { content }
    public static func buildEither<A: View, B: View>(first: A) -> _Either<A, B> { _Either() }
    public static func buildEither<A: View, B: View>(second: B) -> _Either<A, B> { _Either() }
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

@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) {}
    public init() where Value: ExpressibleByNilLiteral {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { fatalError() }
}
@propertyWrapper public struct SceneStorage<Value> {
    public init(wrappedValue: Value, _ key: String) where Value == Bool {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
}
@propertyWrapper public struct Binding<Value> {
    public init(wrappedValue: Value) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
}
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
    public init(wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }
    public var wrappedValue: Value
    public var projectedValue: Bindable<Value> { self }
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        fatalError()
    }
}
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint> {
    public init(wrappedValue: Value, relativeTo: Font.TextStyle) {}
    public var wrappedValue: Value { fatalError() }
}
@propertyWrapper public struct Environment<Value> {
    public init(_ path: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { fatalError() }
}
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}
public struct EnvironmentValues {
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { K.defaultValue }
        set {}
    }
    public var colorScheme: ColorScheme {
        get { .light }
        set {}
    }
    public var colorSchemeContrast: ColorSchemeContrast { .standard }
    public var accessibilityReduceMotion: Bool { false }
    public var accessibilityVoiceOverEnabled: Bool { false }
    public var scenePhase: ScenePhase { .active }
    public var dismiss: DismissAction { DismissAction() }
    public var displayScale: CGFloat {
        get { 1 }
        set {}
    }
    public var dynamicTypeSize: DynamicTypeSize {
        get { .large }
        set {}
    }
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { nil }
        set {}
    }
    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { nil }
        set {}
    }
}
public struct SensoryFeedback: Equatable, Sendable { public static let success = SensoryFeedback() }
public enum ColorScheme: Sendable { case light, dark }
public enum ColorSchemeContrast: Sendable { case standard, increased }
public enum ScenePhase: Sendable { case background, inactive, active }
public enum UserInterfaceSizeClass: Sendable { case compact, regular }
public enum DynamicTypeSize: Sendable { case large, accessibility5; public var isAccessibilitySize: Bool { false } }
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
