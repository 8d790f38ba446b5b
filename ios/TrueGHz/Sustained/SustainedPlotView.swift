import Charts
import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// The clock under a load over time, and below it how hot the device was. Nothing is computed here.
struct SustainedPlotView: View {
    let plot: SustainedPlot

    @Environment(\.language) private var language
    @ScaledMetric(relativeTo: .body) private var height = 220.0
    @ScaledMetric(relativeTo: .body) private var heatHeight = 12.0

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            if let curve = plot.curve {
                clock(curve, axes(of: curve))
                    .frame(height: height)
                    .accessibilityLabel(Text(verbatim: language(.curveTitle)))
                    .accessibilityValue(Text(verbatim: language.sentence(plot.spoken)))
                    .accessibilityChartDescriptor(heard(curve))
                if !plot.heat.isEmpty { heat(curve) }
            }
            PhraseText(plot.finding)
                .font(.subheadline)
                .foregroundStyle(.secondary)
                .accessibilityHidden(plot.curve != nil)
        }
    }

    private func axes(of curve: SustainedCurve) -> ClockAxes {
        ClockAxes(
            time: curve.time, frequency: curve.frequency, unit: curve.frequencyUnit, timeTitle: plot.time,
            language: language)
    }

    private func clock(_ curve: SustainedCurve, _ axes: ClockAxes) -> some View {
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
                    series: .value(axes.timeLabel, "\(point.piece)")
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
                if let mark = plot.mark {
                    PhraseText(mark)
                        .font(.caption)
                        .foregroundStyle(.secondary)
                }
            }
    }

    /// How hot it was, under the same axis; the words stand below it, each with its colour's sign.
    private func heat(_ curve: SustainedCurve) -> some View {
        VStack(alignment: .leading, spacing: 4) {
            Chart {
                ForEach(plot.heat, id: \.id) { stretch in
                    RectangleMark(
                        xStart: .value(time, stretch.id), xEnd: .value(time, stretch.toMs),
                        yStart: .value(time, 0.0), yEnd: .value(time, 1.0)
                    )
                    .foregroundStyle(stretch.thermal.color)
                    .annotation(position: .top, alignment: .leading) {
                        PhraseText(stretch.phrase)
                            .font(.caption)
                            .foregroundStyle(.secondary)
                    }
                }
            }
            .chartXScale(domain: curve.time.low...curve.time.high)
            .chartYScale(domain: 0.0...1.0)
            .chartXAxis { AxisMarks(values: [Double]()) { _ in AxisGridLine() } }
            .chartYAxis { AxisMarks(values: [Double]()) { _ in AxisGridLine() } }
            .frame(height: heatHeight)
            PhraseText(.thermalLabel)
                .font(.caption)
                .foregroundStyle(.secondary)
        }
        .accessibilityHidden(true)
    }

    private var time: Text { Text(verbatim: language(plot.time)) }

    /// One series, in pieces where time is missing.
    private func heard(_ curve: SustainedCurve) -> ClockDescriptor {
        ClockDescriptor(
            axes: axes(of: curve), summary: language.sentence(plot.spoken),
            series: [
                .init(
                    name: language(.curveTitle), points: curve.points.map { ($0.atMs, $0.hz) },
                    isContinuous: curve.missing.isEmpty)
            ])
    }
}
