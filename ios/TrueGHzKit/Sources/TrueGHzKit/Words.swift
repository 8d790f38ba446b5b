// The core's words and forms, as members of the types concerned.

extension Verdict {
    /// The code with its English text.
    public var words: Words { verdictWords(verdict: self) }
}

extension RefusalReason {
    /// The code with its English text.
    public var words: Words { reasonWords(reason: self) }
}

extension Warning {
    /// The code with its English text and its arguments.
    public var words: Words { warningWords(warning: self) }

    /// Whether it changes the meaning of the number: it belongs at the number, the others below.
    public var isUrgent: Bool { warningIsUrgent(warning: self) }
}

extension Frequency {
    /// The clock to significant digits and one guard digit.
    public var display: FrequencyDisplay? { runningDisplay(frequency: self) }
}

extension Reading {
    /// The clock to significant digits and one guard digit; `nil` if refused.
    public var display: FrequencyDisplay? { readingDisplay(reading: self) }

    /// What to do about the verdict, or how to read it; the code names the reading's other
    /// findings. `nil` if no action is needed, or if refused: then the reason has the advice.
    public var advice: Words? { readingAdvice(reading: self) }

    /// Converts a time to cycles of this core, with the interval; `nil` if refused.
    public func cycles(nanoseconds: Double) -> Interval? {
        TrueGHzKit.cycles(reading: self, nanoseconds: nanoseconds)
    }

    /// Converts cycles of this core to nanoseconds, with the interval; `nil` if refused.
    public func nanoseconds(cycles: Double) -> Interval? {
        TrueGHzKit.nanoseconds(reading: self, cycles: cycles)
    }
}

extension MeasurementReport {
    /// The report that recorded windows make (``EndedSession/windowsJSON()``).
    ///
    /// - Throws: ``TrueGhzError/NotARecording(message:)``, ``TrueGhzError/OtherSchema(message:)``.
    public init(replaying windowsJSON: String) throws {
        self = try replay(windowsJson: windowsJSON)
    }

    /// As JSON, by the schema that the report names.
    ///
    /// Like ``csv`` and ``text`` it fails with ``TrueGhzError/Defect(message:)`` only.
    public var json: String {
        get throws { try reportJson(report: self) }
    }

    /// As CSV: a row for each core, units in the header.
    public var csv: String {
        get throws { try reportCsv(report: self) }
    }

    /// As plain English text, for sharing.
    public var text: String {
        get throws { try reportText(report: self) }
    }
}

extension AnyReport {
    /// The result in one line, in English.
    ///
    /// Like the other members it fails with ``TrueGhzError/Defect(message:)`` only.
    public var found: String {
        get throws { try anyReportFound(report: self) }
    }

    /// As JSON, by the schema that the report names.
    public var json: String {
        get throws { try anyReportJson(report: self) }
    }

    /// As CSV, units in the header: a row for each core, window or reading.
    public var csv: String {
        get throws { try anyReportCsv(report: self) }
    }

    /// As plain English text, for sharing.
    public var text: String {
        get throws { try anyReportText(report: self) }
    }
}
