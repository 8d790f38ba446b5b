import SwiftUI
import TrueGHzModels

/// A fact in a list: its name, and its value next to it. With the largest type the value is below,
/// so that neither is cut.
struct FactRow: View {
    let label: Phrase
    let value: Phrase
    var comment: Phrase?

    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        content
            .accessibilityElement(children: .combine)
    }

    @ViewBuilder private var content: some View {
        if typeSize.isAccessibilitySize {
            VStack(alignment: .leading, spacing: 2) {
                PhraseText(label)
                    .foregroundStyle(.secondary)
                told(.leading)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        } else {
            LabeledContent {
                told(.trailing)
            } label: {
                PhraseText(label)
            }
        }
    }

    private func told(_ alignment: HorizontalAlignment) -> some View {
        VStack(alignment: alignment) {
            PhraseText(value)
                .monospacedDigit()
            if let comment {
                PhraseText(comment)
                    .font(.footnote)
            }
        }
    }
}

extension FactRow {
    init(fact: Fact) {
        self.init(label: fact.label, value: fact.value, comment: fact.comment)
    }
}
