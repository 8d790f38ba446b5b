// What is shown, as members of what it is about: core rounds the numbers and sets the axes. Where a member
// throws, it throws ``TrueGhzError/Defect(message:)`` only.

extension Reading {
    /// All numbers of the reading, in the digits that their errors carry.
    public var numbers: ReadingNumbers {
        get throws { try readingNumbers(reading: self) }
    }

    /// The clock over time, warm-up and measurement, ready to be drawn.
    public var curve: ClockCurve {
        get throws { try readingCurve(reading: self) }
    }
}

extension ClockCurve {
    /// The curve of a measurement that goes on.
    ///
    /// - Parameters:
    ///   - warmUp: All points of the warm-up so far.
    ///   - estimate: The newest, where there is one.
    ///   - claimHz: What the system claims, in hertz.
    public init(warmUp: [WarmUpSample], estimate: Estimate? = nil, claimHz: Double? = nil) throws {
        self = try runningCurve(warmUp: warmUp, estimate: estimate, claimHz: claimHz)
    }
}

extension WindowHistogram {
    /// How the recorded windows of each core are spread, in the report's order; absent where a core has too
    /// few. Takes some milliseconds: not for a thread that draws.
    ///
    /// - Throws: As ``MeasurementReport/init(replaying:)``.
    public static func ofEach(in windowsJSON: String) throws -> [WindowHistogram?] {
        try windowHistograms(windowsJson: windowsJSON)
    }
}

extension TimingClock {
    /// The clock's rate, tick and cost, rounded.
    public var numbers: ClockNumbers {
        get throws { try clockNumbers(clock: self) }
    }
}

extension Machine {
    /// What it is called.
    public var names: MachineNames {
        get throws { try machineNames(machine: self) }
    }
}

extension Claim {
    /// What is claimed, rounded as what is stated is.
    public var display: Rounded { statedFrequency(hz: Double(hz)) }
}

extension ClaimSource {
    /// Who claims it, in English.
    public var words: String { claimSourceWords(source: self) }
}
