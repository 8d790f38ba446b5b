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
    print("\n\(readings) readings of one core, in turn without and with an observer that makes the curve.")
    print("The clock of this machine may move, which the steady ones leave out.\n")
    print("| which  | observer | readings | median, MHz | middle half, ppm | all, ppm | median ±, ppm |")
    print("| ------ | -------- | -------: | ----------: | ---------------: | -------: | ------------: |")
    let all = compare("all", alone, watched)
    let steady = compare(
        "steady", alone.filter { $0.verdict == .steady }, watched.filter { $0.verdict == .steady })
    print("\nThe medians differ by \(all), those of the steady ones by \(steady).")
}

/// Prints a row each, and returns the difference of the medians.
private func compare(_ which: String, _ alone: [Reading], _ watched: [Reading]) -> String {
    let without = row(which, "none", alone)
    let with = row(which, "Swift", watched)
    guard let with, let without else { return "nothing that is known" }
    return String(format: "%.1f ppm", (with - without) / without * 1e6)
}

/// Takes one reading; empty if a session ended without one.
private func reading(of options: MeasureOptions, watching: Bool) async throws -> [Reading] {
    guard watching else { return try await Meter().measure(options).cores }
    for try await event in Meter().events(of: .measure(options: options)) {
        switch event {
        case .progress:
            break
        case .ended(let session):
            return session.report?.cores ?? []
        }
    }
    return []
}

/// Prints a row of the table and returns the median, in hertz; `nil` if no reading has a number.
private func row(_ which: String, _ observer: String, _ readings: [Reading]) -> Double? {
    let hertz = readings.compactMap(\.frequencyHz?.value).sorted()
    let names = [(which, 6), (observer, 8)].map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
    let title = names.joined(separator: " | ")
    guard let median = middle(of: hertz), let low = hertz.first, let high = hertz.last else {
        print("| \(title) | 0 | | | | |")
        return nil
    }
    let ppm = { (hertz: Double) in hertz / median * 1e6 }
    let half = hertz[hertz.count * 3 / 4] - hertz[hertz.count / 4]
    let widths = readings.compactMap { reading in
        reading.frequencyHz.map { clock in ppm((clock.high - clock.low) / 2) }
    }
    print(
        "| \(title) | "
            + String(
                format: "%8d | %11.4f | %16.1f | %8.1f | %13.1f |", hertz.count, median / 1e6, ppm(half),
                ppm(high - low), middle(of: widths) ?? .nan))
    return median
}

private func middle(of values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
}
