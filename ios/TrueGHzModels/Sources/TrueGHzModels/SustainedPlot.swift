import TrueGHzKit

/// The clock under a load over time, with the texts in and under it.
public struct SustainedPlot: Sendable {
    /// How hot the device was for a while.
    public struct Heat: Sendable, Identifiable {
        /// When it began, in milliseconds since the load began.
        public let id: Double
        /// Time at which it ended.
        public let toMs: Double
        /// How hot.
        public let thermal: ThermalStatus
        /// The heat in words.
        public let phrase: Phrase
    }

    /// Core's curve; absent until there is a point.
    public let curve: SustainedCurve?
    /// The label of the time's axis.
    public let time: Phrase
    /// How hot it was, in order of time; empty if the system does not report it.
    public let heat: [Heat]
    /// Its content, in a sentence.
    public let finding: Phrase
    /// The label at which the clock fell; absent if it did not.
    public let mark: Phrase?
    /// The spoken text: the sentence, and each change of the heat.
    public let spoken: [Phrase]

    init(_ curve: SustainedCurve?, finding: Phrase?) {
        let drawn = curve.flatMap { $0.points.isEmpty ? nil : $0 }
        self.curve = drawn
        time = .word(curve?.timeUnit == .minutes ? .sustainedTimeMinutes : .sustainedTimeSeconds)
        heat = (curve?.heat ?? []).map {
            Heat(id: $0.fromMs, toMs: $0.toMs, thermal: $0.thermal, phrase: $0.thermal.phrase)
        }
        self.finding = finding ?? .word(drawn == nil ? .sustainedAfter : .stateMeasuring)
        mark = curve?.throttledMs.map { _ in .word(.sustainedThrottledMark) }
        spoken = [self.finding] + heat.map { .word(.thermalLine, $0.phrase) }
    }
}
