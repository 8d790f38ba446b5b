import TrueGHzKit

/// A report as text, in the app's language: a message that can be pasted anywhere, with all the
/// screen's contents.
struct SharedText: Sendable {
    /// Lines that stand together, a free line between them.
    let paragraphs: [[Phrase]]

    /// A reading: the machine, then each core with its number and its warnings.
    ///
    /// - Parameters:
    ///   - report: What was found.
    ///   - notes: What is to be known of all of it.
    ///
    /// - Throws: ``TrueGhzError/Defect(message:)`` only.
    init(_ report: MeasurementReport, notes: [Note] = []) throws {
        let names = CoreNames(machine: report.machine)
        let cores = try report.cores.map { try Self.core($0, names) }
        let footer = [Phrase.word(.shareCardFooter, .text(report.version))]
        paragraphs = ([[report.machine.line].compactMap { $0 }] + cores + notes.map { [$0.line] } + [footer])
            .filter { !$0.isEmpty }
    }

    /// The text itself.
    func callAsFunction(in language: Language) -> String {
        paragraphs.map { $0.map { language($0) }.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private static func core(_ reading: Reading, _ names: CoreNames) throws -> [Phrase] {
        let numbers = try reading.numbers
        let notes = [Note(reading)].compactMap { $0?.advice } + reading.warnings.map { Note($0).line }
        let range = numbers.range.map { Phrase.word(.numberRange, .number($0.low), .number($0.high)) }
        let reach = numbers.reach?.phrase(because: reading.lowBecause)
        return [names.title(kind: reading.kind, cpus: reading.cpus)] + number(reading, numbers)
            + [range, reach, numbers.claim?.line].compactMap { $0 } + notes
    }

    /// The number with its uncertainty and verdict, or why there is none.
    private static func number(_ reading: Reading, _ numbers: ReadingNumbers) -> [Phrase] {
        if let display = numbers.frequency {
            let number = Phrase.word(
                .numberWithUncertainty, .number(display.number), .number(display.uncertainty))
            return [.word(.coreTitle, number, reading.verdict.phrase)]
        }
        let bound = numbers.atLeast.map { Phrase.word(.numberAtLeastOf, .number($0)) }
        return [bound, reading.reason.map { Note($0).line }].compactMap { $0 }
    }
}

extension Note {
    /// The statement and the advice, in one line.
    var line: Phrase { advice.map { .word(.coreTitle, text, $0) } ?? text }
}
