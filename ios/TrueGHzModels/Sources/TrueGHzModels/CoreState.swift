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
    /// Reason why it will not be measured; absent if it will.
    private let outOfReach: RefusalReason?
    /// The claimed clock, for the time before there is a reading.
    private let coming: ClaimNumbers?

    /// A core whose turn is still to come.
    init(_ target: Target, claim: ClaimNumbers? = nil) {
        kind = target.kind
        cpus = target.cpus
        outOfReach = target.outOfReach
        coming = claim
    }

    /// Reason why there is no number; absent if there is one, or may still come.
    var refusal: RefusalReason? { reading == nil ? outOfReach : reading?.reason }

    /// The verdict, as soon as it is known.
    var verdict: Verdict? { reading?.verdict ?? outOfReach.map { _ in .refused } }

    /// The claimed clock, compared with the reading's once there is one.
    var claim: ClaimNumbers? { numbers == nil ? coming : numbers?.claim }

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
        outOfReach = nil
        coming = nil
    }

    /// A core of the table of all cores, named by its number.
    init(_ core: AllCoresCore) {
        kind = core.kind
        cpus = core.cpu.map { [$0] } ?? core.cpus
        reading = core.reading
        numbers = core.numbers
        display = core.numbers?.frequency
        outOfReach = core.outOfReach
        coming = nil
    }

    /// Its clock, to find the fastest of several.
    var hz: Double { reading?.frequencyHz?.value ?? 0 }

    /// It is measured: its number so far. A curve comes with the reading: who draws it while windows are taken keeps a second
    /// core busy, and phones with two fast ones then lower the clock of both.
    mutating func run(_ frequency: Frequency?, part: Double) {
        display = frequency?.display
        self.part = part
    }
}
