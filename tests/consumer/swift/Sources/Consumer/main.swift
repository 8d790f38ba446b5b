// What somebody does first: measure, and print what came of it.

import TrueGHzKit

let report = try await Meter().measure(MeasureOptions(cores: .current, durationMs: 100))
print("consumer: TrueGHz \(version()), \(report.cores.count) core, \(report.cores[0].verdict.words.code)")
