// A consumer's first steps: measure, and print the result.

import TrueGHzKit

let report = try await Meter().measure(MeasureOptions(cores: .current, durationMs: 100))
print("consumer: TrueGHz \(version()), \(report.cores.count) core, \(report.cores[0].verdict.words.code)")
