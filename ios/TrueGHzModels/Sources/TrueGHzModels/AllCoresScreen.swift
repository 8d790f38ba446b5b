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
        /// Whether the big number is of it.
        public let isShown: Bool
        /// The last minute; absent if the clock did not move in it, as far as its intervals show.
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
        /// From the lowest clock to the highest, in hertz.
        public let range: ClosedRange<Double>
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

    /// The number of one core; absent if there is no core yet.
    public let hero: Hero?
    /// The urgent warnings, which stand at the number; none while it is measured, because what is below them would jump.
    public let urgentWarnings: [Note]
    /// Kinds with their cores, in the order of their turns.
    public let groups: [Group]
    /// Cores without a number that can be had.
    public let unreached: [Unreached]
    /// From when to when the strips go, in seconds since the start.
    public let stripSeconds: ClosedRange<Double>
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
        let readings = state.cores.compactMap(\.reading)
        hero = Hero(state, names: names)
        urgentWarnings = state.isUnderWay ? [] : Note.warnings(of: readings, where: \.isUrgent)
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
                        isCurrent: state.current == index, isShown: state.shown == index,
                        phase: state.phase)
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
        progress = state.isUnderWay ? Self.progress(of: state) : nil
        round = state.round > 1 ? .word(.allRound, .count(UInt64(state.round))) : nil
        part = state.cores.isEmpty ? 0 : Double(state.doneInRound) / Double(state.cores.count)
        notes = Self.notes(of: state, readings, machine: machine)
    }

    private static func progress(of state: AllCoresState) -> Phrase {
        if state.isEnding { return .word(.stateEnding) }
        if state.cores.isEmpty { return .word(.stateWarming) }
        return .word(
            .allProgress, .count(UInt64(state.doneInRound)), .count(UInt64(state.cores.count)))
    }

    private static func notes(
        of state: AllCoresState, _ readings: [Reading], machine: Machine?
    ) -> [Note] {
        var notes = [state.failure].compactMap { $0 }
        if !state.isUnderWay, let end = state.earlyEnd {
            notes.append(Note(end.word))
        }
        if machine?.hasOsCpuIds == false { notes.append(Note(.allByKind)) }
        return notes + Note.warnings(of: readings) { !$0.isUrgent }
    }
}

extension AllCoresScreen.Row {
    fileprivate init(
        index: Int, _ core: AllCoresCore, bar: ClockBar?, kind: Phrase, isCurrent: Bool, isShown: Bool,
        phase: AllCoresState.Phase
    ) {
        let name = core.cpu.map { Phrase.word(.coreOne, .text("\($0)")) }
        let display = core.numbers?.frequency
        let verdict = core.reading?.reason == nil ? core.reading?.verdict : nil
        let absent: Phrase =
            switch phase {
            case .idle: core.claim?.line ?? .word(.allNotMeasured)
            case .running: .word(isCurrent ? .stateMeasuring : .cardWaiting)
            default: .word(.allNotMeasured)
            }
        let past = AllCoresScreen.range(of: core.past)
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
        otherwise = display == nil ? absent : nil
        self.isCurrent = isCurrent
        self.isShown = isShown
        strip = AllCoresScreen.Strip(core.past)
        // The line in the bar, for those who do not see it.
        let claim = bar?.claimPart == nil ? nil : core.numbers?.claim?.line
        spoken = [name ?? kind, number ?? absent, claim, past?.phrase].compactMap { $0 }
    }
}

extension AllCoresScreen {
    /// The range of a core's clock in the last minute.
    fileprivate struct PastRange {
        let low: AllCoresCore.Past
        let high: AllCoresCore.Past

        /// Whether the clock moved: the intervals of its ends are apart.
        var hasMoved: Bool { low.interval.upperBound < high.interval.lowerBound }

        /// In a sentence.
        var phrase: Phrase {
            let (lowest, highest) = (Phrase.number(low.display.number), Phrase.number(high.display.number))
            return hasMoved ? .word(.allStripMoved, lowest, highest) : .word(.allStripSteady, highest)
        }
    }

    /// `nil` if there is one reading alone, which does not describe a minute.
    fileprivate static func range(of past: [AllCoresCore.Past]) -> PastRange? {
        guard past.count > 1, let low = past.min(by: { $0.hz < $1.hz }),
            let high = past.max(by: { $0.hz < $1.hz })
        else { return nil }
        return PastRange(low: low, high: high)
    }
}

extension AllCoresScreen.Strip {
    /// `nil` if the clock was constant: its number is enough.
    fileprivate init?(_ past: [AllCoresCore.Past]) {
        guard let ends = AllCoresScreen.range(of: past), ends.hasMoved else { return nil }
        points = past.map { Point(id: $0.at.seconds, hz: $0.hz) }
        range = ends.low.hz...ends.high.hz
    }
}

extension CoreNames {
    /// The kind of a core of the table, with the numbers of that kind.
    fileprivate func title(of core: AllCoresCore) -> Phrase {
        title(kind: core.kind, cpus: core.cpus)
    }

    /// One core with its kind.
    fileprivate func title(kind: String, cpu: UInt32) -> Phrase? {
        guard machine?.hasOsCpuIds == true else { return nil }
        let number = Phrase.word(.coreOne, .text("\(cpu)"))
        return kind.isEmpty ? number : .word(.coreTitle, .text(kind), number)
    }
}

extension Duration {
    /// In seconds.
    var seconds: Double { self / .seconds(1) }
}
