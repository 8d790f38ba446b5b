import Accessibility
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
                clock(curve)
                    .frame(height: height)
                    .accessibilityLabel(Text(verbatim: language(.curveTitle)))
                    .accessibilityValue(Text(verbatim: language.sentence(plot.spoken)))
                    .accessibilityChartDescriptor(
                        SustainedDescriptor(curve: curve, plot: plot, language: language))
                if !plot.heat.isEmpty { heat(curve) }
            }
            PhraseText(plot.finding)
                .font(.subheadline)
                .foregroundStyle(.secondary)
                .accessibilityHidden(plot.curve != nil)
        }
    }

    private func clock(_ curve: SustainedCurve) -> some View {
        Chart {
            ForEach(curve.missing, id: \.fromMs) { missing in
                RectangleMark(
                    xStart: .value(time, missing.fromMs), xEnd: .value(time, missing.toMs),
                    yStart: .value(unit(of: curve), curve.frequency.low),
                    yEnd: .value(unit(of: curve), curve.frequency.high)
                )
                .foregroundStyle(Color.secondary.opacity(0.2))
            }
            ForEach(curve.points, id: \.atMs) { point in
                LineMark(
                    x: .value(time, point.atMs), y: .value(unit(of: curve), point.hz),
                    series: .value(time, "\(point.piece)")
                )
                .foregroundStyle(Color.accentColor)
            }
            if let throttledMs = curve.throttledMs { mark(at: throttledMs) }
        }
        .chartXScale(domain: curve.time.low...curve.time.high)
        .chartYScale(domain: curve.frequency.low...curve.frequency.high)
        .chartXAxis { marks(curve.time.ticks) }
        .chartYAxis { marks(curve.frequency.ticks) }
        .chartXAxisLabel { PhraseText(plot.time) }
        .chartYAxisLabel { Text(verbatim: curve.frequencyUnit.unitFrequency.symbol) }
        .chartLegend(.hidden)
    }

    /// Where the clock fell.
    private func mark(at ms: Double) -> some ChartContent {
        RuleMark(x: .value(time, ms))
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

    private func unit(of curve: SustainedCurve) -> Text {
        Text(verbatim: curve.frequencyUnit.unitFrequency.symbol)
    }

    private func marks(_ ticks: [PlotTick]) -> some AxisContent {
        AxisMarks(values: ticks.map(\.at)) { value in
            AxisGridLine()
            AxisValueLabel {
                Text(verbatim: language.digits(Number(ticks[value.index].label)))
            }
        }
    }
}

/// The same for those who hear it: a series for each piece of the line.
private struct SustainedDescriptor: AXChartDescriptorRepresentable {
    let curve: SustainedCurve
    let plot: SustainedPlot
    let language: Language

    func makeChartDescriptor() -> AXChartDescriptor {
        let points = curve.points.map { AXDataPoint(x: $0.atMs, y: $0.hz) }
        return AXChartDescriptor(
            title: language(.curveTitle),
            summary: language.sentence(plot.spoken),
            xAxis: axis(language(plot.time), curve.time),
            yAxis: axis(curve.frequencyUnit.unitFrequency.symbol, curve.frequency),
            additionalAxes: [],
            series: [
                AXDataSeriesDescriptor(
                    name: language(.curveTitle), isContinuous: curve.missing.isEmpty, dataPoints: points)
            ])
    }

    /// The same descriptor for a load that goes on.
    func updateChartDescriptor(_ descriptor: AXChartDescriptor) {
        let now = makeChartDescriptor()
        descriptor.title = now.title
        descriptor.summary = now.summary
        descriptor.xAxis = now.xAxis
        descriptor.yAxis = now.yAxis
        descriptor.series = now.series
    }

    /// What is read out at a point is the nearest tick's label: core rounded that, and nobody else may.
    private func axis(_ title: String, _ axis: PlotAxis) -> AXNumericDataAxisDescriptor {
        AXNumericDataAxisDescriptor(
            title: title, range: axis.low...axis.high, gridlinePositions: axis.ticks.map(\.at)
        ) { value in
            let nearest = axis.ticks.min { abs($0.at - value) < abs($1.at - value) }
            return nearest.map { language.digits(Number($0.label)) } ?? ""
        }
    }
}
