import TrueGHzKit

@testable import TrueGHzModels

/// Tables of instructions: the rows are core's, the numbers a test's.
enum InstructionTables {
    /// A session that was stopped at once: every row of the set, none measured.
    static func stopped() async throws -> InstructionTable {
        let meter = Meter()
        let events = meter.events(of: .instructions(names: []))
        meter.stop()
        var table: InstructionTable?
        for try await event in events {
            if case .ended(let session) = event, case .instructionsMeasured(let measured) = session.outcome {
                table = measured
            }
        }
        guard let table else { throw TrueGhzError.Defect(message: "no table") }
        return table
    }

    /// A table in which every figure is `cycles` cycles.
    static func all(_ cycles: Double) async throws -> InstructionTable {
        try await stopped().with { _ in (Interval(value: cycles, low: cycles, high: cycles), nil) }
    }
}

extension InstructionTable {
    /// This table with other numbers, or reasons.
    func with(_ change: (InstructionRow) -> (Interval?, MissingCycles?)) -> InstructionTable {
        let changed = rows.map { row in
            let (cycles, missing) = change(row)
            return InstructionRow(
                form: row.form, group: row.group, measure: row.measure, marks: row.marks, cycles: cycles,
                shapesAgree: row.shapesAgree, shapes: row.shapes, missing: missing)
        }
        return InstructionTable(
            schema: schema, version: version, measurement: measurement, reference: reference, rows: changed)
    }
}
