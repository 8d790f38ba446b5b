import Accessibility
import Charts
import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// A clock over time as core has set its axes: for those who see the plot, and for those who hear it.
struct ClockAxes {
    let time: PlotAxis
    let frequency: PlotAxis
    let unit: FrequencyUnit
    /// Title of the time axis.
    let timeTitle: Phrase
    let language: Language

    var timeLabel: Text { Text(verbatim: language(timeTitle)) }
    var frequencyLabel: Text { Text(verbatim: frequencyTitle) }

    private var frequencyTitle: String { unit.unitFrequency.symbol }

    /// The ticks of an axis, with core's labels in the language's digits.
    fileprivate func marks(_ ticks: [PlotTick]) -> some AxisContent {
        AxisMarks(values: ticks.map(\.at)) { value in
            AxisGridLine()
            AxisValueLabel {
                Text(verbatim: language.digits(Number(ticks[value.index].label)))
            }
        }
    }

    fileprivate var heardTime: AXNumericDataAxisDescriptor { heard(language(timeTitle), time) }
    fileprivate var heardFrequency: AXNumericDataAxisDescriptor { heard(frequencyTitle, frequency) }

    /// VoiceOver reads the nearest tick's label at a point: only core may round, and it rounded
    /// that label.
    private func heard(_ title: String, _ axis: PlotAxis) -> AXNumericDataAxisDescriptor {
        AXNumericDataAxisDescriptor(
            title: title, range: axis.low...axis.high, gridlinePositions: axis.ticks.map(\.at)
        ) { value in
            let nearest = axis.ticks.min { abs($0.at - value) < abs($1.at - value) }
            return nearest.map { language.digits(Number($0.label)) } ?? ""
        }
    }
}

extension View {
    /// The axes of a clock over time.
    func clockAxes(_ axes: ClockAxes) -> some View {
        chartXScale(domain: axes.time.low...axes.time.high)
            .chartYScale(domain: axes.frequency.low...axes.frequency.high)
            .chartXAxis { axes.marks(axes.time.ticks) }
            .chartYAxis { axes.marks(axes.frequency.ticks) }
            .chartXAxisLabel { axes.timeLabel }
            .chartYAxisLabel { axes.frequencyLabel }
            .chartLegend(.hidden)
    }
}

/// A clock over time for those who hear it: VoiceOver plays and reads the same points.
struct ClockDescriptor: AXChartDescriptorRepresentable {
    /// A part of the line.
    struct Series {
        let name: String
        /// Time in milliseconds, the clock in hertz.
        let points: [(atMs: Double, hz: Double)]
        let isContinuous: Bool
    }

    let axes: ClockAxes
    /// Summary of the plot in a sentence.
    let summary: String
    let series: [Series]

    func makeChartDescriptor() -> AXChartDescriptor {
        AXChartDescriptor(
            title: axes.language(.curveTitle), summary: summary, xAxis: axes.heardTime,
            yAxis: axes.heardFrequency, additionalAxes: [],
            series: series.map { part in
                AXDataSeriesDescriptor(
                    name: part.name, isContinuous: part.isContinuous,
                    dataPoints: part.points.map { AXDataPoint(x: $0.atMs, y: $0.hz) })
            })
    }

    /// Updates the descriptor for another core, a new reading, or a running load.
    func updateChartDescriptor(_ descriptor: AXChartDescriptor) {
        let now = makeChartDescriptor()
        descriptor.title = now.title
        descriptor.summary = now.summary
        descriptor.xAxis = now.xAxis
        descriptor.yAxis = now.yAxis
        descriptor.series = now.series
    }
}
