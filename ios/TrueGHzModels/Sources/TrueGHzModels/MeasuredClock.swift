import TrueGHzKit

/// What a measurement comes to for a shortcut: a number to go on with, and a sentence.
public struct MeasuredClock: Sendable {
    /// The clock of the fastest core in GHz, in core's digits; absent where there is none.
    public let gigahertz: Double?
    /// The same with its uncertainty and verdict, or why there is no number.
    public let spoken: Phrase

    init(_ hero: Hero) {
        gigahertz = hero.display?.number.measurement.converted(to: .gigahertz).value
        spoken = hero.spoken
    }
}
