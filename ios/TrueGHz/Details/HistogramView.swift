import Charts
import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// How the windows of a core are spread, as core has counted them.
struct HistogramView: View {
    let histogram: WindowHistogram

    @Environment(\.language) private var language
    @ScaledMetric(relativeTo: .body) private var height = 160.0

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            PhraseText(.detailsHistogram)
                .font(.subheadline)
            chart
                .frame(height: height)
                .accessibilityLabel(Text(verbatim: language(.detailsHistogram)))
            if let left = histogram.left {
                PhraseText(left)
                    .font(.footnote)
                    .foregroundStyle(.secondary)
            }
        }
    }

    private var chart: some View {
        Chart {
            ForEach(histogram.bins, id: \.lowPpm) { bin in
                bar(bin, from: 0, count: bin.kept)
                    .foregroundStyle(by: .value(windows, language(.detailsHistogramKept)))
                bar(bin, from: bin.kept, count: bin.dropped)
                    .foregroundStyle(by: .value(windows, language(.detailsHistogramDropped)))
            }
        }
        .chartForegroundStyleScale([
            language(.detailsHistogramKept): Color.accentColor,
            language(.detailsHistogramDropped): Color.secondary,
        ])
        .chartXScale(domain: histogram.axis.low...histogram.axis.high)
        .chartXAxis {
            AxisMarks(values: histogram.axis.ticks.map(\.at)) { value in
                AxisGridLine()
                AxisValueLabel {
                    Text(verbatim: language.digits(Number(histogram.axis.ticks[value.index].label)))
                }
            }
        }
        .chartXAxisLabel { PhraseText(.detailsHistogramAxis) }
    }

    /// One fate on top of the other.
    private func bar(_ bin: HistogramBin, from floor: UInt64, count: UInt64) -> some ChartContent {
        let excess = Text(verbatim: language(.detailsHistogramAxis))
        return RectangleMark(
            xStart: .value(excess, bin.lowPpm), xEnd: .value(excess, bin.highPpm),
            yStart: .value(windows, Double(floor)), yEnd: .value(windows, Double(floor + count)))
    }

    private var windows: Text { Text(verbatim: language(.detailsWindows)) }
}
