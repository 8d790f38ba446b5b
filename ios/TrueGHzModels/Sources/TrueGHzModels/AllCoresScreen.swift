import TrueGHzKit

/// The screen "All cores" as it is to be shown.
public struct AllCoresScreen: Sendable {
    /// A kind of core with its rows.
    public struct Group: Sendable, Identifiable {
        /// The place among the groups.
        public let id: Int
        /// The kind, and which cores are of it.
        public let title: Phrase
        /// A row for each core.
        public let rows: [Row]
    }

    /// A core.
    public struct Row: Sendable, Identifiable {
        /// The core's place among those measured.
        public let id: Int
        /// The core; absent if only its kind is known.
        public let name: Phrase?
        /// The number; absent if there is none yet.
        public let display: FrequencyDisplay?
        /// Its bar, on the scale of all; absent if there is none.
        public let bar: ClockBar?
        /// The verdict of the reading.
        public let verdict: Verdict?
        /// The text in the place of a missing number.
        public let otherwise: Phrase?
        /// Whether it is measured now.
        public let isCurrent: Bool
        /// The last minute; absent if it has fewer than two readings.
        public let strip: Strip?
        /// All of it, to be spoken.
        public let spoken: [Phrase]
    }

    /// A core's readings of the last minute.
    public struct Strip: Sendable {
        /// A reading.
        public struct Point: Sendable, Identifiable {
            /// When, in seconds since the start.
            public let id: Double
            /// The clock, in hertz.
            public let hz: Double
        }
        /// The oldest first.
        public let points: [Point]
        /// Between what the clock was, in a sentence.
        public let phrase: Phrase
    }

    /// Cores that were not reached, and why.
    public struct Unreached: Sendable, Identifiable {
        /// The place among them.
        public let id: Int
        /// The core.
        public let title: Phrase
        /// The reason.
        public let reason: Phrase
        /// What to do about it.
        public let advice: Phrase?
    }

    /// Kinds with their cores, in the order of their turns.
    public let groups: [Group]
    /// Cores without a number that can be had.
    public let unreached: [Unreached]
    /// From when to when the strips go, in seconds since the start.
    public let stripSeconds: ClosedRange<Double>
    /// The range of the strips, in hertz; absent if there is no strip.
    public let stripHz: ClosedRange<Double>?
    /// The present activity; absent if nothing goes on.
    public let progress: Phrase?
    /// The number of the round, if there are several.
    public let round: Phrase?
    /// The part of the round that is over, 0 to 1.
    public let part: Double
    /// How it ended, that nothing was measured, that cores stand for kinds, and the warnings.
    public let notes: [Note]

    init(_ state: AllCoresState, machine: Machine?, at now: Duration) {
        let names = CoreNames(machine: machine)
        let cores = Array(state.cores.enumerated())
        let reached = cores.filter { $0.element.reason == nil }
        let titles = Dictionary(uniqueKeysWithValues: cores.map { ($0.offset, names.title(of: $0.element)) })
        var order: [Phrase] = []
        for (index, _) in reached {
            if let title = titles[index], !order.contains(title) { order.append(title) }
        }
        groups = order.enumerated().map { place, title in
            let rows = reached.filter { titles[$0.offset] == title }
            return Group(
                id: place, title: title,
                rows: rows.map { index, core in
                    Row(
                        index: index, core, bar: state.bars[index], kind: title,
                        isCurrent: state.current == index, isOver: !state.isUnderWay)
                })
        }
        unreached = cores.compactMap { index, core in
            guard let reason = core.reason else { return nil }
            let note = Note(reason)
            let title = core.cpu.flatMap { names.title(kind: core.kind, cpu: $0) } ?? titles[index]
            return Unreached(
                id: index, title: title ?? .word(.coreUnknown), reason: note.text, advice: note.advice)
        }
        let end = max(now, AllCoresState.stripLength)
        stripSeconds = (end - AllCoresState.stripLength).seconds...end.seconds
        stripHz = Self.stripHz(
            of: groups.flatMap(\.rows).compactMap(\.strip),
            highest: state.cores.compactMap { $0.reading?.frequencyHz }.max() ?? 1)
        progress = state.isUnderWay ? Self.progress(of: state) : nil
        round = state.round > 1 ? .word(.allRound, .count(UInt64(state.round))) : nil
        part = state.cores.isEmpty ? 0 : Double(state.doneInRound) / Double(state.cores.count)
        notes = Self.notes(of: state, machine: machine)
    }

