import SwiftUI
import TrueGHzModels

/// At the thumb: Start, then Stop with how far it is.
struct SessionBar: View {
    let progress: SessionProgress?
    /// Whether the session was asked to end.
    let isEnding: Bool
    /// Whether nothing was measured before.
    let isFirst: Bool
    let start: @MainActor () -> Void
    let stop: @MainActor () -> Void

    var body: some View {
        ThumbBar {
            if let progress {
                ProgressView(value: progress.part) {
                    PhraseText(progress.text)
                        .font(.subheadline.monospacedDigit())
                }
                MainButton(word: .doStop, role: .cancel, action: stop)
                    .disabled(isEnding)
            } else {
                MainButton(word: isFirst ? .doStart : .doAgain, action: start)
            }
        }
    }
}
