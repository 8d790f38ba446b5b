// Comparison of two measurements, as members of the types concerned: core computes the difference,
// its interval and its digits.

extension MeasurementReport {
    /// Compares another report with this one, core by core: its clocks minus these. `nil` if they
    /// share no core.
    ///
    /// - Throws: ``TrueGhzError/Defect(message:)`` only.
    public func contrast(with other: MeasurementReport) throws -> MeasurementContrast? {
        try compareMeasurements(first: self, other: other)
    }
}

extension ContrastSide {
    /// The clock to significant digits; `nil` if refused.
    public var display: FrequencyDisplay? { sideDisplay(side: self) }
}

extension ClockDifference {
    /// The numbers of the difference, to significant digits.
    public var numbers: DifferenceNumbers? { differenceNumbers(difference: self) }
}
