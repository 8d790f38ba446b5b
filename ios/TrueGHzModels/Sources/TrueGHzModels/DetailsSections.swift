import TrueGHzKit

// What stands in the sections of the details, in the order of the screen.

extension DetailsSection {
    static func number(_ reading: Reading, _ numbers: ReadingNumbers) -> DetailsSection {
        let number = numbers.frequency.map { Phrase.number($0.number) }
        let uncertainty = numbers.frequency.map { Phrase.word(.numberUncertainty, .number($0.uncertainty)) }
        let range = numbers.range.map { Phrase.word(.numberRange, .number($0.low), .number($0.high)) }
        return DetailsSection(
            .number, .detailsNumber,
            rows: [
                (.word(.detailsNumber), number ?? .word(.numberNone), reading.verdict.phrase),
                (.word(.detailsInterval), uncertainty, nil),
                (.word(.detailsRange), range, nil),
                (.word(.detailsEffective), numbers.effective.map { .number($0) }, nil),
                (
                    .word(.claimSourceLabel), numbers.claim?.source.phrase,
                    numbers.claim.map { .number($0.stated) }
                ),
            ])
    }

    static func chains(_ numbers: ReadingNumbers) -> DetailsSection? {
        if numbers.chains.isEmpty { return nil }
        let rows = numbers.chains.map { chain in
            let cycles = chain.cyclesPerStep.map { Phrase.word(.detailsCyclesPerStep, .measured($0)) }
            return (chain.kind.phrase, cycles ?? .word(.numberNone), chain.finding.phrase as Phrase?)
        }
        return DetailsSection(.chains, .detailsChains, footer: .detailsChainsSentence, rows: rows)
    }

    static func windows(_ reading: Reading) -> DetailsSection {
        let kept = Phrase.word(
            .detailsWindowsKept, .count(reading.windows.kept), .count(reading.windows.taken))
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
            ])
    }

    static func time(_ numbers: ReadingNumbers) -> DetailsSection {
        DetailsSection(
            .time, .detailsTime,
            rows: [
                (.word(.detailsWarmUp), .word(.detailsMs, .number(numbers.warmUpMs)), nil),
                (
                    .word(.detailsFirstNumber),
                    numbers.firstNumberMs.map { .word(.detailsMs, .number($0)) } ?? .word(.detailsUnknown),
                    nil
                ),
                (.word(.detailsElapsed), .word(.detailsMs, .number(numbers.elapsedMs)), nil),
            ])
    }

    static func clock(_ report: MeasurementReport) throws -> DetailsSection {
        let numbers = try report.clock.numbers
        let nanoseconds = { (number: RoundedNumber?) -> Phrase in
            number.map { .word(.detailsNs, .number($0)) } ?? .word(.detailsUnknown)
        }
        // The tolerance is the clock's, the same for every core.
        let tolerance = try report.cores.first.map { reading in
            (try reading.numbers.clockTolerancePpm, reading.clockToleranceSource)
        }
        return DetailsSection(
            .clock, .detailsClock,
            rows: [
                (.word(.detailsClock), .text(report.clock.name), nil),
                (.word(.detailsClockRate), .number(numbers.nominal), nil),
                (.word(.detailsTick), nanoseconds(numbers.stepNs), nil),
                (.word(.detailsAccess), nanoseconds(numbers.accessNs), nil),
                (.word(.detailsTolerance), tolerance.map { .ppm($0.0) }, tolerance.map { .text($0.1) }),
            ])
    }
}

extension WindowHistogram {
    /// How many windows the plot leaves out; absent where it shows all.
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
