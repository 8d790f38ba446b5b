import TrueGHzKit

/// Something to know, and what to do about it.
public struct Note: Hashable, Sendable, Identifiable {
    /// Core's code: one note for each.
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

    private init(_ kind: CodedWord, _ words: Words, part: String = "text", arguments: [Phrase] = []) {
        id = words.code
        text = kind.phrase(words.code, part: part, arguments, otherwise: words.text)
        advice = words.advice.map { kind.phrase(words.code, part: "advice", otherwise: $0) }
    }
}

extension Warning {
    /// The name of the text that applies.
    fileprivate var part: String {
        if case .contended(_, let cores?) = self, cores > 0 { "busy" } else { "text" }
    }

    /// The values that the words name.
    fileprivate var arguments: [Phrase] {
        switch self {
        case .chainDisagrees(let kind, let finding, _): [kind.phrase, finding.phrase]
        case .contended(_, let cores?) where cores > 0: [.count(cores)]
        default: []
        }
    }
}
