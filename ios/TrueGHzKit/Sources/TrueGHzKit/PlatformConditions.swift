#if canImport(Darwin)
import Foundation

/// Tells what Apple's systems say of heat and Low Power Mode: at once, and whenever it changes.
///
/// It does not tell whether the app is in front: an extension or a command line has no such state.
final class PlatformConditions: @unchecked Sendable {
    // Written once, here, and read once, by `deinit`: that is why the type may say that it is `Sendable`.
    private let observations: [any NSObjectProtocol]

    init(tell: @escaping @Sendable (Conditions) -> Void) {
        let names = [ProcessInfo.thermalStateDidChangeNotification, .NSProcessInfoPowerStateDidChange]
        observations = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                tell(.ofThisProcess)
            }
        }
        // After the subscription: a change between the two is told twice rather than never.
        tell(.ofThisProcess)
    }

    deinit {
        for observation in observations { NotificationCenter.default.removeObserver(observation) }
    }
}

extension Conditions {
    /// As the system states them now.
    static var ofThisProcess: Conditions {
        Conditions(
            thermal: ThermalStatus(ProcessInfo.processInfo.thermalState),
            thermalHeadroom: nil,
            powerSaving: ProcessInfo.processInfo.isLowPowerModeEnabled,
            inBackground: nil
        )
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
#endif
