import Foundation
import TrueGHzKit

/// Sustained loads as records: core finds what is in them, as of a load that ran.
struct Load {
    /// A second of it.
    struct Second {
        let hz: Double
        let thermal: String
    }

    let seconds: [Second]

    /// A minute in which the clock falls from 2.8 to 2.1 GHz, and the device becomes hot, half of the way.
    static let falling = Load(
        seconds: (0..<60).map {
            $0 < 30 ? Second(hz: 2.8e9, thermal: "light") : Second(hz: 2.1e9, thermal: "severe")
        })

    var report: SustainedReport {
        get throws { try SustainedReport(lines: lines.joined()) }
    }

    /// The lines of its file: the run, then each record.
    var lines: [String] {
        get throws {
            let windows = try JSONDecoder().decode(JSON.self, from: Data(Reports.windowsJSON().utf8))
            let run = JSON.object([
                "schema": .string("trueghz-sustained/2"), "version": .string("0.1.0"), "cpu": .integer(0),
                "kind": .string("Cortex-A78"), "load": .string("one"), "others": .array([]),
                "start_ticks": .integer(0), "length_ms": .integer(Int64(seconds.count) * 1000),
                "clock": windows["clock"], "timebase": windows["timebase"], "quantum_ns": .number(20.5),
                "overhead_uncertainty": .number(1e-5), "machine": windows["machine"],
            ])
            let records = seconds.enumerated().map(Self.record)
            return try ([run] + records).map {
                String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n"
            }
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
            "conditions": .object([
                "thermal": .string(second.thermal), "thermal_headroom": .null, "power_saving": .bool(false),
                "in_background": .bool(false),
            ]),
        ])
    }
}
