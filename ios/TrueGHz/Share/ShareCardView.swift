import SwiftUI
import TrueGHzModels

/// A reading as a picture: what the screen shows, without what can be pressed, and the app's mark.
struct ShareCardView: View {
    let card: ShareCard

    var body: some View {
        VStack(alignment: .leading, spacing: 16) {
            if let line = card.machineLine {
                PhraseText(line)
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
            }
            NumberView(hero: card.hero, isSettling: false)
            NoteList(notes: card.urgentWarnings)
            CurveView(plot: card.plot)
            NoteList(notes: card.notes)
            CardFooter(footer: card.footer)
        }
        .padding(20)
        .background(Color(uiColor: .systemBackground))
    }
}
