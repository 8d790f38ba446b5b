// swift-format-ignore-file

// Stands in for what Foundation has on Apple's systems only, so that the code for them is compiled on Linux too.
// The shapes are Apple's, as documented; nothing here is ever linked.

@_exported import Foundation

extension ProcessInfo {
    public enum ThermalState: Int, Sendable {
        case nominal, fair, serious, critical
    }

    public var thermalState: ThermalState { .nominal }
    public var isLowPowerModeEnabled: Bool { false }
    public static let thermalStateDidChangeNotification = NSNotification.Name("thermal")
}

extension NSNotification.Name {
    public static let NSProcessInfoPowerStateDidChange = NSNotification.Name("power")
}
