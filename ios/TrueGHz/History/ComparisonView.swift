import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// Two measurements, core by core, and what their difference comes to.
struct ComparisonView: View {
    let comparison: ComparisonModel

    @Environment(\.language) private var language

    var body: some View {
        List {
            Section {
                ForEach(comparison.sides) { FactRow(fact: $0) }
            } footer: {
                VStack(alignment: .leading, spacing: 4) {
                    ForEach(comparison.notes, id: \.self) { PhraseText($0) }
                }
            }
            ForEach(comparison.cores) { CoreComparisonView(core: $0) }
        }
        .navigationTitle(Text(verbatim: language(.compareTitle)))
        .navigationBarTitleDisplayMode(.inline)
    }
}

/// A core that both have: its readings, and their difference.
private struct CoreComparisonView: View {
    let core: CoreComparison

    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        Section {
            layout {
                ComparedReadingView(reading: core.earlier)
                ComparedReadingView(reading: core.later)
            }
            if let difference = core.difference {
                FactRow(
                    label: .word(.compareDifference), value: difference.size, comment: difference.relative)
                FactRow(label: .word(.detailsInterval), value: difference.interval)
            }
            PhraseText(core.significance)
                .font(.headline)
        } header: {
            PhraseText(core.title)
        }
    }

    /// Side by side, but with the largest type.
    private var layout: AnyLayout {
        typeSize.isAccessibilitySize
            ? AnyLayout(VStackLayout(alignment: .leading, spacing: 12))
            : AnyLayout(HStackLayout(alignment: .top, spacing: 12))
    }
}

/// The core's reading in one of the two reports.
private struct ComparedReadingView: View {
    let reading: ComparedReading

    @Environment(\.language) private var language

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            PhraseText(reading.label)
                .font(.subheadline)
                .foregroundStyle(.secondary)
            if let number = reading.number {
                PhraseText(number)
                    .font(.title2.monospacedDigit())
            }
            ReadingLine(line: reading.line, verdict: reading.verdict)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(verbatim: language.sentence(reading.spoken)))
    }
}
