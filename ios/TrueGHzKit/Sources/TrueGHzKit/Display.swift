// Displayed values, as members of the types concerned: core rounds the numbers and sets the axes.
// If a member throws, it throws ``TrueGhzError/Defect(message:)`` only.

extension Reading {
    /// All numbers of the reading, to significant digits.
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
    ///   - estimate: The newest, if there is one.
    ///   - claimHz: The system's claim, in hertz.
    public init(warmUp: [WarmUpSample], estimate: Estimate? = nil, claimHz: Double? = nil) throws {
        self = try runningCurve(warmUp: warmUp, estimate: estimate, claimHz: claimHz)
    }
}

extension WindowHistogram {
    /// Distribution of the recorded windows of each core, in the report's order; `nil` if a core
    /// has too few. Takes some milliseconds: not for a thread that draws.
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
    /// Names of the machine.
    public var names: MachineNames {
        get throws { try machineNames(machine: self) }
    }

    /// The cores that a measurement of `cores` on this machine would begin with, in its order.
    public func coming(_ cores: CoreSelection) throws -> [ComingCore] {
        try comingCores(machine: self, cores: cores)
    }
}

extension Claim {
    /// The claimed clock, rounded like stated values.
    public var display: Rounded { statedFrequency(hz: Double(hz)) }
}

extension ClaimSource {
    /// Who claims it, in English.
    public var words: String { claimSourceWords(source: self) }
}
