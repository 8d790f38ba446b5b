import SwiftUI
import TrueGHzModels

/// A fact in a list: what it is called, and beside it what it is. With the largest type below it, where neither is cut.
struct FactRow: View {
    let fact: Fact

    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        content
            .accessibilityElement(children: .combine)
    }

    @ViewBuilder private var content: some View {
        if typeSize.isAccessibilitySize {
            VStack(alignment: .leading, spacing: 2) {
                PhraseText(fact.label)
                    .foregroundStyle(.secondary)
                value(.leading)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        } else {
            LabeledContent {
                value(.trailing)
            } label: {
                PhraseText(fact.label)
            }
        }
    }

    private func value(_ alignment: HorizontalAlignment) -> some View {
        VStack(alignment: alignment) {
            PhraseText(fact.value)
                .monospacedDigit()
            if let comment = fact.comment {
                PhraseText(comment)
                    .font(.footnote)
            }
        }
    }
}
