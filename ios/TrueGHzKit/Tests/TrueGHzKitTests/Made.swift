import TrueGHzKit

// Reports that no recorded windows produce: the members of core's records cannot be set.

extension Reading {
    /// Returns the reading with these values, without warnings and without a time line.
    func with(
        _ verdict: Verdict, atLeastHz: Double? = nil, states: [ClockState] = [],
        thermal: ThermalStatus? = nil,
        counters: HardwareCounters? = nil
    ) -> Reading {
        Reading(
            cpu: cpu, kind: kind, cpus: cpus, urgency: urgency, frequencyHz: frequencyHz,
            repeatableHz: repeatableHz, atLeastHz: atLeastHz, confidence: confidence,
            uncertainty: uncertainty,
            clockTolerancePpm: clockTolerancePpm, clockToleranceSource: clockToleranceSource,
            verdict: verdict, reason: reason, warnings: [], range: range, states: states, timeLine: [],
            chains: chains, tightLoop: tightLoop, effectiveHz: effectiveHz, windows: windows, claim: claim,
            load: load, crossCheck: crossCheck, elapsedMs: elapsedMs, warmUpMs: warmUpMs,
            warmUpCurve: warmUpCurve, timeToFirstEstimateMs: timeToFirstEstimateMs,
            conditions: Conditions(
                thermal: thermal, thermalHeadroom: nil, powerSaving: nil, inBackground: nil),
            counters: counters)
    }
}

extension MeasurementReport {
    /// Returns the report with these cores.
    func with(_ cores: [Reading]) -> MeasurementReport {
        MeasurementReport(schema: schema, version: version, clock: clock, cores: cores, machine: machine)
    }
}
