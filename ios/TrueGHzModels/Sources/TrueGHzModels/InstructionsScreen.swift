import TrueGHzKit

/// The screen "Instructions" as it is to be shown.
public struct InstructionsScreen: Sendable {
    /// Instructions that belong together.
    public struct Group: Sendable, Identifiable {
        /// Core's code.
        public let id: String
        /// Its name.
        public let title: Phrase
        /// Its instructions, in core's order.
        public let rows: [InstructionRowPhrases]
    }

    /// The rows shown, group by group: of the table, or of the list before there is one.
    public let groups: [Group]
    /// The note that nothing matches; absent if something does, and until there is a list.
    public let none: Phrase?
    /// Number of figures measured, the clock, and the number that differ.
    public let summary: [Phrase]
    /// The nearest known core, with its distance; absent until there is a table.
    public let nearest: Phrase?
    /// Reason why there is nothing, and the warnings of the clock's reading.
    public let notes: [Note]
    /// Its progress, while it goes on.
    public let progress: SessionProgress?
    /// Whether there is a table.
    public let isMeasured: Bool
    /// Its result, to be spoken.
    public let spoken: Phrase

    init(
        _ state: InstructionsState, search: String, isOnlyDiffering: Bool, cores: [PublishedCore],
        language: Language? = nil
    ) {
        let found = state.found
        let isOnlyDiffering = isOnlyDiffering && found != nil
        let all = found?.figures ?? state.set.map { InstructionFigures($0) }
        let shown = all.filter { form in
            if isOnlyDiffering && !form.figures.contains(where: \.differs) { return false }
            // Most often there is no search, and this is done again at each step of a measurement.
            if search.isEmpty { return true }
            return form.matches(search, language.map { $0(Self.title(of: form.group)) } ?? "")
        }
        groups = Self.groups(of: shown)
        none = !all.isEmpty && shown.isEmpty ? .word(.instructionsSearchNone) : nil
        summary = found.map { Self.summary(of: $0, cores: cores) } ?? []
        nearest = found?.nearest.phrase
        isMeasured = found != nil
        let warnings = found?.table.measurement.cores.flatMap(\.warnings).map { Note($0) } ?? []
        notes = [state.failure].compactMap { $0 } + warnings
        progress = state.isUnderWay ? SessionProgress(state) : nil
        spoken = state.failure?.text ?? summary.first ?? .word(.stateReady)
    }

    /// In the order in which core has them; a group that comes again is the same one.
    private static func groups(of shown: [InstructionFigures]) -> [Group] {
        var order: [String] = []
        for form in shown where !order.contains(form.group) { order.append(form.group) }
        let members = Dictionary(grouping: shown, by: \.group)
        return order.map { code in
            let rows = (members[code] ?? []).map { InstructionRowPhrases($0) }
            return Group(id: code, title: title(of: code), rows: rows)
        }
    }

    private static func title(of group: String) -> Phrase {
        CodedWord.instructionGroup.phrase(group, otherwise: group)
    }

    private static func summary(of found: FoundInstructions, cores: [PublishedCore]) -> [Phrase] {
        let figures = found.figures.flatMap(\.figures)
        let count = { (isOf: (InstructionFigure) -> Bool) in Phrase.count(UInt64(figures.filter(isOf).count))
        }
        let isCut = figures.contains { $0.missing == .cancelled }
        let measured = Phrase.word(
            isCut ? .instructionsEndedEarly : .instructionsDone, count { $0.cycles != nil },
            count { _ in true })
        let clock = found.table.measurement.cores.first?.display.map { display in
            Phrase.word(.instructionsClock, .number(display.number))
        }
        let beside = cores.first { $0.key == found.besideKey }.map { core in
            Phrase.word(
                .instructionsDifferCount, count(\.differs), count { $0.published != nil }, .text(core.name))
        }
        return [measured, clock, beside].compactMap { $0 }
    }
}

extension SessionProgress {
    fileprivate init(_ state: InstructionsState) {
        let steps = state.steps
        self.init(
            part: steps.map { $0.total == 0 ? 0 : Double($0.done) / Double($0.total) },
            text: steps.map { .word(.instructionsProgress, .count($0.done), .count($0.total)) },
            isEnding: state.isEnding)
    }
}

extension InstructionFigures {
    /// An instruction that was not measured yet.
    fileprivate init(_ instruction: Instruction) {
        self.init(form: instruction.name, group: instruction.group, marks: [], figures: [])
    }

    /// Returns `true` if it matches the search: part of its text, or of a name of its group.
    fileprivate func matches(_ search: String, _ title: String) -> Bool {
        let wanted = search.lowercased().split(separator: " ")
        let text = "\(form) \(group) \(title)".lowercased()
        return wanted.allSatisfy { text.contains($0) }
    }
}

extension NearestCore {
    /// Which core is nearest, in a sentence.
    var phrase: Phrase {
        switch self {
        case .near(let cores, let distance, let latencies):
            .word(.instructionsNearestNear, Self.names(of: cores), .number(distance), .count(latencies))
        case .tooFar(let cores, let distance, let latencies):
            .word(.instructionsNearestTooFar, Self.names(of: cores), .number(distance), .count(latencies))
        case .otherClock(let core, let factor):
            .word(.instructionsNearestOtherClock, .text(core.name), .number(factor))
        case .tooFewLatencies(let latencies, let needed):
            .word(.instructionsNearestTooFew, .count(latencies), .count(needed))
        }
    }

    /// One after the other, if they cannot be distinguished.
    private static func names(of cores: [PublishedCore]) -> Phrase {
        cores.dropFirst().reduce(.text(cores.first?.name ?? "")) {
            .word(.instructionsNearestOr, $0, .text($1.name))
        }
    }
}
