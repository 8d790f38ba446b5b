import SwiftUI
import TrueGHzModels

/// Notes on the reading, each with advice. Empty if there are none.
struct NoteList: View {
    let notes: [Note]

    var body: some View {
        ForEach(notes) { note in
            Label {
                VStack(alignment: .leading, spacing: 2) {
                    PhraseText(note.text)
                    if let advice = note.advice {
                        PhraseText(advice)
                            .foregroundStyle(.secondary)
                    }
                }
            } icon: {
                Image(systemName: "exclamationmark.triangle")
                    .foregroundStyle(Color.attention)
            }
            .font(.subheadline)
            .accessibilityElement(children: .combine)
        }
    }
}
