import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// A kept report in the list: its number, the time when it was kept, and its warnings.
struct HistoryRowView: View {
    let row: HistoryRow
    /// Whether it is selected; `nil` if the list has no selection.
    let isChosen: Bool?

    var body: some View {
        HStack(spacing: 12) {
            if let isChosen {
                Image(systemName: isChosen ? "checkmark.circle.fill" : "circle")
                    .font(.title2)
                    .foregroundStyle(isChosen ? Color.accentColor : Color.secondary)
            }
            VStack(alignment: .leading, spacing: 4) {
                if let number = row.number {
                    PhraseText(number)
                        .font(.title2.monospacedDigit())
                }
                ReadingLine(line: row.line, verdict: row.verdict)
                if let reach = row.reach { quiet(reach) }
                quiet(row.time)
                if let warning = row.warning { quiet(warning) }
            }
            .foregroundStyle(Color.primary)
        }
        .frame(maxWidth: .infinity, minHeight: 44, alignment: .leading)
    }

    private func quiet(_ phrase: Phrase) -> some View {
        PhraseText(phrase)
            .font(.subheadline)
            .foregroundStyle(.secondary)
    }
}

/// The uncertainty with the verdict and its sign, or why there is no number.
struct ReadingLine: View {
    let line: Phrase
    let verdict: Verdict?

    var body: some View {
        HStack(spacing: 6) {
            if let verdict {
                Image(systemName: verdict.sign)
                    .foregroundStyle(verdict.color)
                    .accessibilityHidden(true)
            }
            PhraseText(line)
        }
        .font(.subheadline.monospacedDigit())
    }
}
