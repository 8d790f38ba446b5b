/// How far a session is that a screen of its own has started.
public struct SessionProgress: Sendable {
    /// What is over.
    public let text: Phrase
    /// The part that is over, 0 to 1.
    public let part: Double

    /// - Parameters:
    ///   - part: The part that is over; absent before the session tells it.
    ///   - text: What is over; absent likewise.
    ///   - isEnding: Whether the end was asked for.
    init(part: Double?, text: Phrase?, isEnding: Bool) {
        self.part = part ?? 0
        self.text = isEnding ? .word(.stateEnding) : text ?? .word(.stateWarming)
    }
}
