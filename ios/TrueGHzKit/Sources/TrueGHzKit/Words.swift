// The core's words and forms, as members of what they are about.

extension Verdict {
    /// The code, and what it says in English.
    public var words: Words { verdictWords(verdict: self) }
}

extension RefusalReason {
    /// The code, and what it says in English.
    public var words: Words { reasonWords(reason: self) }
}

extension Warning {
    /// The code, and what it says in English, with its arguments.
    public var words: Words { warningWords(warning: self) }
}

extension Frequency {
    /// The clock in the digits that its interval carries, one guard digit among them.
    public var display: FrequencyDisplay? { runningDisplay(frequency: self) }
}

extension Reading {
    /// The clock in the digits that its interval carries, one guard digit among them; absent when refused.
    public var display: FrequencyDisplay? { readingDisplay(reading: self) }

    /// What to do about the verdict, or how to read it; the code says what else the reading shows. Absent where
    /// there is nothing to be done, and when refused: then the reason has the advice.
    public var advice: Words? { readingAdvice(reading: self) }

    /// How many cycles of this core a time is, with the interval; absent when refused.
    public func cycles(nanoseconds: Double) -> Interval? {
        TrueGHzKit.cycles(reading: self, nanoseconds: nanoseconds)
    }

    /// How many nanoseconds some cycles of this core take, with the interval; absent when refused.
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

    /// As plain English text, to be sent to somebody.
    public var text: String {
        get throws { try reportText(report: self) }
    }
}

extension AnyReport {
    /// What was found, in a line, in English.
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

    /// As plain English text, to be sent to somebody.
    public var text: String {
        get throws { try anyReportText(report: self) }
    }
}
