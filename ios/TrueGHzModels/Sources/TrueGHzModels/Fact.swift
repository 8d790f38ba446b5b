/// A fact: what it is called, what it is, and what else there is to it.
public struct Fact: Sendable, Identifiable {
    /// Its place in the list.
    public let id: Int
    /// Its name.
    public let label: Phrase
    /// Its value.
    public let value: Phrase
    /// An additional remark.
    public let comment: Phrase?

    /// Facts in their order: label, value and comment of each. One without a value is left out.
    static func list(_ facts: [(Phrase, Phrase?, Phrase?)]) -> [Fact] {
        let known = facts.compactMap { label, value, comment in value.map { (label, $0, comment) } }
        return known.enumerated().map { Fact(id: $0, label: $1.0, value: $1.1, comment: $1.2) }
    }
}
