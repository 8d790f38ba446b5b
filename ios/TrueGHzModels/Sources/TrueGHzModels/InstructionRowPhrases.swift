import TrueGHzKit

/// The phrases of an instruction.
public struct InstructionRowPhrases: Sendable, Identifiable {
    /// A number of it.
    public struct Figure: Sendable, Identifiable {
        /// Its place.
        public let id: Int
        /// The property measured.
        public let label: Phrase
        /// Cycles, or why there are none.
        public let value: Phrase
        /// The published figure; absent if no core is selected for comparison.
        public let beside: Phrase?
        /// Whether the two differ.
        public let differs: Bool
        /// That the loops around it disagree.
        public let comment: Phrase?
    }

    /// Its text, which is the same in every language.
    public let id: String
    /// Its numbers.
    public let figures: [Figure]
    /// Its special properties.
    public let marks: [Phrase]
    /// All of it, to be spoken.
    public let spoken: [Phrase]

    init(_ form: InstructionFigures) {
        id = form.form
        figures = form.figures.enumerated().map { Figure($0, $1) }
        marks = form.marks.map { mark in
            CodedWord.instructionMark.phrase(mark, otherwise: instructionMarkText(mark: mark))
        }
        let said = figures.flatMap { [$0.label, $0.value, $0.beside, $0.comment].compactMap { $0 } }
        spoken = [.text(form.form)] + said + marks
    }
}

extension InstructionRowPhrases.Figure {
    fileprivate init(_ place: Int, _ figure: InstructionFigure) {
        id = place
        label = figure.measure.phrase
        value =
            if let cycles = figure.cycles {
                .word(.instructionsCycles, .number(cycles))
            } else {
                figure.missing?.phrase ?? .word(.detailsUnknown)
            }
        let word: Word = figure.differs ? .instructionsPublishedDiffers : .instructionsPublished
        beside = figure.published.map { .word(word, .number($0)) }
        differs = figure.differs
        comment = figure.shapesDiffer ? .word(.instructionsShapesDiffer) : nil
    }
}

extension InstructionMeasure {
    /// The property measured. If there is one operand only, it needs no name.
    fileprivate var phrase: Phrase {
        switch self {
        case .latency(let from, let to, let via?):
            .word(.instructionsLatencyWith, .text(from), .text(to), .text(via))
        case .latency(let from, let to, nil) where from.isEmpty || to.isEmpty: .word(.instructionsLatency)
        case .latency(let from, let to, nil): .word(.instructionsLatencyFromTo, .text(from), .text(to))
        case .throughput: .word(.instructionsThroughput)
        }
    }
}

extension MissingCycles {
    /// Reason why there is no number.
    fileprivate var phrase: Phrase {
        let code = snakeCase(String(describing: self))
        return CodedWord.instructionMissing.phrase(code, otherwise: code)
    }
}
