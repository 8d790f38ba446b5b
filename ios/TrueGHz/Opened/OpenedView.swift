import Accessibility
import SwiftUI
import TrueGHzModels

/// A file of raw data from another app: its reading as one that was measured, and a line that says that it was not.
struct OpenedView: View {
    let model: OpenedModel

    @Environment(\.language) private var language
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            ScrollView {
                VStack(alignment: .leading, spacing: 20) { content }
                    .frame(maxWidth: 700, alignment: .leading)
                    .padding()
            }
            .navigationTitle(Text(verbatim: language(.openedTitle)))
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .confirmationAction) {
                    Button(language(.doClose)) { dismiss() }
                }
            }
        }
        .onChange(of: model.announcement) { _, phrase in
            guard let phrase else { return }
            AccessibilityNotification.Announcement(language(phrase)).post()
        }
    }

    @ViewBuilder private var content: some View {
        if let screen = model.screen {
            // First: no number here is one of this device and moment.
            NoteList(notes: screen.notes)
            if let line = screen.machineLine {
                PhraseText(line)
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
            }
            NumberView(hero: screen.hero, isSettling: false)
            NoteList(notes: screen.urgentWarnings)
            CurveView(plot: screen.plot)
            ForEach(screen.cards) { card in
                CoreCardView(card: card) { model.choose(card.id) }
            }
            if let details = model.details, let share = model.share {
                ResultButtons(details: details, share: share)
            }
        } else if let failure = model.failure {
            NoteList(notes: [failure])
        } else {
            PhraseText(.openedReading)
                .foregroundStyle(.secondary)
        }
    }
}
