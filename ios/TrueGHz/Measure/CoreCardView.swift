import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// A kind of core: its number, its claimed clock, its tight loop. Pressing shows it large.
struct CoreCardView: View {
    let card: CoreCard
    let choose: @MainActor () -> Void

    @Environment(\.language) private var language

    var body: some View {
        Button(action: choose) {
            VStack(alignment: .leading, spacing: 6) {
                PhraseText(card.title)
                    .font(.headline)
                if let display = card.display {
                    Text(verbatim: language(.number(Number(display.number))))
                        .font(.title2.monospacedDigit())
                } else if let atLeast = card.atLeast {
                    PhraseText(atLeast)
                        .font(.title2.monospacedDigit())
                }
                if let text = card.line { line(text) }
                if let claim = card.claim { quiet(claim) }
                if let tightLoop = card.tightLoop { quiet(tightLoop) }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            .padding()
            .background(.quaternary.opacity(0.5), in: RoundedRectangle(cornerRadius: 12))
            .overlay {
                if card.isShown {
                    RoundedRectangle(cornerRadius: 12).stroke(Color.accentColor, lineWidth: 1.5)
                }
            }
        }
        .buttonStyle(.plain)
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(card.isShown ? .isSelected : [])
    }

    private func line(_ text: Phrase) -> some View {
        HStack(spacing: 6) {
            if let verdict = card.verdict {
                Image(systemName: verdict.sign)
                    .foregroundStyle(verdict.color)
                    .accessibilityHidden(true)
            }
            PhraseText(text)
        }
        .font(.subheadline.monospacedDigit())
    }

    private func quiet(_ phrase: Phrase) -> some View {
        PhraseText(phrase)
            .font(.subheadline)
            .foregroundStyle(.secondary)
    }
}
