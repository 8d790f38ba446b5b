import SwiftUI
import TrueGHzModels

/// At the thumb: Start, then Stop with how far it is, then Measure again beside Share and Details.
struct MeasureBar: View {
    let model: MeasureModel
    let progress: MeasureScreen.Progress?
    /// Whether something else is measured, which this would disturb.
    let isBusyElsewhere: Bool

    var body: some View {
        ThumbBar {
            if let progress {
                MeasureProgress(progress: progress)
                MainButton(word: .doStop, role: .cancel, action: model.stop)
                    .disabled(model.state.isEnding)
            } else {
                if let details = model.details, let share = model.share {
                    ResultButtons(details: details, share: share)
                }
                MainButton(word: model.state.phase == .idle ? .doStart : .doAgain, action: model.start)
                    .disabled(isBusyElsewhere)
            }
        }
    }
}

/// The current step and its progress.
private struct MeasureProgress: View {
    let progress: MeasureScreen.Progress

    var body: some View {
        ProgressView(value: progress.part) {
            Ends {
                PhraseText(progress.text)
            } last: {
                if let core = progress.core { PhraseText(core) }
            }
            .font(.subheadline)
        }
    }
}
