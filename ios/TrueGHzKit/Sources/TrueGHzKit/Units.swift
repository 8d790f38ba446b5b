import Foundation

// Values of the core in Foundation's units. The numbers are the core's, unchanged.

extension Reading {
    /// The core's clock; absent when the reading was refused. Show it with its ``interval``, or as
    /// ``Reading/display`` rounds it.
    public var frequency: Measurement<UnitFrequency>? {
        frequencyHz.map { Measurement(value: $0.value, unit: .hertz) }
    }

    /// The interval that holds the clock with the reading's ``confidence``; absent when it was refused.
    public var interval: ClosedRange<Measurement<UnitFrequency>>? {
        frequencyHz?.inHertz
    }
}

extension Interval {
    /// Its ends, of an interval in hertz.
    fileprivate var inHertz: ClosedRange<Measurement<UnitFrequency>> {
        Measurement(value: low, unit: .hertz)...Measurement(value: high, unit: .hertz)
    }
}

extension Frequency {
    /// The clock.
    public var measurement: Measurement<UnitFrequency> {
        Measurement(value: hz.value, unit: .hertz)
    }

    /// The interval that contains it.
    public var interval: ClosedRange<Measurement<UnitFrequency>> {
        hz.inHertz
    }
}

extension FrequencyRange {
    /// Range of the varying clock.
    public var measurements: ClosedRange<Measurement<UnitFrequency>> {
        Measurement(value: lowHz, unit: .hertz)...Measurement(value: highHz, unit: .hertz)
    }
}

extension Claim {
    /// The claimed clock, which is not measured.
    public var frequency: Measurement<UnitFrequency> {
        Measurement(value: Double(hz), unit: .hertz)
    }
}

extension Rounded {
    /// The rounded value, in its unit. To be shown with exactly ``decimals`` digits after the point.
    public var measurement: Measurement<UnitFrequency> {
        Measurement(value: value, unit: unit.unitFrequency)
    }
}

extension FrequencyUnit {
    /// The unit as Foundation's type.
    public var unitFrequency: UnitFrequency {
        switch self {
        case .hz: .hertz
        case .kHz: .kilohertz
        case .mHz: .megahertz
        case .gHz: .gigahertz
        }
    }
}
