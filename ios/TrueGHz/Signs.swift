import SwiftUI
import TrueGHzKit

// Signs and colours. Whatever a colour says, a sign or a word beside it says too.

extension Verdict {
    /// The small sign beside the verdict's word.
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

extension Color {
    /// For what wants attention: amber, dark enough to be read.
    static let attention = Color("Attention")
}
