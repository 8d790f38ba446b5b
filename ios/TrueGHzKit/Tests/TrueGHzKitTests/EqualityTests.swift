import Foundation
import Testing
import TrueGHzKit

/// For the same recorded windows every language makes the same report: rebuilt here from the typed
/// values, and compared with the file that all languages share, numbers to the last bit.
@Suite struct EqualityTests {
    @Test(arguments: Vector.all)
    func theTypedReportIsTheSharedOne(vector: Vector) throws {
        let report = try replay(windowsJson: vector.windowsJSON())
        let rebuilt = try Rebuild.json(report)
        let shared = try JSONDecoder().decode(JSONValue.self, from: vector.report())
        #expect(rebuilt.difference(from: shared) == nil)
    }

    @Test(arguments: Vector.all)
    func theTypedReportIsTheCoresOwnJSON(vector: Vector) throws {
        let report = try MeasurementReport(replaying: vector.windowsJSON())
        let written = try JSONDecoder().decode(JSONValue.self, from: Data(try report.json.utf8))
        #expect(try Rebuild.json(report).difference(from: written) == nil)
    }

    /// Cases that no vector has: the levels of a clock that moved, and a lower bound in place of a
    /// number.
    @Test func levelsAndABoundAreTheCoresOwnJSON() throws {
        let recorded = try MeasurementReport(replaying: Vector.twoCores.windowsJSON())
        let states = [ClockState(hz: 3.1e9, timeShare: 0.43), ClockState(hz: 2.7e9, timeShare: 0.57)]
        let report = recorded.with([
            recorded.cores[0].with(.varying, states: states),
            recorded.cores[1].with(.refused, atLeastHz: 3.05e9),
        ])
        let written = try JSONDecoder().decode(JSONValue.self, from: Data(try report.json.utf8))
        #expect(try Rebuild.json(report).difference(from: written) == nil)
        #expect(try report.json.contains("at_least_hz") && report.json.contains("states"))
    }

    /// Nor has one the processor's own counters.
    @Test func countersAreTheCoresOwnJSON() throws {
        let recorded = try MeasurementReport(replaying: Vector.twoCores.windowsJSON())
        let rate = Interval(value: 3.1e9, low: 3.0e9, high: 3.2e9)
        let counters = HardwareCounters(
            counted: [
                Counted(
                    counter: .perfCycles, perSecond: rate, perStep: Interval(value: 1, low: 0.5, high: 2)),
                Counted(counter: .tsc, perSecond: rate, perStep: nil),
            ],
            missing: [
                MissingCounter(counter: .rdpruActual, why: .hypervisor),
                MissingCounter(counter: .perfInstructions, why: .paranoid(level: 3)),
            ])
        let report = recorded.with([recorded.cores[0].with(.steady, counters: counters)])
        let written = try JSONDecoder().decode(JSONValue.self, from: Data(try report.json.utf8))
        #expect(try Rebuild.json(report).difference(from: written) == nil)
        #expect(try report.json.contains("perf_cycles") && report.json.contains("paranoid"))
    }

    @Test func thereAreVectors() {
        #expect(!Vector.all.isEmpty)
    }

    @Test func aDifferenceIsSeen() throws {
        let report = try MeasurementReport(replaying: Vector.twoCores.windowsJSON())
        let rebuilt = try Rebuild.json(report)
        guard case .object(var fields) = rebuilt else { throw Rebuild.NoForm(type: "no object") }
        fields["version"] = nil
        #expect(JSONValue.object(fields).difference(from: rebuilt) == "/version is missing on the left")
        fields["version"] = .string("another")
        #expect(JSONValue.object(fields).difference(from: rebuilt)?.hasPrefix("/version") == true)
    }
}
