import Foundation
import TrueGHzKit

private let readings = 20
private let eventsPerSecond = 60

/// Prints readings of one core with an observer at 60 events a second beside as many without, in turn.
func printObserverDisturbance() async throws {
    let core = try await Meter().machine().cores.first(where: \.online)?.cpu
    let options = MeasureOptions(cores: core.map { .cpus([$0]) } ?? .current)
    var alone: [Double] = []
    var watched: [Double] = []
    for _ in 0..<readings {
        alone += try await hertz(of: options, sending: nil)
        watched += try await hertz(of: options, sending: Echo())
    }
    print(
        "\n\(readings) readings of one core, in turn without and with \(eventsPerSecond) events a second:\n")
    print("| observer | readings | median, MHz   | lowest, MHz   | highest, MHz  | spread, ppm |")
    print("| -------- | -------: | ------------: | ------------: | ------------: | ----------: |")
    row("none", alone)
    row("Swift", watched)
    if let with = median(watched), let without = median(alone) {
        print(String(format: "\nThe medians differ by %.1f ppm.", (with - without) / without * 1e6))
    }
}

/// One reading's clock; empty when it was refused.
private func hertz(of options: MeasureOptions, sending echo: Echo?) async throws -> [Double] {
    guard let echo else { return try await Meter().measure(options).cores.compactMap(\.frequencyHz) }
    var pulse: Task<Void, any Error>?
    defer { pulse?.cancel() }
    for try await event in Meter().events(of: .measure(options: options)) {
        if case .progress(.running) = event, pulse == nil, case .progress(let running) = event {
            // The core tells twenty times a second; the rest comes from here, by the same way.
            pulse = Task.detached(priority: .high) {
                while !Task.isCancelled {
                    try echo.send(running)
                    try await Task.sleep(for: .seconds(1) / eventsPerSecond)
                }
            }
        }
        if case .ended(let session) = event { return session.report?.cores.compactMap(\.frequencyHz) ?? [] }
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
