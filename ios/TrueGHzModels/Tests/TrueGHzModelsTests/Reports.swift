import Foundation
import TrueGHzKit

@testable import TrueGHzModels

/// Reports of recorded windows: tests/vectors at the repository's root, the same for all languages.
enum Reports {
    /// A claim before there is a reading.
    static let statedClaim = ClaimNumbers(
        stated: Rounded(value: 2.4, decimals: 1, unit: .gHz), source: .cpuinfoMaxFreq, isPublished: false,
        differencePercent: nil, side: nil)
    /// Two cores, each with a number.
    static let twoCores = Result { try replayed("two-cores-100ms") }
    /// One core's reading with a warning of each code.
    static let everyWarning = Result { try replayed("every-warning") }
    /// A refused reading for each reason.
    static let everyReason = Result { try replayed("every-reason") }
    /// Two clocks that disagree.
    static let clocksDisagree = Result { try replayed("clocks-disagree") }

    static var all: [Result<MeasurementReport, any Error>] {
        [twoCores, everyWarning, everyReason, clocksDisagree]
    }

    /// The report of recorded windows after a change of them: core estimates again, and nothing is
    /// made up.
    static func changed(
        _ name: String = "two-cores-100ms", _ change: (inout JSON) -> Void
    ) throws -> MeasurementReport {
        var json = try JSONDecoder().decode(JSON.self, from: Data(windowsJSON(name).utf8))
        change(&json)
        return try MeasurementReport(replaying: String(decoding: JSONEncoder().encode(json), as: UTF8.self))
    }

    /// A clock that ran a quarter faster from the middle on: there the same windows take less time.
    static func varying() throws -> MeasurementReport {
        try changed { json in
            var elapsed = json["cores"].elements[0]["outcome"]["recorded"]["windows"]["elapsed_ticks"]
                .elements
            for index in elapsed.indices.suffix(from: elapsed.count / 2) {
                if case .integer(let ticks) = elapsed[index] { elapsed[index] = .integer(ticks * 4 / 5) }
            }
            json["cores"].elements = [json["cores"].elements[0]]
            json["cores"].elements[0]["outcome"]["recorded"]["windows"]["elapsed_ticks"].elements = elapsed
        }
    }

    /// A reading that came to this, and about which nothing else is known.
    static func reading(_ verdict: Verdict, thermal: ThermalStatus? = nil) throws -> Reading {
        try twoCores.get().cores[0].with(verdict, thermal: thermal)
    }

    /// A core of which no moment was undisturbed.
    static func bound(_ hz: Double) throws -> MeasurementReport {
        let report = try everyReason.get()
        let refused = report.cores.filter { $0.reason == .noUndisturbedWindows }
        return report.with(refused.map { $0.with(.refused, atLeastHz: hz) })
    }

    /// The recorded windows of ``twoCores``.
    static func windowsJSON(_ name: String = "two-cores-100ms") throws -> String {
        try String(
            contentsOf: repository.appendingPathComponent("tests/vectors/raw-\(name).json"), encoding: .utf8)
    }

    private static func replayed(_ name: String) throws -> MeasurementReport {
        try MeasurementReport(replaying: windowsJSON(name))
    }
}

extension MeasureState {
    /// A measurement that found a report.
    static func done(_ report: MeasurementReport, windowsJSON: String? = nil) throws -> MeasureState {
        var state = MeasureState()
        state.start()
        try state.end(with: report, windowsJSON: windowsJSON)
        return state
    }
}
