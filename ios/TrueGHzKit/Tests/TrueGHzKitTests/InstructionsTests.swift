import Testing
import TrueGHzKit

/// A table of instructions, and core's evaluation of it.
@Suite struct InstructionsTests {
    @Test func aTableIsShownBesideAKnownCore() async throws {
        let names = instructions().filter(\.isPresent).prefix(3).map(\.name)
        let table = try await Meter().instructions(names)
        let figures = try table.figures()
        #expect(figures.map(\.form) == names)
        #expect(figures.flatMap(\.figures).allSatisfy { $0.published == nil && !$0.differs })
        let cores = PublishedCore.all
        #expect(cores.count > 5 && Set(cores.map(\.key)).count == cores.count)
        let beside = try cores.flatMap { try table.figures(besideKey: $0.key).flatMap(\.figures) }
        #expect(beside.contains { $0.published != nil })
        #expect(try table.figures(besideKey: "no such core") == figures)
        #expect(try table.json.contains(names[0]) && table.csv.contains(names[0]))
    }

    @Test func threeInstructionsNameNoCore() async throws {
        let names = instructions().filter(\.isPresent).prefix(3).map(\.name)
        let nearest = try await Meter().instructions(names).nearest
        guard case .tooFewLatencies(let latencies, let needed) = nearest else {
            Issue.record("\(nearest)")
            return
        }
        #expect(latencies < needed)
    }

    @Test func aShownMarkHasATextAndAnyOtherNone() {
        #expect(instructionMarkText(mark: "serialises") == "waits for all before it")
        #expect(instructionMarkText(mark: "phone") == nil)
    }
}
