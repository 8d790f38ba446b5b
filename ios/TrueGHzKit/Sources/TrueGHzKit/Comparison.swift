// Two measurements compared, as members of what it is about: core finds the difference, its interval and its digits.

extension MeasurementReport {
    /// Another report compared with this one, core by core: its clocks less these. Absent where they share no core.
    ///
    /// - Throws: ``TrueGhzError/Defect(message:)`` only.
    public func contrast(with other: MeasurementReport) throws -> MeasurementContrast? {
        try compareMeasurements(first: self, other: other)
    }
}

extension ContrastSide {
    /// The clock in the digits that its interval carries; absent when refused.
    public var display: FrequencyDisplay? { sideDisplay(side: self) }
}

extension ClockDifference {
    /// The numbers of the difference, in the digits that its interval carries.
    public var numbers: DifferenceNumbers? { differenceNumbers(difference: self) }
}
