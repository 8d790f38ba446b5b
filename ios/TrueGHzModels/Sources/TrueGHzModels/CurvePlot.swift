import TrueGHzKit

/// The clock of a core over time, with the texts in and under it.
public struct CurvePlot: Sendable {
    /// Core's curve: points, band, axes; absent until there is a reading.
    public let curve: ClockCurve?
    /// Its content, in a sentence, or that it is yet to come; absent if none follows.
    public let finding: Phrase?
    /// The label of the claimed clock's line; absent if none is drawn.
    public let claim: Phrase?

    /// - Parameter untilMs: What came later is left out, the axes stay those of the whole curve.
    init(_ core: CoreState?, untilMs: Double? = nil) {
        let curve = core?.curve.flatMap { $0.isEmpty ? nil : $0 }
        self.curve = untilMs.map { curve?.until($0) } ?? curve
        let isToCome = core?.reading == nil
        finding = curve?.finding?.phrase ?? (isToCome ? .word(.curveAfter) : nil)
        claim = curve?.claimHz == nil ? nil : core?.numbers?.claim?.mark
    }
}

extension ClockCurve {
    /// Whether it has no point, as that of a core that was refused.
    fileprivate var isEmpty: Bool { warmUp.isEmpty && steady.isEmpty }

    /// The curve up to a moment. The interval belongs to the end.
    fileprivate func until(_ ms: Double) -> ClockCurve {
        ClockCurve(
            warmUp: warmUp.filter { $0.atMs <= ms }, steady: steady.filter { $0.atMs <= ms }, band: nil,
            claimHz: claimHz, time: time, frequency: frequency, frequencyUnit: frequencyUnit, finding: finding
        )
    }
}

extension CurveFinding {
    /// One sentence under the curve.
    var phrase: Phrase {
        switch self {
        case .reached(let from, let frequency, let afterMs):
            .word(.curveFindingReached, .number(from), .number(frequency), .number(afterMs))
        case .fell(let from, let frequency, let afterMs, let lostPercent):
            .word(
                .curveFindingFell, .number(from), .number(frequency), .number(afterMs), .number(lostPercent))
        case .alreadyAtClock(let frequency): .word(.curveFindingAlreadyAtClock, .number(frequency))
        case .moved(let low, let high): .word(.curveFindingMoved, .number(low), .number(high))
        case .warmUpIncomplete: .word(.curveFindingWarmUpIncomplete)
        }
    }
}
