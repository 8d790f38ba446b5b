import Accessibility
import SwiftUI
import TrueGHzModels

/// The screen "All cores" on a phone: the table, and one button. On an iPad the table is next to
/// the number.
struct AllCoresView: View {
    @Bindable var model: AllCoresModel

    @Environment(\.language) private var language

    var body: some View {
        let screen = model.screen
        ScrollView {
            VStack(alignment: .leading, spacing: 20) {
                if let hero = screen.hero {
                    NumberView(hero: hero, isSettling: screen.progress != nil)
                    NoteList(notes: screen.urgentWarnings)
                }
                AllCoresTable(model: model)
            }
            .padding()
        }
        .bottomBar {
            AllCoresBar(model: model, isOverlay: true)
        }
        .navigationTitle(Text(verbatim: language(.allTitle)))
        .navigationBarTitleDisplayMode(.inline)
        // Another screen measures something else.
        .onDisappear { model.stop() }
    }
}

/// Start, or Stop with how far it is; and whether it goes on and on.
struct AllCoresBar: View {
    @Bindable var model: AllCoresModel
    /// Whether it lies over what scrolls below it.
    let isOverlay: Bool

    @Environment(\.language) private var language

    var body: some View {
        let screen = model.screen
        ThumbBar(isOverlay: isOverlay) {
            Toggle(isOn: $model.isWatching) {
                VStack(alignment: .leading, spacing: 2) {
                    PhraseText(.allWatch)
                    PhraseText(.allWatchSentence)
                        .font(.footnote)
                        .foregroundStyle(.secondary)
                }
            }
            if let progress = screen.progress {
                ProgressView(value: screen.part) {
                    Ends {
                        PhraseText(progress)
                    } last: {
                        if let round = screen.round { PhraseText(round) }
                    }
                    .font(.subheadline)
                }
                MainButton(word: .doStop, role: .cancel, action: model.stop)
                    .disabled(model.state.isEnding)
            } else {
                if let details = model.details, let share = model.share {
                    ResultButtons(details: details, share: share)
                }
                MainButton(word: model.state.phase == .idle ? .doStart : .doAgain, action: model.start)
            }
        }
        .onChange(of: model.announcement) { _, phrase in
            guard let phrase else { return }
            AccessibilityNotification.Announcement(language(phrase)).post()
        }
    }
}
