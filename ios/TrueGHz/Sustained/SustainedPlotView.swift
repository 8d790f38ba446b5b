import Charts
import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// The clock under a load over time, and below it how hot the device was. Nothing is computed here.
struct SustainedPlotView: View {
    let plot: LoadPlot

    @Environment(\.language) private var language
    @ScaledMetric(relativeTo: .body) private var height = 220.0
    @ScaledMetric(relativeTo: .body) private var heatHeight = 12.0

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            clock(axes)
                .frame(height: height)
                .accessibilityLabel(Text(verbatim: plot.title))
                .accessibilityValue(Text(verbatim: plot.spoken))
                .accessibilityChartDescriptor(heard)
            if !plot.heat.isEmpty { heat }
        }
    }

    private var curve: SustainedCurve { plot.curve }

    private var axes: ClockAxes {
        ClockAxes(
            time: curve.time, frequency: curve.frequency, unit: curve.frequencyUnit,
            timeTitle: .text(plot.time), language: language)
    }

    private func clock(_ axes: ClockAxes) -> some View {
        Chart {
            ForEach(curve.missing, id: \.fromMs) { missing in
                RectangleMark(
                    xStart: .value(axes.timeLabel, missing.fromMs),
                    xEnd: .value(axes.timeLabel, missing.toMs),
                    yStart: .value(axes.frequencyLabel, curve.frequency.low),
                    yEnd: .value(axes.frequencyLabel, curve.frequency.high)
                )
                .foregroundStyle(Color.secondary.opacity(0.2))
            }
            ForEach(curve.points, id: \.atMs) { point in
                LineMark(
                    x: .value(axes.timeLabel, point.atMs), y: .value(axes.frequencyLabel, point.hz),
                    series: .value(axes.timeLabel, "\(point.segment)")
                )
                .foregroundStyle(Color.accentColor)
            }
            if let throttledMs = curve.throttledMs { mark(at: throttledMs, axes) }
        }
        .clockAxes(axes)
    }

    /// Where the clock fell.
    private func mark(at ms: Double, _ axes: ClockAxes) -> some ChartContent {
        RuleMark(x: .value(axes.timeLabel, ms))
            .lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 4]))
            .foregroundStyle(Color.attention)
            .annotation(position: .top, alignment: .trailing) {
                Text(verbatim: plot.mark)
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
    }

    /// How hot it was, under the same axis.
    private var heat: some View {
        VStack(alignment: .leading, spacing: 4) {
            Chart {
                ForEach(plot.heat, id: \.fromMs) { stretch in
                    RectangleMark(
                        xStart: .value(time, stretch.fromMs), xEnd: .value(time, stretch.toMs),
                        yStart: .value(time, 0.0), yEnd: .value(time, 1.0)
                    )
                    .foregroundStyle(stretch.thermal.color)
                }
            }
            .chartXScale(domain: curve.time.low...curve.time.high)
            .chartYScale(domain: 0.0...1.0)
            .chartXAxis { AxisMarks(values: [Double]()) { _ in AxisGridLine() } }
            .chartYAxis { AxisMarks(values: [Double]()) { _ in AxisGridLine() } }
            .frame(height: heatHeight)
            states
                .font(.caption)
                .foregroundStyle(.secondary)
        }
        .accessibilityHidden(true)
    }

    /// The states in the order in which they came, each with its colour: in the strip a short one has no room for its word.
    private var states: Text {
        var known: Set<String> = []
        return plot.heat.filter { known.insert($0.text).inserted }
            .reduce(Text(verbatim: language(.thermalLabel))) { line, stretch in
                line + Text(verbatim: "  \u{25A0}\u{a0}").foregroundStyle(stretch.thermal.color)
                    + Text(verbatim: stretch.text)
            }
    }

    private var time: Text { Text(verbatim: plot.time) }

    /// One series, in pieces where time is missing.
    private var heard: ClockDescriptor {
        ClockDescriptor(
            axes: axes, summary: plot.spoken,
            series: [
                .init(
                    name: plot.title, points: curve.points.map { ($0.atMs, $0.hz) },
                    isContinuous: curve.missing.isEmpty)
            ])
    }
}
