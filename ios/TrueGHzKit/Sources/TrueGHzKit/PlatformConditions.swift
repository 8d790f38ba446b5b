import Foundation

/// A platform's source of conditions.
protocol ConditionsSource: Sendable {
    /// Returns the current conditions.
    func read() -> Conditions
    /// Calls `changed` at each change, until what it returns is let go of.
    func observe(_ changed: @escaping @Sendable () -> Void) -> any Sendable
}

/// Reports a platform's state of heat and power: at once, and whenever it changes.
///
/// It does not report whether the app is in front: an extension or a command line has no such state.
public final class PlatformConditions: Sendable {
    private let observation: any Sendable

    /// Reports the conditions of this device, until it is let go of.
    ///
    /// - Parameter report: Called from any thread. The core queries systems other than Apple's itself.
    public convenience init(report: @escaping @Sendable (Conditions) -> Void) {
        self.init(ThisProcess(), report: report)
    }

    init(_ source: some ConditionsSource, report: @escaping @Sendable (Conditions) -> Void) {
        // Apple's systems post no change of the thermal state to a process that has not read it before.
        report(source.read())
        observation = source.observe { report(source.read()) }
        // A change between the two is reported twice rather than never.
        report(source.read())
    }
}

#if canImport(Darwin)
/// The conditions that Apple's systems report for this device.
struct ThisProcess: ConditionsSource {
    func read() -> Conditions {
        Conditions(
            thermal: ThermalStatus(ProcessInfo.processInfo.thermalState),
            thermalHeadroom: nil,
            powerSaving: ProcessInfo.processInfo.isLowPowerModeEnabled,
            inBackground: nil
        )
    }

    func observe(_ changed: @escaping @Sendable () -> Void) -> any Sendable {
        Observations(
            of: [ProcessInfo.thermalStateDidChangeNotification, .NSProcessInfoPowerStateDidChange], changed)
    }
}

/// Observations of notices; they end when this is let go of.
private final class Observations: @unchecked Sendable {
    // Written once, here, and read once, by `deinit`: that is why the type may say that it is `Sendable`.
    private let tokens: [any NSObjectProtocol]

    init(of names: [NSNotification.Name], _ changed: @escaping @Sendable () -> Void) {
        tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in changed() }
        }
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}

extension ThermalStatus {
    /// Apple's four steps among Android's seven; absent for a step that is newer than this library.
    init?(_ state: ProcessInfo.ThermalState) {
        switch state {
        case .nominal: self = .nominal
        case .fair: self = .light
        case .serious: self = .severe
        case .critical: self = .critical
        @unknown default: return nil
        }
    }
}
#else
/// A system that the core asks itself.
struct ThisProcess: ConditionsSource {
    func read() -> Conditions { .nothing }
    func observe(_ changed: @escaping @Sendable () -> Void) -> any Sendable { 0 }
}
#endif