    /// Constant clocks span no range: then the strip goes from zero to the highest.
    private static func stripHz(of strips: [Strip], highest: Double) -> ClosedRange<Double>? {
        let all = strips.flatMap(\.points).map(\.hz)
        guard let low = all.min(), let high = all.max() else { return nil }
        return low < high ? low...high : 0...highest
    }

    private static func progress(of state: AllCoresState) -> Phrase {
        if state.isEnding { return .word(.stateEnding) }
        if state.cores.isEmpty { return .word(.stateWarming) }
        return .word(
            .allProgress, .count(UInt64(state.doneInRound)), .count(UInt64(state.cores.count)))
    }

    private static func notes(of state: AllCoresState, machine: Machine?) -> [Note] {
        var notes = [state.failure].compactMap { $0 }
        if !state.isUnderWay, let end = state.earlyEnd {
            notes.append(Note(end.word))
        }
        if machine?.cpuNumbersAreKernels == false { notes.append(Note(.allByKind)) }
        return notes + Note.warnings(of: state.cores.compactMap(\.reading))
    }
}

extension AllCoresScreen.Row {
    fileprivate init(
        index: Int, _ core: AllCoresCore, bar: ClockBar?, kind: Phrase, isCurrent: Bool, isOver: Bool
    ) {
        let name = core.cpu.map { Phrase.word(.coreOne, .text("\($0)")) }
        let display = core.numbers?.frequency
        let verdict = core.reading?.reason == nil ? core.reading?.verdict : nil
        let absent: Word = isCurrent ? .stateMeasuring : isOver ? .allNotMeasured : .cardWaiting
        let strip = AllCoresScreen.Strip(core.past)
        let number = display.map { display in
            Phrase.word(
                .numberSpoken, .number(display.number), .number(display.uncertainty),
                verdict?.phrase ?? .word(.detailsUnknown))
        }
        id = index
        self.name = name
        self.display = display
        self.bar = bar
        self.verdict = verdict
        otherwise = display == nil ? .word(absent) : nil
        self.isCurrent = isCurrent
        self.strip = strip
        // The line in the bar, for those who do not see it.
        let claim = bar?.claimPart == nil ? nil : core.numbers?.claim?.line
        spoken = [name ?? kind, number ?? .word(absent), claim, strip?.phrase].compactMap { $0 }
    }
}

extension AllCoresScreen.Strip {
    /// `nil` if there is one reading alone, which does not describe a minute.
    fileprivate init?(_ past: [AllCoresCore.Past]) {
        guard past.count > 1, let low = past.min(by: { $0.hz < $1.hz }),
            let high = past.max(by: { $0.hz < $1.hz })
        else { return nil }
        points = past.map { Point(id: $0.at.seconds, hz: $0.hz) }
        let (lowest, highest) = (Phrase.number(low.display.number), Phrase.number(high.display.number))
        phrase =
            lowest == highest
            ? .word(.allStripSteady, lowest) : .word(.allStripMoved, lowest, highest)
    }
}

extension CoreNames {
    /// The kind of a core of the table, with the numbers of that kind.
    fileprivate func title(of core: AllCoresCore) -> Phrase {
        title(kind: core.kind, cpus: core.cpus)
    }

    /// One core with its kind.
    fileprivate func title(kind: String, cpu: UInt32) -> Phrase? {
        guard machine?.cpuNumbersAreKernels == true else { return nil }
        let number = Phrase.word(.coreOne, .text("\(cpu)"))
        return kind.isEmpty ? number : .word(.coreTitle, .text(kind), number)
    }
}

extension Duration {
    /// In seconds.
    var seconds: Double { self / .seconds(1) }
}
