import Accessibility
import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// The curve for those who hear it: VoiceOver plays and reads the same points.
struct CurveDescriptor: AXChartDescriptorRepresentable {
    let curve: ClockCurve
    let plot: CurvePlot
    let language: Language

    func makeChartDescriptor() -> AXChartDescriptor {
        AXChartDescriptor(
            title: language(.curveTitle),
            summary: language(plot.finding),
            xAxis: axis(language(.curveTime), curve.time),
            yAxis: axis(curve.frequencyUnit.unitFrequency.symbol, curve.frequency),
            additionalAxes: [],
            series: [
                AXDataSeriesDescriptor(
                    name: language(.stateWarming), isContinuous: true,
                    dataPoints: curve.warmUp.map { AXDataPoint(x: $0.atMs, y: $0.hz) }),
                AXDataSeriesDescriptor(
                    name: language(.stateMeasuring), isContinuous: true,
                    dataPoints: curve.steady.map { AXDataPoint(x: $0.atMs, y: $0.hz) }),
            ])
    }

    /// The same descriptor for another core, or a new reading.
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
