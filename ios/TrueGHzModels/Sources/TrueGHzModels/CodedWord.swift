import TrueGHzKit

/// Things that core identifies by a code. The catalog has words for each known code; for a newer
/// one, core's own English is used.
enum CodedWord: String {
    case verdict, reason, warning, thermal, chain, finding
    case claimSource = "claim_source"
    case instructionGroup = "instructions_group"
    case instructionMissing = "instructions_missing"
    case instructionMark = "instructions_mark"

    /// The words of a code, or one of its texts (`text`, `advice`).
    func phrase(_ code: String, part: String? = nil, _ arguments: [Phrase] = [], otherwise: String? = nil)
        -> Phrase
    {
        let key = [rawValue, code, part].compactMap { $0 }.joined(separator: "_")
        return .words(key: key, arguments: arguments, otherwise: otherwise)
    }
}

/// The code of a case without arguments: its name in core's spelling.
private func code(of value: some Any) -> String {
    snakeCase(String(describing: value))
}

extension Verdict {
    /// The verdict of a reading, in a word or two.
    var phrase: Phrase { CodedWord.verdict.phrase(words.code, otherwise: words.text) }
}

extension ThermalStatus {
    /// How hot the device is.
    var phrase: Phrase { CodedWord.thermal.phrase(code(of: self)) }
}

extension ChainKind {
    /// The chain's name.
    var phrase: Phrase { CodedWord.chain.phrase(code(of: self), otherwise: code(of: self)) }
}

extension ChainFinding {
    /// The finding for a chain.
    var phrase: Phrase { CodedWord.finding.phrase(code(of: self), otherwise: code(of: self)) }
}

extension ClaimSource {
    /// Who claims a clock.
    var phrase: Phrase {
        CodedWord.claimSource.phrase(code(of: self), otherwise: words)
    }
}
