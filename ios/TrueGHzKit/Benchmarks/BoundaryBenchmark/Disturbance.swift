import Foundation
import TrueGHzKit

private let readings = 20

/// Prints readings of one core with an observer that makes the curve of each event, up to 60 a second, beside
/// as many without, in turn.
func printObserverDisturbance() async throws {
    let core = try await Meter().machine().cores.first(where: \.online)?.cpu
    let options = MeasureOptions(cores: core.map { .cpus([$0]) } ?? .current)
    var alone: [Reading] = []
    var watched: [Reading] = []
    for _ in 0..<readings {
        alone += try await reading(of: options, watching: false)
        watched += try await reading(of: options, watching: true)
    }
    print("\n\(readings) readings of one core, in turn without and with an observer that makes the curve:\n")
    print(
        "| observer | readings | steady | median, MHz | middle half, ppm | all, ppm | ± of the steady, ppm |")
    print(
        "| -------- | -------: | -----: | ----------: | ---------------: | -------: | -------------------: |")
    let without = row("none", alone)
    let with = row("Swift", watched)
    if let with, let without {
        print(String(format: "\nThe medians differ by %.1f ppm.", (with - without) / without * 1e6))
    }
}

/// One reading; empty where a session ended without.
private func reading(of options: MeasureOptions, watching: Bool) async throws -> [Reading] {
    guard watching else { return try await Meter().measure(options).cores }
    var warmUp: [WarmUpSample] = []
    for try await event in Meter().events(of: .measure(options: options)) {
        switch event {
        case .progress(.warmUp(_, let samples)):
            warmUp += samples
            _ = try ClockCurve(warmUp: warmUp, estimate: nil, claimHz: nil)
        case .progress(.running(_, _, let estimate, _)):
            _ = try ClockCurve(warmUp: warmUp, estimate: estimate, claimHz: nil)
        case .progress:
            break
        case .ended(let session):
            return session.report?.cores ?? []
        }
    }
    return []
}

/// Prints a row of the table and returns the median, in hertz. The clock of this machine may move from reading to reading, which spreads them; the ± of a
/// steady one shows how its own windows scatter.
private func row(_ name: String, _ readings: [Reading]) -> Double? {
    let hertz = readings.compactMap(\.frequencyHz).sorted()
    let steady = readings.filter { $0.verdict == .steady }
    let title = name.padding(toLength: 8, withPad: " ", startingAt: 0)
    guard let median = middle(of: hertz), let low = hertz.first, let high = hertz.last else {
        print("| \(title) | 0 | | | | | |")
        return nil
    }
    let ppm = { (hertz: Double) in hertz / median * 1e6 }
    let half = hertz[hertz.count * 3 / 4] - hertz[hertz.count / 4]
    let widths = steady.compactMap { reading in
        reading.highHz.flatMap { high in reading.lowHz.map { low in ppm((high - low) / 2) } }
    }
    let width = middle(of: widths) ?? .nan
    print(
        "| \(title) | "
            + String(
                format: "%8d | %6d | %11.4f | %16.1f | %8.1f | %20.1f |", hertz.count, steady.count,
                median / 1e6, ppm(half), ppm(high - low), width))
    return median
}

private func middle(of values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
}
