// Displayed values of a sustained load, as members of the report: core rounds the numbers and sets
// the axes.

extension SustainedReport {
    /// The report that records make, as `trueghz sustained --record` writes them.
    ///
    /// - Throws: ``TrueGhzError/NotARecording(message:)``, ``TrueGhzError/OtherSchema(message:)``.
    public init(lines: String) throws {
        self = try sustainedFromLines(lines: lines)
    }

    /// The clock over time, ready to be drawn.
    ///
    /// Like ``summary`` it fails with ``TrueGhzError/Defect(message:)`` only.
    public var curve: SustainedCurve {
        get throws { try sustainedCurve(report: self) }
    }

    /// All numbers, how it ended, and the missing data.
    public var summary: SustainedSummary {
        get throws { try sustainedSummary(report: self) }
    }
}

extension SustainedRun {
    /// The first line of a file of records: with that of each record it is a load that ``SustainedReport/init(lines:)`` opens,
    /// also where its writer was ended in the middle of a line.
    ///
    /// Fails with ``TrueGhzError/Defect(message:)`` only.
    public var line: String {
        get throws { try sustainedRunLine(run: self) }
    }
}

extension SustainedRecord {
    /// A further line of a file of records.
    ///
    /// Fails with ``TrueGhzError/Defect(message:)`` only.
    public var line: String {
        get throws { try sustainedRecordLine(record: self) }
    }
}
