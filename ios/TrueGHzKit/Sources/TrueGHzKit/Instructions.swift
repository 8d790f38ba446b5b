// Displayed values of a table of instructions, as its members: core rounds and compares. If a
// member throws, it throws ``TrueGhzError/Defect(message:)`` only.

extension InstructionTable {
    /// As JSON, by the schema that it names.
    public var json: String {
        get throws { try instructionsJson(table: self) }
    }

    /// As CSV: a row for each latency and throughput.
    public var csv: String {
        get throws { try instructionsCsv(table: self) }
    }

    /// The known cores nearest to the one that it is of. Takes some milliseconds: not for a thread that draws.
    public var nearest: NearestCore {
        get throws { try nearestCore(table: self) }
    }

    /// All that is shown of it, instruction by instruction.
    ///
    /// - Parameter besideKey: The key of the core whose published figures are shown with it; `nil`
    ///   for none.
    public func figures(besideKey: String? = nil) throws -> [InstructionFigures] {
        try instructionFigures(table: self, besideKey: besideKey)
    }
}

extension PublishedCore {
    /// The cores of which figures are published for this architecture.
    public static var all: [PublishedCore] { publishedCores() }
}
