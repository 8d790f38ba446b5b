import TrueGHzKit

/// The screen "Comparison": two measurements of the same cores.
public struct ComparisonModel: Sendable {
    /// When each of the two was kept, the earlier first, with the first urgent warning of its
    /// fastest core.
    public let sides: [Fact]
    /// The cores that both have.
    public let cores: [CoreComparison]
    /// The cores that only one of them has; that they share none.
    public let notes: [Phrase]

    init(
        _ first: MeasurementReport, keptAt firstMs: UInt64, with other: MeasurementReport,
        keptAt otherMs: UInt64
    ) {
        sides = Fact.list([
            (.word(.compareEarlier), .moment(firstMs), first.urgentWarning),
            (.word(.compareLater), .moment(otherMs), other.urgentWarning),
        ])
        do {
            guard let contrast = try first.contrast(with: other) else {
                cores = []
                notes = [.word(.compareNoCommonCore)]
                return
            }
            cores = contrast.cores.enumerated().map { CoreComparison(id: $0, $1, in: first) }
            notes =
                contrast.onlyFirst.map { .word(.compareOnlyEarlier, first.title(of: $0)) }
                + contrast.onlyOther.map { .word(.compareOnlyLater, other.title(of: $0)) }
        } catch {
            cores = []
            notes = [Note(error).text]
        }
    }
}

/// The results of two measurements of a core.
public struct CoreComparison: Sendable, Identifiable {
    /// The core's place among those that both have.
    public let id: Int
    /// The kind, and which cores are of it.
    public let title: Phrase
    /// The earlier reading.
    public let earlier: ComparedReading
    /// The later reading.
    public let later: ComparedReading
    /// The later clock less the earlier; absent if one was refused.
    public let difference: DifferencePhrases?
    /// The significance of the difference, or that there is none.
    public let significance: Phrase

    init(id: Int, _ core: CoreContrast, in first: MeasurementReport) {
        self.id = id
        title = first.title(of: CoreName(cpu: core.first.cpu, kind: core.kind))
        earlier = ComparedReading(.compareEarlier, core.first)
        later = ComparedReading(.compareLater, core.other)
        difference = core.difference?.numbers.map { DifferencePhrases($0) }
        significance = .word(core.difference?.significance.word ?? .compareNone)
    }
}

/// The result of one measurement of a core.
public struct ComparedReading: Sendable {
    /// The label of the measurement.
    public let label: Phrase
    /// The number; absent if it was refused.
    public let number: Phrase?
    /// The verdict.
    public let verdict: Verdict?
    /// The uncertainty with the verdict, or why there is no number.
    public let line: Phrase
    /// All of it, to be spoken.
    public let spoken: [Phrase]

    init(_ label: Word, _ side: ContrastSide) {
        self.label = .word(label)
        verdict = side.verdicts.first
        guard let display = side.display, let verdict else {
            number = nil
            line = side.reasons.first.map { Note($0).text } ?? .word(.detailsUnknown)
            spoken = [.word(label), line]
            return
        }
        number = .number(display.number)
        line = display.line(with: verdict)
        spoken = [
            .word(label),
            .word(.numberSpoken, .number(display.number), .number(display.uncertainty), verdict.phrase),
        ]
    }
}

/// A difference of two clocks, in its significant digits.
public struct DifferencePhrases: Sendable {
    /// With its sign and its uncertainty.
    public let size: Phrase
    /// Relative to the earlier clock.
    public let relative: Phrase
    /// The interval of the difference.
    public let interval: Phrase

    init(_ numbers: DifferenceNumbers) {
        size = .word(
            .numberWithUncertainty, .number(Number(numbers.size.number, isNegative: numbers.isNegative)),
            .number(numbers.size.uncertainty))
        relative = numbers.unit.phrase(numbers.relative)
        interval = .word(
            .detailsFromTo, numbers.unit.phrase(numbers.low), numbers.unit.phrase(numbers.high))
    }
}

extension MeasurementReport {
    /// The first urgent warning of the fastest core, as a row of the history has it.
    fileprivate var urgentWarning: Phrase? { (try? Hero(self))?.warning }

    /// A core's name, as its card has it.
    fileprivate func title(of core: CoreName) -> Phrase {
        let reading = cores.first { $0.kind == core.kind && $0.cpu == core.cpu }
        return CoreNames(machine: machine).title(kind: core.kind, cpus: reading?.cpus ?? [])
    }
}

extension RelativeUnit {
    /// A relative difference with its sign.
    fileprivate func phrase(_ number: RoundedNumber) -> Phrase {
        let signed = Phrase.number(Number(number, isDifference: true))
        return switch self {
        case .ppm: .word(.detailsPpm, signed)
        case .percent: .word(.comparePercent, signed)
        }
    }
}

extension DifferenceSignificance {
    /// The significance of a difference, in a sentence.
    fileprivate var word: Word {
        switch self {
        case .withinUncertainty: .compareWithinUncertainty
        case .withinTolerance: .compareWithinTolerance
        case .beyond: .compareBeyond
        }
    }
}
