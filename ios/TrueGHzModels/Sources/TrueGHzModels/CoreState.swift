import TrueGHzKit

/// A core on its way to a reading, with its phrases and its curve.
public struct CoreState: Sendable {
    /// The kind of core.
    let kind: String
    /// All cores of that kind.
    let cpus: [UInt32]
    /// The number so far, in its significant digits.
    private(set) var display: FrequencyDisplay?
    /// Its curve, when it is done.
    private(set) var curve: ClockCurve?
    /// The part of its windows' time that is over, 0 to 1.
    private(set) var part = 0.0
    /// Its reading, when it is done.
    private(set) var reading: Reading?
    /// The reading's numbers.
    private(set) var numbers: ReadingNumbers?

    /// A core whose turn is still to come.
    init(_ target: Target) {
        kind = target.kind
        cpus = target.cpus
    }

    /// A core that is done.
    ///
    /// - Parameter isDrawn: Whether its curve is wanted, which takes core the longest.
    init(_ reading: Reading, isDrawn: Bool = true) throws {
        kind = reading.kind
        cpus = reading.cpus
        numbers = try reading.numbers
        display = numbers?.frequency
        curve = isDrawn ? try reading.curve : nil
        part = 1
        self.reading = reading
    }

    /// Its clock, to find the fastest of several.
    var hz: Double { reading?.frequencyHz ?? 0 }

    /// It is measured: its number so far. A curve comes with the reading: who draws it while windows are taken keeps a second
    /// core busy, and phones with two fast ones then lower the clock of both.
    mutating func run(_ frequency: Frequency?, part: Double) {
        display = frequency?.display
        self.part = part
    }
}
