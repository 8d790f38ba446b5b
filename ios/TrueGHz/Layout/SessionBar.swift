import SwiftUI
import TrueGHzModels

/// At the thumb: Start, then Stop with how far it is.
struct SessionBar: View {
    /// The part of the session that is over, 0 to 1; absent if none is under way.
    let part: Double?
    /// The completed part, in words, unless the screen has it elsewhere.
    var progress: Phrase?
    let button: Phrase
    let isEnabled: Bool
    let action: @MainActor () -> Void

    var body: some View {
        ThumbBar {
            if let part {
                ProgressView(value: part) {
                    if let progress {
                        PhraseText(progress)
                            .font(.subheadline.monospacedDigit())
                    }
                }
            }
            MainButton(text: button, role: part == nil ? nil : .cancel, action: action)
                .disabled(!isEnabled)
        }
    }
}
