import Foundation
import TrueGHzKit

private let readings = 20

/// Prints readings of one core with an observer that makes the curve of each event, up to 60 a second, beside
/// as many without, in turn.
func printObserverDisturbance() async throws {
    let core = try await Meter().machine().cores.first(where: \.online)?.cpu
    let options = MeasureOptions(cores: core.map { .cpus([$0]) } ?? .current)
    var alone: [Double] = []
    var watched: [Double] = []
    for _ in 0..<readings {
        alone += try await hertz(of: options, watching: false)
        watched += try await hertz(of: options, watching: true)
    }
    print("\n\(readings) readings of one core, in turn without and with an observer that makes the curve:\n")
    print("| observer | readings | median, MHz   | lowest, MHz   | highest, MHz  | spread, ppm |")
    print("| -------- | -------: | ------------: | ------------: | ------------: | ----------: |")
    row("none", alone)
    row("Swift", watched)
    if let with = median(watched), let without = median(alone) {
        print(String(format: "\nThe medians differ by %.1f ppm.", (with - without) / without * 1e6))
    }
}

/// One reading's clock; empty when it was refused.
private func hertz(of options: MeasureOptions, watching: Bool) async throws -> [Double] {
    guard watching else { return try await Meter().measure(options).cores.compactMap(\.frequencyHz) }
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
            return session.report?.cores.compactMap(\.frequencyHz) ?? []
        }
    }
    return []
}

private func row(_ name: String, _ hertz: [Double]) {
    guard let median = median(hertz), let low = hertz.min(), let high = hertz.max() else {
        print("| \(name) | 0 | | | | |")
        return
    }
    let spread = (high - low) / median * 1e6
    let title = name.padding(toLength: 8, withPad: " ", startingAt: 0)
    print(
        "| \(title) | "
            + String(
                format: "%8d | %13.4f | %13.4f | %13.4f | %11.1f |", hertz.count, median / 1e6, low / 1e6,
                high / 1e6, spread))
}

private func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
}
