import TrueGHzKit

/// The clock of a core over time, with what is written in and under it.
public struct CurvePlot: Sendable {
    /// Core's curve: points, band, axes; absent before there is a reading.
    public let curve: ClockCurve?
    /// What it shows, in a sentence.
    public let finding: Phrase
    /// What stands at the claimed clock's line; absent where none is drawn.
    public let claim: Phrase?

    init(_ core: CoreState?) {
        curve = core?.curve
        finding = curve?.finding?.phrase ?? .word(.curveAfter)
        let stated = curve?.claimHz == nil ? nil : core?.numbers?.claim?.stated
        claim = stated.map { .word(.curveClaimed, .number($0)) }
    }
}

extension CurveFinding {
    /// One sentence under the curve.
    var phrase: Phrase {
        switch self {
        case .reached(let frequency, let afterMs):
            .word(.curveFindingReached, .number(frequency), .number(afterMs))
        case .fromTheStart(let frequency): .word(.curveFindingFromTheStart, .number(frequency))
        case .moved(let low, let high): .word(.curveFindingMoved, .number(low), .number(high))
        case .stillWarming: .word(.curveFindingStillWarming)
        }
    }
}
