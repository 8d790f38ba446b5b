import Charts
import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// The clock over time, as core has made it: nothing is computed here. It is drawn when the reading is there: what
/// draws while a core is measured may lower its clock.
struct CurveView: View {
    let plot: CurvePlot
    /// Whether it is still being drawn; what it shows is said in the end.
    var isPassing = false

    @Environment(\.language) private var language
    @Environment(\.colorSchemeContrast) private var contrast
    @ScaledMetric(relativeTo: .body) private var height = 220.0

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            if let curve = plot.curve {
                chart(curve)
                    .frame(height: height)
                    .accessibilityLabel(Text(verbatim: language(.curveTitle)))
                    .accessibilityValue(Text(verbatim: language(plot.finding)))
                    .accessibilityChartDescriptor(
                        CurveDescriptor(curve: curve, plot: plot, language: language))
            }
            PhraseText(plot.finding)
                .font(.subheadline)
                .foregroundStyle(.secondary)
                .opacity(isPassing ? 0 : 1)
                .accessibilityHidden(plot.curve != nil)
        }
    }

    private func chart(_ curve: ClockCurve) -> some View {
        Chart {
            if let band = curve.band {
                RectangleMark(
                    yStart: .value(unit(of: curve), band.lowHz), yEnd: .value(unit(of: curve), band.highHz)
                )
                .foregroundStyle(Color.accentColor.opacity(contrast == .increased ? 0.35 : 0.18))
            }
            ForEach(curve.warmUp, id: \.atMs) { point in
                line(curve, atMs: point.atMs, hz: point.hz, of: .stateWarming)
                    .foregroundStyle(Color.accentColor.opacity(contrast == .increased ? 0.8 : 0.55))
            }
            ForEach(curve.steady, id: \.atMs) { point in
                line(curve, atMs: point.atMs, hz: point.hz, of: .stateMeasuring)
                    .foregroundStyle(Color.accentColor)
            }
            if let claimHz = curve.claimHz { claim(at: claimHz, of: curve) }
        }
        .chartXScale(domain: curve.time.low...curve.time.high)
        .chartYScale(domain: curve.frequency.low...curve.frequency.high)
        .chartXAxis { marks(curve.time.ticks) }
        .chartYAxis { marks(curve.frequency.ticks) }
        .chartXAxisLabel { PhraseText(.curveTime) }
        .chartYAxisLabel { Text(verbatim: curve.frequencyUnit.unitFrequency.symbol) }
        .chartLegend(.hidden)
    }

    /// A point of a part of the curve.
    private func line(_ curve: ClockCurve, atMs: Double, hz: Double, of part: Word) -> LineMark {
        LineMark(
            x: .value(Text(verbatim: language(.curveTime)), atMs), y: .value(unit(of: curve), hz),
            series: .value(Text(verbatim: language(.curveTitle)), language(part)))
    }

    private func unit(of curve: ClockCurve) -> Text {
        Text(verbatim: curve.frequencyUnit.unitFrequency.symbol)
    }

    private func claim(at hz: Double, of curve: ClockCurve) -> some ChartContent {
        RuleMark(y: .value(unit(of: curve), hz))
            .lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 4]))
            .foregroundStyle(Color.secondary)
            .annotation(position: .top, alignment: .trailing) {
                if let claim = plot.claim {
                    PhraseText(claim)
                        .font(.caption)
                        .foregroundStyle(.secondary)
                }
            }
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
