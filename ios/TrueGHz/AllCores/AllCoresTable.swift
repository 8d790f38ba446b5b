import Charts
import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// The table: kinds of core, a row with a bar for each core, and the cores that were not reached.
struct AllCoresTable: View {
    let model: AllCoresModel

    var body: some View {
        let screen = model.screen
        VStack(alignment: .leading, spacing: 16) {
            if model.state.phase == .idle { quiet(.allSentence) }
            ForEach(screen.groups) { group in
                VStack(alignment: .leading, spacing: 6) {
                    PhraseText(group.title)
                        .font(.headline)
                    ForEach(group.rows) { row in
                        Button {
                            model.choose(row.id)
                        } label: {
                            AllCoresRowView(row: row, seconds: screen.stripSeconds)
                        }
                        .buttonStyle(.plain)
                    }
                }
            }
            if !screen.groups.isEmpty && model.state.phase != .idle { quiet(.allScale) }
            if !screen.unreached.isEmpty {
                PhraseText(.allNotReached)
                    .font(.headline)
                ForEach(screen.unreached) { core in
                    VStack(alignment: .leading, spacing: 2) {
                        PhraseText(core.title)
                        PhraseText(core.reason)
                        if let advice = core.advice {
                            PhraseText(advice)
                                .foregroundStyle(.secondary)
                        }
                    }
                    .font(.subheadline)
                    .accessibilityElement(children: .combine)
                }
            }
            NoteList(notes: screen.notes)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }

    private func quiet(_ word: Word) -> some View {
        PhraseText(word)
            .font(.footnote)
            .foregroundStyle(.secondary)
    }
}

/// A core: its bar, its number, and its last minute.
private struct AllCoresRowView: View {
    let row: AllCoresScreen.Row
    /// The time that strips show.
    let seconds: ClosedRange<Double>

    @Environment(\.language) private var language
    @ScaledMetric(relativeTo: .body) private var barHeight = 14.0
    @ScaledMetric(relativeTo: .body) private var stripHeight = 28.0

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Ends {
                if let name = row.name { PhraseText(name) }
            } last: {
                number
            }
            .font(.subheadline.monospacedDigit())
            bar
                .frame(height: barHeight)
            if let strip = row.strip {
                chart(strip)
                    .frame(height: stripHeight)
            }
        }
        .padding(4)
        .overlay {
            if row.isShown {
                RoundedRectangle(cornerRadius: 8).stroke(Color.accentColor, lineWidth: 1.5)
            }
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(verbatim: language.sentence(row.spoken)))
        .accessibilityAddTraits(row.isCurrent ? .updatesFrequently : [])
        .accessibilityAddTraits(row.isShown ? .isSelected : [])
    }

    private var number: some View {
        HStack(spacing: 8) {
            if let display = row.display {
                Text(verbatim: language(.number(Number(display.number))))
            } else if let otherwise = row.otherwise {
                PhraseText(otherwise)
                    .foregroundStyle(.secondary)
            }
            if let verdict = row.verdict {
                Image(systemName: verdict.sign)
                    .foregroundStyle(verdict.color)
            }
        }
    }

    private var clock: Text { Text(verbatim: language(.curveTitle)) }
    private var time: Text { Text(verbatim: language(.allStrip)) }

    /// A bar from zero to the clock, on the scale of all cores; a line marks the claimed clock.
    private var bar: some View {
        Chart {
            if let bar = row.bar {
                RectangleMark(
                    xStart: .value(clock, 0.0), xEnd: .value(clock, bar.part), yStart: .value(clock, 0.0),
                    yEnd: .value(clock, 1.0)
                )
                .foregroundStyle(row.isCurrent ? Color.secondary : Color.accentColor)
                if let claim = bar.claimPart {
                    RuleMark(x: .value(clock, claim))
                        .lineStyle(StrokeStyle(lineWidth: 2, dash: [2, 2]))
                        .foregroundStyle(Color.primary)
                }
            }
        }
        .chartXScale(domain: 0.0...1.0)
        .chartYScale(domain: 0.0...1.0)
        .chartXAxis { nothing }
        .chartYAxis { nothing }
    }

    private func chart(_ strip: AllCoresScreen.Strip) -> some View {
        Chart {
            ForEach(strip.points, id: \.id) { point in
                LineMark(
                    x: .value(time, point.id), y: .value(clock, point.hz),
                    series: .value(clock, language(.allStrip))
                )
                .foregroundStyle(Color.accentColor)
            }
        }
        .chartXScale(domain: seconds)
        .chartYScale(domain: strip.range)
        .chartXAxis { nothing }
        .chartYAxis { nothing }
    }

    private var nothing: some AxisContent {
        AxisMarks(values: [Double]()) { _ in AxisGridLine() }
    }
}
