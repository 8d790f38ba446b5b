import TrueGHzKit

// The contents of the sections of the details, in the order of the screen.

extension DetailsSection {
    static func number(_ reading: Reading, _ numbers: ReadingNumbers) -> DetailsSection {
        let uncertainty = numbers.frequency.map { Phrase.word(.numberUncertainty, .number($0.uncertainty)) }
        let repeatable = numbers.repeatable.map { Phrase.word(.numberUncertainty, .number($0)) }
        let bound = numbers.atLeast.map { Phrase.word(.numberAtLeastOf, .number($0)) }
        let states = numbers.states.map { state in
            (
                Phrase.word(.detailsState, .number(state.level)),
                Phrase.word(.detailsStateShare, .number(state.percentOfTime)) as Phrase?, nil as Phrase?
            )
        }
        let range = numbers.range.map { Phrase.word(.detailsFromTo, .number($0.low), .number($0.high)) }
        let because = reading.lowBecause.map { cause in
            (Phrase.word(.lowLabel), cause.phrase as Phrase?, nil as Phrase?)
        }
        return DetailsSection(
            .number, .detailsNumber,
            rows: [
                (
                    .word(.detailsVerdict),
                    reading.reason.map { Note($0).text } ?? reading.verdict.phrase, nil
                ),
                (.word(.detailsMeasured), numbers.frequency.map { .number($0.number) } ?? bound, nil),
                (.word(.detailsInterval), uncertainty, nil),
                (.word(.detailsRepeatable), repeatable, nil),
                (.word(.detailsRange), range, nil),
            ] + states + [
                (.word(.detailsEffective), numbers.effective.map { .number($0) }, nil),
                (
                    numbers.claim?.label ?? .word(.detailsClaimed), numbers.claim.map { .number($0.stated) },
                    nil
                ),
                (.word(.claimSourceLabel), numbers.claim?.source.phrase, nil),
            ] + [because].compactMap { $0 })
    }

    static func chains(_ numbers: ReadingNumbers) -> DetailsSection? {
        if numbers.chains.isEmpty { return nil }
        let tightLoop = (
            ChainKind.tightLoop.phrase, numbers.tightLoop.map { Phrase.measured($0) }, nil as Phrase?
        )
        let chains = numbers.chains.map { chain in
            // Expected findings need no word.
            let finding = chain.finding == .asExpected ? nil : chain.finding.phrase
            return (
                chain.kind.phrase, chain.cyclesPerStep.map { Phrase.measured($0) } ?? .word(.numberNone),
                finding
            )
        }
        let heading = (Phrase.word(.detailsChain), Phrase.word(.detailsCycles) as Phrase?, nil as Phrase?)
        return DetailsSection(
            .chains, .detailsChains, footer: .detailsChainsSentence, rows: [heading, tightLoop] + chains)
    }

    static func windows(_ reading: Reading) -> DetailsSection {
        let kept = Phrase.word(
            .detailsWindowsKept, .count(reading.windows.undisturbed), .count(reading.windows.total))
        return DetailsSection(.windows, .detailsWindows, rows: [(.word(.detailsWindows), kept, nil)])
    }

    static func uncertainty(_ numbers: ReadingNumbers) -> DetailsSection? {
        guard let parts = numbers.uncertaintyPpm else { return nil }
        return DetailsSection(
            .uncertainty, .detailsUncertainty, footer: .detailsPpmExplained,
            rows: [
                (.word(.detailsQuantisation), .ppm(parts.quantisation), nil),
                (.word(.detailsBatchSpread), .ppm(parts.batchSpread), nil),
                (.word(.detailsChainDisagreement), .ppm(parts.chainDisagreement), nil),
                (.word(.detailsUndetected), .ppm(parts.undetected), nil),
                (.word(.detailsClock), .ppm(parts.reference), nil),
            ])
    }

    static func time(_ numbers: ReadingNumbers) -> DetailsSection {
        DetailsSection(
            .time, .detailsTime,
            rows: [
                (.word(.detailsWarmUp), .word(.detailsMs, .number(numbers.warmUpMs)), nil),
                (
                    .word(.detailsFirstNumber),
                    numbers.timeToFirstEstimateMs.map { .word(.detailsMs, .number($0)) }
                        ?? .word(.detailsUnknown),
                    nil
                ),
                (.word(.detailsElapsed), .word(.detailsMs, .number(numbers.elapsedMs)), nil),
            ])
    }

    static func clock(_ clock: TimingClock, _ reading: Reading, _ numbers: ReadingNumbers) throws
        -> DetailsSection
    {
        let clockNumbers = try clock.numbers
        let nanoseconds = { (number: RoundedNumber?) -> Phrase in
            number.map { .word(.detailsNs, .number($0)) } ?? .word(.detailsUnknown)
        }
        return DetailsSection(
            .clock, .detailsClock,
            rows: [
                (.word(.detailsClock), .text(clock.name), nil),
                (.word(.detailsClockRate), .number(clockNumbers.nominal), nil),
                (.word(.detailsTick), nanoseconds(clockNumbers.stepNs), nil),
                (.word(.detailsAccess), nanoseconds(clockNumbers.readCostNs), nil),
                (
                    .word(.detailsTolerance), .ppm(numbers.clockTolerancePpm),
                    .word(reading.clockToleranceSource.word)
                ),
            ])
    }
}

extension ToleranceSource {
    var word: Word {
        switch self {
        case .assumed: .detailsToleranceAssumed
        case .kernel: .detailsToleranceKernel
        }
    }
}

extension WindowHistogram {
    /// Number of windows outside of the plot; absent if it shows all.
    public var left: Phrase? {
        beyond == 0 ? nil : .word(.detailsHistogramBeyond, .count(beyond))
    }
}

extension Phrase {
    /// Parts per million.
    fileprivate static func ppm(_ number: RoundedNumber) -> Phrase {
        .word(.detailsPpm, .number(number))
    }

    /// A number with its uncertainty, where that is known.
    static func measured(_ number: MeasuredNumber) -> Phrase {
        guard let uncertainty = number.uncertainty else { return .number(number.value) }
        return .word(.numberWithUncertainty, .number(number.value), .number(uncertainty))
    }
}
