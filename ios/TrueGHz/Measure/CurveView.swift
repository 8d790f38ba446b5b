import Charts
import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// The clock over time, as core has made it: nothing is computed here. It is drawn when the reading is there: what
/// draws while a core is measured may lower its clock.
struct CurveView: View {
    let plot: CurvePlot
    /// Whether it is still being drawn; the summary is read out at the end.
    var isPassing = false

    @Environment(\.language) private var language
    @Environment(\.colorSchemeContrast) private var contrast
    @ScaledMetric(relativeTo: .body) private var height = 220.0

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            if let curve = plot.curve {
                chart(curve, axes(of: curve))
                    .frame(height: height)
                    .accessibilityLabel(Text(verbatim: language(.curveTitle)))
                    .accessibilityValue(Text(verbatim: summary))
                    .accessibilityChartDescriptor(heard(curve))
            }
            if let finding = plot.finding {
                PhraseText(finding)
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
                    .opacity(isPassing ? 0 : 1)
                    .accessibilityHidden(plot.curve != nil)
            }
        }
    }

    /// The curve in a sentence, for those who do not see it.
    private var summary: String { plot.finding.map { language($0) } ?? "" }

    private func axes(of curve: ClockCurve) -> ClockAxes {
        ClockAxes(
            time: curve.time, frequency: curve.frequency, unit: curve.frequencyUnit,
            timeTitle: .word(.curveTime), language: language)
    }

    private func chart(_ curve: ClockCurve, _ axes: ClockAxes) -> some View {
        Chart {
            if let band = curve.band {
                RectangleMark(
                    yStart: .value(axes.frequencyLabel, band.lowHz),
                    yEnd: .value(axes.frequencyLabel, band.highHz)
                )
                .foregroundStyle(Color.accentColor.opacity(contrast == .increased ? 0.35 : 0.18))
            }
            ForEach(curve.warmUp, id: \.atMs) { point in
                line(axes, atMs: point.atMs, hz: point.hz, of: .stateWarming, piece: point.segment)
                    .foregroundStyle(Color.accentColor.opacity(contrast == .increased ? 0.8 : 0.55))
            }
            ForEach(curve.steady, id: \.atMs) { point in
                line(axes, atMs: point.atMs, hz: point.hz, of: .stateMeasuring)
                    .foregroundStyle(Color.accentColor)
            }
            if let claimHz = curve.claimHz { claim(at: claimHz, axes) }
        }
        .clockAxes(axes)
    }

    /// A point of a part of the curve.
    private func line(
        _ axes: ClockAxes, atMs: Double, hz: Double, of part: Word, piece: UInt32 = 0
    ) -> LineMark {
        LineMark(
            x: .value(axes.timeLabel, atMs), y: .value(axes.frequencyLabel, hz),
            series: .value(Text(verbatim: language(.curveTitle)), "\(language(part)) \(piece)"))
    }

    private func claim(at hz: Double, _ axes: ClockAxes) -> some ChartContent {
        RuleMark(y: .value(axes.frequencyLabel, hz))
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

    /// Two series: the warm-up, and what follows it.
    private func heard(_ curve: ClockCurve) -> ClockDescriptor {
        ClockDescriptor(
            axes: axes(of: curve), summary: summary,
            series: [
                .init(
                    name: language(.stateWarming), points: curve.warmUp.map { ($0.atMs, $0.hz) },
                    isContinuous: true),
                .init(
                    name: language(.stateMeasuring), points: curve.steady.map { ($0.atMs, $0.hz) },
                    isContinuous: true),
            ])
    }
}
