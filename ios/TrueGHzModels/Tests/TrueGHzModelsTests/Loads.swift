import Foundation
import TrueGHzKit

/// Sustained loads as records: core finds what is in them, as of a load that ran.
struct Load {
    /// A second of it.
    struct Second {
        var hz = 2.8e9
        /// Operations of the load in a nanosecond; absent in older records.
        var operations: Double?
        var thermal: String? = "light"
        var headroom: Double?
        var isAway = false
        var isSaving = false
    }

    var lengthMs = 60_000
    /// The work of the cores; absent in older files.
    var work: String? = "vector"
    var seconds: [Second]

    /// A load whose clock falls from 2.8 to 2.1 GHz, and which becomes hot, half of the way.
    static func falling(_ count: Int = 60) -> Load {
        let seconds = (0..<count).map {
            $0 < count / 2 ? Second() : Second(hz: 2.1e9, thermal: "severe", headroom: 0.87)
        }
        return Load(lengthMs: count * 1000, seconds: seconds)
    }

    var report: SustainedReport {
        get throws { try SustainedReport(lines: lines) }
    }

    /// The events that a session reports of it, in order.
    var events: [SessionEvent] {
        get throws {
            let report = try report
            return [.sustainedBegun(run: report.run)]
                + report.records.map { .sustainedRecorded(record: $0) }
        }
    }

    private var lines: String {
        get throws {
            let windows = try JSONDecoder().decode(JSON.self, from: Data(Reports.windowsJSON().utf8))
            let facts = work.map {
                JSON.object(["class": .string($0), "instructions": .string("NEON FMA, 2 doubles")])
            }
            let run = JSON.object([
                "schema": .string("trueghz-sustained/1"), "version": .string("0.1.0"), "cpu": .integer(0),
                "kind": .string("Cortex-A78"), "load": .string("one"), "others": .array([]),
                "began_ticks": .integer(0), "length_ms": .integer(Int64(lengthMs)),
                "clock": windows["clock"], "timebase": windows["timebase"], "quantum_ns": .number(20.5),
                "common_part": .number(1e-5), "machine": windows["machine"], "work": facts ?? .null,
            ])
            let records = seconds.enumerated().map(Self.record)
            return try ([run] + records).map {
                String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
            }.joined(separator: "\n")
        }
    }

    private static func record(_ index: Int, _ second: Second) -> JSON {
        let windows = (0..<50).map { window in
            JSON.object([
                "at_ns": .number(Double(index) * 1e9 + Double(window) * 20e6), "elapsed_ns": .number(60e3),
                "hz": .number(second.hz), "interrupted": .bool(false),
            ])
        }
        return .object([
            "at_ms": .integer(Int64(index + 1) * 1000), "windows": .array(windows),
            "operations_per_ns": second.operations.map { .number($0) } ?? .null,
            "conditions": .object([
                "thermal": second.thermal.map { .string($0) } ?? .null,
                "thermal_headroom": second.headroom.map { .number($0) } ?? .null,
                "power_saving": .bool(second.isSaving), "in_background": .bool(second.isAway),
            ]),
        ])
    }
}
