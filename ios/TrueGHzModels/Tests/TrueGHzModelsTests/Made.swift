import TrueGHzKit

// Reports that no recorded windows yield: the records of the core have no member that can be set.

extension Reading {
    /// This reading with these values, without a time line, at a part of its clock.
    func with(
        _ verdict: Verdict, atLeastHz: Double? = nil, states: [ClockState] = [],
        thermal: ThermalStatus? = nil,
        kind: String? = nil, warnings: [Warning] = [], part: Double = 1
    ) -> Reading {
        Reading(
            cpu: cpu, kind: kind ?? self.kind, cpus: cpus, urgency: urgency,
            frequencyHz: frequencyHz?.times(part), repeatableHz: repeatableHz?.times(part),
            atLeastHz: atLeastHz, confidence: confidence, uncertainty: uncertainty,
            clockTolerancePpm: clockTolerancePpm, clockToleranceSource: clockToleranceSource,
            verdict: verdict, reason: reason, warnings: warnings, range: range, states: states, timeLine: [],
            chains: chains, tightLoop: tightLoop, effectiveHz: effectiveHz, windows: windows, claim: claim,
            load: load, crossCheck: crossCheck, elapsedMs: elapsedMs, warmUpMs: warmUpMs,
            warmUpCurve: warmUpCurve, timeToFirstEstimateMs: timeToFirstEstimateMs,
            conditions: Conditions(
                thermal: thermal, thermalHeadroom: nil, powerSaving: nil, inBackground: nil))
    }
}

extension Interval {
    fileprivate func times(_ part: Double) -> Interval {
        Interval(value: value * part, low: low * part, high: high * part)
    }
}
