import TrueGHzKit

/// The screen "Sustained load" as it is to be shown.
public struct SustainedScreen: Sendable {
    /// The core that is measured; absent until it is known.
    public let core: Phrase?
    /// The clock now; absent if none is known, and when it is over.
    public let now: Rounded?
    /// The clock with the core, to be spoken.
    public let nowSpoken: [Phrase]
    /// The behaviour of the clock, in a sentence; absent until the end.
    public let finding: Phrase?
    /// How things stand, then what was found.
    public let rows: [Fact]
    /// The clock over time.
    public let plot: SustainedPlot
    /// How it ended, what is missing, what to know.
    public let notes: [Note]
    /// Its progress, while it goes on.
    public let progress: SessionProgress?
    /// Its result, to be spoken.
    public let spoken: Phrase

    init(_ state: SustainedState) {
        let names = CoreNames(machine: state.run?.machine)
        core = state.run.map { .word(.sustainedCore, names.title(of: $0)) }
        now = state.now?.frequency
        nowSpoken = [core, now.map { .word(.sustainedNowSpoken, .number($0)) }].compactMap { $0 }
        let summary = state.summary
        finding = summary.map { .word($0.numbers?.finding.word ?? .sustainedFindingNone) }
        rows = summary.map { Self.found($0) } ?? Self.running(state)
        plot = SustainedPlot(state.curve, finding: finding)
        notes = Self.notes(of: state)
        progress = state.isUnderWay ? SessionProgress(state) : nil
        spoken = state.failure?.text ?? finding ?? .word(.stateReady)
    }

    /// While it goes on.
    private static func running(_ state: SustainedState) -> [Fact] {
        guard state.isUnderWay, let now = state.now else { return [] }
        let headroom = now.headroomPercent.map { Phrase.word(.sustainedHeadroomReached, .number($0)) }
        return Fact.list([
            (.word(.thermalLabel), now.thermal?.phrase ?? .word(.thermalUnknown), nil),
            (.word(.sustainedHeadroom), headroom, nil),
            (.word(.sustainedPower), state.power.map { .word($0.word) }, nil),
        ])
    }

    /// The facts when it is over.
    private static func found(_ summary: SustainedSummary) -> [Fact] {
        let hottest = (Phrase.word(.sustainedHottest), summary.hottest?.phrase, nil as Phrase?)
        let work = (Phrase.word(.sustainedWork), summary.workPhrase, nil as Phrase?)
        guard let numbers = summary.numbers else { return Fact.list([work, hottest]) }
        let last: Phrase =
            numbers.isLastMinute
            ? .word(.sustainedLastMinute) : .word(.sustainedLastSeconds, .number(numbers.lastS))
        let loss = Phrase.word(.statePercent, .number(numbers.lossPercent))
        let (low, high) = (numbers.lossLowPercent, numbers.lossHighPercent)
        // If both ends equal the number, they add nothing.
        let ends: Phrase? = low == high ? nil : .word(.sustainedLossRange, .number(low), .number(high))
        let throttled = numbers.throttledAfterS.map { Phrase.word(.sustainedSeconds, .number($0)) }
        let levels = numbers.levels.map { Phrase.word(.detailsFromTo, .number($0.low), .number($0.high)) }
        return Fact.list([
            (.word(.sustainedPeak), numbers.peak.phrase, nil),
            (last, numbers.last.phrase, nil),
            (.word(.sustainedLoss), loss, ends),
            (.word(.sustainedThrottled), throttled ?? .word(.sustainedThrottledNone), nil),
            (.word(.sustainedLevels), levels, nil),
            work,
            hottest,
        ])
    }

    private static func notes(of state: SustainedState) -> [Note] {
        var notes = [state.failure].compactMap { $0 }
        if let summary = state.summary {
            notes += [Note(end: summary)].compactMap { $0 }
            if let missing = summary.missingS {
                notes.append(
                    Note(.sustainedMissingText, .number(missing), advice: .word(.sustainedMissingAdvice)))
            }
            if summary.numbers == nil && summary.end == .complete {
                notes.append(Note(.sustainedFindingNone, advice: .word(.sustainedFindingNoneAdvice)))
            }
            if summary.powerSaving { notes.append(Note(Warning.lowPower)) }
        }
        if state.wasCharging {
            notes.append(Note(.sustainedChargingText, advice: .word(.sustainedChargingAdvice)))
        }
        return notes
    }
}

extension SessionProgress {
    fileprivate init(_ state: SustainedState) {
        self.init(
            part: state.now?.part,
            text: state.now.map {
                .word(.sustainedElapsed, $0.timeUnit.phrase($0.elapsed), $0.timeUnit.phrase($0.length))
            },
            isEnding: state.isEnding)
    }
}

extension Note {
    /// How a load ended before its time; `nil` if it did not.
    fileprivate init?(end summary: SustainedSummary) {
        switch summary.end {
        case .complete: return nil
        case .stopped: self.init(.sustainedEndedEarly)
        case .critical where summary.numbers == nil:
            self.init(.sustainedTooHot, advice: .word(.sustainedTooHotAdvice))
        case .critical: self.init(.sustainedEndedCritical)
        case .inBackground: self.init(.sustainedEndedInBackground)
        }
    }
}

extension FrequencyDisplay {
    /// The number with its uncertainty.
    fileprivate var phrase: Phrase { .word(.numberWithUncertainty, .number(number), .number(uncertainty)) }
}

extension TimeUnit {
    /// A time in this unit.
    fileprivate func phrase(_ number: RoundedNumber) -> Phrase {
        .word(self == .seconds ? .sustainedSeconds : .sustainedMinutes, .number(number))
    }
}

extension SustainedFinding {
    /// The behaviour of the clock, in a sentence.
    fileprivate var word: Word {
        switch self {
        case .held: .sustainedFindingHeld
        case .throttled: .sustainedFindingThrottled
        case .recovered: .sustainedFindingRecovered
        case .alternated: .sustainedFindingAlternated
        }
    }
}

extension SustainedSummary {
    /// The class of the work, with the operations per cycle if they are known; absent if it is unknown.
    fileprivate var workPhrase: Phrase? {
        guard let work else { return nil }
        let phrase = Phrase.word(work.word)
        return operations.map { .word(.sustainedWorkOperations, phrase, .number($0)) } ?? phrase
    }
}

extension LoadClass {
    /// Its name.
    fileprivate var word: Word {
        switch self {
        case .scalar: .sustainedWorkScalar
        case .vector: .sustainedWorkVector
        case .memory: .sustainedWorkMemory
        }
    }
}

extension PowerSource {
    /// Its name.
    fileprivate var word: Word {
        switch self {
        case .battery: .sustainedPowerBattery
        case .charging: .sustainedPowerCharging
        case .full: .sustainedPowerFull
        }
    }
}

extension SustainedLoad {
    /// The choices, in order.
    public static let choices: [SustainedLoad] = [.one, .kind, .all]

    /// Its name.
    public var word: Word {
        switch self {
        case .one: .sustainedLoadOne
        case .kind: .sustainedLoadKind
        case .all: .sustainedLoadAll
        }
    }
}

extension CoreNames {
    /// The core of a load, where its number is known, with its kind.
    fileprivate func title(of run: SustainedRun) -> Phrase {
        let kind: Phrase = run.kind.isEmpty ? .word(.coreUnknown) : .text(run.kind)
        guard let cpu = run.cpu, machine?.cpuNumbersAreKernels == true else { return kind }
        return .word(.coreTitle, kind, .word(.coreOne, .text("\(cpu)")))
    }
}
