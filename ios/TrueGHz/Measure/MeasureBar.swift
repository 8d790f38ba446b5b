import SwiftUI
import TrueGHzModels

/// At the thumb: Start, then Stop with how far it is, then Measure again beside Share and Details.
struct MeasureBar: View {
    let model: MeasureModel
    let progress: MeasureScreen.Progress?
    /// Whether something else is measured, which this would disturb.
    let isBusyElsewhere: Bool

    @Environment(\.language) private var language
    @Environment(\.dynamicTypeSize) private var typeSize
    @State private var isSharing = false

    var body: some View {
        VStack(spacing: 12) {
            if let progress {
                MeasureProgress(progress: progress)
                MainButton(word: .doStop, role: .cancel, action: model.stop)
                    .disabled(model.state.isEnding)
            } else {
                if let details = model.details { results(details) }
                MainButton(word: model.state.phase == .idle ? .doStart : .doAgain, action: model.start)
                    .disabled(isBusyElsewhere)
            }
        }
        .frame(maxWidth: 600)
        .padding()
        .frame(maxWidth: .infinity)
        .background(.bar)
        .sheet(isPresented: $isSharing) {
            if let share = model.share { ShareView(share: share) }
        }
    }

    /// With the largest type no line has room for both.
    private var besideOrBelow: AnyLayout {
        typeSize.isAccessibilitySize
            ? AnyLayout(VStackLayout(spacing: 12)) : AnyLayout(HStackLayout(spacing: 12))
    }

    private func results(_ details: DetailsModel) -> some View {
        besideOrBelow {
            NavigationLink {
                DetailsView(details: details)
            } label: {
                Label(language(.doDetails), systemImage: "list.bullet.rectangle")
                    .frame(maxWidth: .infinity)
            }
            Button {
                isSharing = true
            } label: {
                Label(language(.doShare), systemImage: "square.and.arrow.up")
                    .frame(maxWidth: .infinity)
            }
        }
        .buttonStyle(.bordered)
        .controlSize(.large)
    }
}

/// What it does now, and how far it is.
private struct MeasureProgress: View {
    let progress: MeasureScreen.Progress

    var body: some View {
        ProgressView(value: progress.part) {
            HStack {
                PhraseText(progress.text)
                Spacer()
                if let core = progress.core { PhraseText(core) }
            }
            .font(.subheadline)
        }
    }
}
