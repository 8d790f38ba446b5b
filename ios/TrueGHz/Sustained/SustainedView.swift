import Accessibility
import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// The screen "Sustained load": the cores to load and the duration, then the clock over time and
/// the result.
struct SustainedView: View {
    @Bindable var model: SustainedModel

    @Environment(\.language) private var language

    var body: some View {
        let screen = model.screen
        ScrollView {
            Sides {
                VStack(alignment: .leading, spacing: 20) {
                    if screen.progress == nil {
                        SustainedChoices(model: model)
                    } else {
                        SustainedNowView(screen: screen)
                    }
                    SustainedPlotView(plot: screen.plot)
                }
                VStack(alignment: .leading, spacing: 10) {
                    ForEach(screen.rows) { FactRow(fact: $0) }
                    NoteList(notes: screen.notes)
                    ForEach(model.documents) { ShareDocumentLink(document: $0) }
                }
            }
            .padding()
        }
        .bottomBar {
            SessionBar(
                progress: screen.progress, isEnding: model.state.isEnding,
                isFirst: model.state.phase == .idle, start: model.start, stop: model.stop)
        }
        .navigationTitle(Text(verbatim: language(.sustainedTitle)))
        .navigationBarTitleDisplayMode(.inline)
        .onChange(of: model.announcement) { _, phrase in
            guard let phrase else { return }
            AccessibilityNotification.Announcement(language(phrase)).post()
        }
        // Another screen measures something else.
        .onDisappear { model.stop() }
    }
}

/// Choices of duration and load.
private struct SustainedChoices: View {
    @Bindable var model: SustainedModel

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            PhraseText(.sustainedSentence)
                .font(.subheadline)
            Ends {
                PhraseText(.sustainedLength)
            } last: {
                Picker(selection: $model.length) {
                    ForEach(SustainedModel.Length.allCases) { PhraseText($0.phrase) }
                } label: {
                    PhraseText(.sustainedLength)
                }
            }
            Ends {
                PhraseText(.sustainedLoad)
            } last: {
                Picker(selection: $model.load) {
                    ForEach(SustainedLoad.choices, id: \.self) { PhraseText($0.word) }
                } label: {
                    PhraseText(.sustainedLoad)
                }
            }
            PhraseText(.sustainedKeepOpen)
                .font(.footnote)
                .foregroundStyle(.secondary)
        }
    }
}

/// The current clock. It has no interval and no verdict, so it is not a reading.
private struct SustainedNowView: View {
    let screen: SustainedScreen

    @Environment(\.language) private var language
    @ScaledMetric(relativeTo: .largeTitle) private var size = 48.0

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            if let core = screen.core {
                PhraseText(core)
                    .font(.subheadline)
            }
            PhraseText(.sustainedNow)
                .font(.subheadline)
                .foregroundStyle(.secondary)
            Text(verbatim: screen.now.map { language(.number(Number($0))) } ?? language(.numberNone))
                .font(Font.system(size: size, weight: .semibold).monospacedDigit())
                .lineLimit(1)
                .minimumScaleFactor(0.4)
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(verbatim: language.sentence(screen.nowSpoken)))
        .accessibilityAddTraits(.updatesFrequently)
    }
}
