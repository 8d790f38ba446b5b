import TrueGHzKit

/// The claim that a clock is compared with, in words: the system's, or a published one if the
/// system states none.
extension ClaimNumbers {
    /// The reading next to it; absent if there is no number.
    var yardstick: Phrase? {
        let stated = Phrase.number(stated)
        return switch (side, isPublished) {
        case (.below(let percent), false): .word(.numberClaimBelow, .number(percent), stated)
        case (.below(let percent), true):
            .word(.numberPublishedBelow, .number(percent), stated, source.phrase)
        case (.same, false): .word(.numberClaimSame, stated)
        case (.same, true): .word(.numberPublishedSame, stated, source.phrase)
        case (.above(let percent), false): .word(.numberClaimAbove, .number(percent), stated)
        case (.above(let percent), true):
            .word(.numberPublishedAbove, .number(percent), stated, source.phrase)
        case (nil, _): nil
        }
    }

    /// The clock and the deviation from it.
    var line: Phrase {
        guard let difference = differencePercent else {
            return .word(isPublished ? .cardPublished : .cardClaim, .number(stated))
        }
        let word: Word = isPublished ? .cardPublishedCompared : .cardClaimCompared
        return .word(word, .number(stated), .number(Number(difference, isDifference: true)))
    }

    /// The label of its line in a plot.
    var mark: Phrase { .word(isPublished ? .curvePublished : .curveClaimed, .number(stated)) }

    /// Its name in a table.
    var label: Phrase { .word(isPublished ? .detailsPublished : .detailsClaimed) }
}

extension ClockReach {
    /// "Full clock", or "held down" with the cause.
    func phrase(because cause: LowCause?) -> Phrase {
        switch self {
        case .full: .word(.reachFull)
        case .heldDown(let percent):
            .word(.reachHeldDown, .number(percent), (cause ?? .noneReported).phrase)
        }
    }
}

extension LowCause {
    /// Reason why a clock is below its claim.
    var phrase: Phrase {
        switch self {
        case .driverLimit(let hz): .word(.lowDriverLimit, .number(statedFrequency(hz: Double(hz))))
        case .governor(let name): .word(.lowGovernor, .text(name))
        case .busyCores(let others): .word(.lowBusyCores, .count(others))
        case .powerSaving: .word(.lowPowerSaving)
        case .heat: .word(.lowHeat)
        case .undervoltage: .word(.lowUndervoltage)
        case .boostOff: .word(.lowBoostOff)
        case .quota: .word(.lowQuota)
        case .noneReported: .word(.lowNoneReported)
        }
    }
}
