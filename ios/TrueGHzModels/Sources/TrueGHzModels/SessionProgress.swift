/// Progress of a session that a screen of its own has started.
public struct SessionProgress: Sendable {
    /// The completed part, in words.
    public let text: Phrase
    /// The part that is over, 0 to 1.
    public let part: Double

    /// - Parameters:
    ///   - part: The completed fraction; absent if the session has not reported it yet.
    ///   - text: The completed part, in words; absent likewise.
    ///   - isEnding: Whether the end was requested.
    init(part: Double?, text: Phrase?, isEnding: Bool) {
        self.part = part ?? 0
        self.text = isEnding ? .word(.stateEnding) : text ?? .word(.stateWarming)
    }
}
