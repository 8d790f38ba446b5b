import SwiftUI
import TrueGHzKit
import TrueGHzModels

// Signs and colours. Each colour is accompanied by a sign or a word with the same meaning.

extension Verdict {
    /// The small sign next to the verdict's word.
    var sign: String {
        switch self {
        case .steady: "checkmark.circle"
        case .varying: "waveform.path.ecg"
        case .unconfirmed: "questionmark.circle"
        case .refused: "nosign"
        }
    }

    /// The sign's colour.
    var color: Color {
        switch self {
        case .steady: .accentColor
        case .varying, .unconfirmed: .attention
        case .refused: .red
        }
    }
}

extension ThermalStatus {
    /// The colour of the strip; the word stands at it.
    var color: Color {
        switch self {
        case .nominal: .secondary
        case .light: .accentColor
        case .moderate: .attention.opacity(0.6)
        case .severe: .attention
        case .critical, .emergency, .shutdown: .red
        }
    }
}

extension PowerSource {
    /// Returns the battery's state while it is monitored; `nil` if the system does not state it. No permission is needed.
    @MainActor static var now: PowerSource? {
        switch UIDevice.current.batteryState {
        case .unplugged: .battery
        case .charging: .charging
        case .full: .full
        default: nil
        }
    }
}

extension Color {
    /// For what wants attention: amber, dark enough to be read.
    static let attention = Color("Attention")
}
