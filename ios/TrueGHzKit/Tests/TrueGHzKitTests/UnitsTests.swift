import Foundation
import Testing
import TrueGHzKit

/// Values of the core in Foundation's units: the same numbers.
@Suite struct UnitsTests {
    let report: MeasurementReport

    init() throws {
        report = try MeasurementReport(replaying: Vector.twoCores.windowsJSON())
    }

    @Test func aReadingsClockIsAMeasurement() throws {
        let reading = try #require(report.cores.first { $0.frequencyHz != nil })
        let frequency = try #require(reading.frequency)
        let interval = try #require(reading.interval)
        #expect(frequency.value == reading.frequencyHz?.value)
        #expect(frequency.unit == .hertz)
        #expect(interval.contains(frequency))
        #expect(interval.lowerBound.value == reading.frequencyHz?.low)
        #expect(interval.upperBound.value == reading.frequencyHz?.high)
    }

    @Test func roundedForPeople() throws {
        let reading = try #require(report.cores.first { $0.frequencyHz != nil })
        let display = try #require(reading.display)
        let frequency = try #require(reading.frequency)
        #expect(display.number.measurement.unit == display.number.unit.unitFrequency)
        let off = abs(display.number.measurement.converted(to: .hertz).value - frequency.value)
        #expect(off <= display.uncertainty.measurement.converted(to: .hertz).value)
        #expect(display == readingDisplay(reading: reading))
    }

    @Test func displayOfANumberAndItsHalfWidth() throws {
        let display = try #require(frequencyDisplay(hz: 3e9, halfWidthHz: 30_000))
        #expect(display.number.unit == .gHz)
        #expect(display.number.value == 3)
        #expect(frequencyDisplay(hz: .nan, halfWidthHz: 1) == nil)
    }

    @Test func displayOfARunningNumber() throws {
        let budget = UncertaintyBudget(
            quantisationPpm: 1, batchSpreadPpm: 10, chainDisagreementPpm: 0, undetectedPpm: 0)
        let running = Frequency(
            hz: Interval(value: 3e9, low: 2.99997e9, high: 3.00003e9), budget: budget)
        #expect(running.display == frequencyDisplay(hz: 3e9, halfWidthHz: 30_000))
        #expect(running.measurement.value == 3e9)
        #expect(running.interval.lowerBound.value == 2.99997e9)
    }

    @Test(arguments: [
        (FrequencyUnit.hz, UnitFrequency.hertz), (.kHz, .kilohertz), (.mHz, .megahertz), (.gHz, .gigahertz),
    ])
    func everyUnit(unit: FrequencyUnit, expected: UnitFrequency) {
        #expect(unit.unitFrequency == expected)
    }

    @Test func cyclesAndNanoseconds() throws {
        let reading = try #require(report.cores.first { $0.frequencyHz != nil })
        let cycles = try #require(reading.cycles(nanoseconds: 1_000))
        #expect(cycles.low <= cycles.value && cycles.value <= cycles.high)
        let nanoseconds = try #require(reading.nanoseconds(cycles: cycles.value))
        #expect(nanoseconds.low <= 1_000 && 1_000 <= nanoseconds.high)
    }

    @Test func rangesAndClaims() {
        let range = FrequencyRange(lowHz: 1e9, highHz: 2e9).measurements
        #expect(range.upperBound == Measurement(value: 2, unit: .gigahertz))
        #expect(Claim(hz: 2_600_000_000, source: .brandString).frequency.value == 2.6e9)
    }
}
