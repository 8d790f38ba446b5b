import TrueGHzKit

/// Something to know, and what to do about it.
public struct Note: Hashable, Sendable, Identifiable {
    /// Core's code, with the arguments of its text: one note for each.
    public let id: String
    /// The statement.
    public let text: Phrase
    /// What to do, or how to read it.
    public let advice: Phrase?

    /// A note of the app's own.
    init(_ text: Word, advice: Phrase? = nil) {
        id = text.key
        self.text = .word(text)
        self.advice = advice
    }

    /// A note of the app's own, with arguments.
    init(_ text: Word, _ argument: Phrase, advice: Phrase?) {
        id = text.key
        self.text = .word(text, argument)
        self.advice = advice
    }

    /// A note that core has written.
    public init(_ note: ScreenNote) {
        id = note.text
        text = .text(note.text)
        advice = note.advice.map { .text($0) }
    }

    /// Reason why there is no number.
    init(_ reason: RefusalReason) {
        self.init(.reason, reason.words)
    }

    /// A note in addition to a number.
    init(_ warning: Warning) {
        self.init(.warning, warning.words, part: warning.part, arguments: warning.arguments)
    }

    /// Reason why nothing was measured.
    init(_ error: any Error) {
        switch error as? TrueGhzError ?? .Defect(message: "\(error)") {
        case .NoClock: self.init(.errorNoClock)
        case .NoThread: self.init(.errorNoThread)
        case .NoCore: self.init(.errorNoCore)
        case .NotARecording: self.init(.errorNotARecording)
        case .OtherSchema: self.init(.errorOtherSchema)
        case .Defect(let message): self.init(.errorDefect, advice: .word(.errorDefectAdvice, .text(message)))
        }
    }

    /// Advice for a reading's verdict; `nil` if there is none.
    init?(_ reading: Reading) {
        guard let words = reading.advice else { return nil }
        id = "verdict_\(reading.verdict.words.code)"
        text = reading.verdict.phrase
        advice = CodedWord.verdict.phrase(words.code, part: "advice", otherwise: words.advice)
    }

    private init(id: String, text: Phrase, advice: Phrase?) {
        self.id = id
        self.text = text
        self.advice = advice
    }

    /// The warnings of these readings, each text once, in their order. One that holds for some of
    /// the cores only names their kinds.
    ///
    /// - Parameter isIncluded: Returns `true` for the warnings that are wanted.
    static func warnings(
        of readings: [Reading], where isIncluded: (Warning) -> Bool = { _ in true }
    ) -> [Note] {
        let each = readings.map { reading in
            (kind: reading.kind, notes: reading.warnings.filter(isIncluded).map { Note($0) })
        }
        var found: [Note] = []
        for note in each.flatMap(\.notes) where !found.contains(where: { $0.id == note.id }) {
            found.append(note)
        }
        return found.map { note in
            let having = each.filter { $0.notes.contains { $0.id == note.id } }
            if having.count == each.count { return note }
            var kinds: [String] = []
            for core in having where !kinds.contains(core.kind) { kinds.append(core.kind) }
            let names = kinds.joined(separator: ", ")
            let text = Phrase.word(.coreTitle, .text(names), note.text)
            return Note(id: note.id, text: text, advice: note.advice)
        }
    }

    private init(_ kind: CodedWord, _ words: Words, part: String = "text", arguments: [Phrase] = []) {
        id = arguments.isEmpty ? words.code : "\(words.code) \(arguments)"
        text = kind.phrase(words.code, part: part, arguments, otherwise: words.text)
        advice = words.advice.map { kind.phrase(words.code, part: "advice", otherwise: $0) }
    }
}

extension Warning {
    /// The name of the text that applies.
    fileprivate var part: String {
        if case .preempted(_, let cores?) = self, cores > 0 { "busy" } else { "text" }
    }

    /// The values that the words name.
    fileprivate var arguments: [Phrase] {
        switch self {
        case .chainDisagrees(let kind, let finding, _): [kind.phrase, finding.phrase]
        case .preempted(_, let cores?) where cores > 0: [.count(cores)]
        default: []
        }
    }
}
