import SwiftUI
import TrueGHzModels

/// A fact in a list: what it is called, and beside it what it is. With the largest type below it, where neither is cut.
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
