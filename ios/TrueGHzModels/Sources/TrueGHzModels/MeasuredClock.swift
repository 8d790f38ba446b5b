import TrueGHzKit

/// The result of a measurement for a shortcut: a number to go on with, and a sentence.
public struct MeasuredClock: Sendable {
    /// The clock of the fastest core in GHz, in core's digits; absent if there is none.
    public let gigahertz: Double?
    /// The clock with its uncertainty and verdict, or the reason why there is no number.
    public let spoken: Phrase

    init(_ hero: Hero) {
        gigahertz = hero.display?.number.measurement.converted(to: .gigahertz).value
        spoken = hero.spoken
    }
}
