import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The names of machines and cores.
@Suite struct CoreNamesTests {
    /// The machine of a recording, changed as a test wants.
    static func machine(_ change: (inout JSON) -> Void) throws -> Machine {
        try Reports.changed { change(&$0["machine"]) }.machine
    }

    @Test(arguments: [([4, 5, 6], "4–6"), ([0, 2, 3, 7], "0, 2–3, 7"), ([6, 5], "5–6"), ([], "")])
    func numbersInRuns(cpus: [UInt32], runs: String) {
        #expect(CoreNames.runs(of: cpus) == runs)
    }

    @Test func aCoreIsNamedByItsKindAndNumbers() throws {
        let machine = try Self.machine { $0["has_os_cpu_ids"] = .bool(true) }
        let names = CoreNames(machine: machine)
        let english = try Catalog.english
        #expect(english(names.title(kind: "Cortex-A78", cpus: [4, 5, 6])) == "Cortex-A78 · cores 4–6")
        #expect(english(names.title(kind: "Cortex-X1", cpus: [7])) == "Cortex-X1 · core 7")
        #expect(english(names.title(kind: "", cpus: [])) == "Unknown core")
        #expect(CoreNames(machine: nil).title(kind: "Cortex-X1", cpus: [7]) == .text("Cortex-X1"))
    }

    @Test(arguments: [("performance", Word.corePerformance), ("efficiency", .coreEfficiency)])
    func appleCoresAreNamedByTheirRank(rank: String, word: Word) throws {
        let machine = try Self.machine { machine in
            machine["has_os_cpu_ids"] = .bool(false)
            machine["cores"].elements[0]["kind"]["class"] = .known(rank)
            machine["cores"].elements[0]["kind"]["name"] = .known("Firestorm")
        }
        let names = CoreNames(machine: machine)
        let title = names.title(kind: "Firestorm (\(rank))", cpus: [machine.cores[0].cpu])
        #expect(title == Phrase.word(.coreTitle, .text("Firestorm"), .word(word)), "the rank once, in words")
        #expect(names.title(kind: "Firestorm", cpus: [999]) == .text("Firestorm"))
        #expect(names.title(kind: "unknown core", cpus: []) == .word(.coreUnknown))
    }

    @Test func aCoreWhoseDesignHasNoNameIsItsRank() throws {
        let machine = try Self.machine { machine in
            machine["has_os_cpu_ids"] = .bool(false)
            machine["cores"].elements[0]["kind"]["class"] = .known("performance")
            machine["cores"].elements[0]["kind"]["name"] = .unknown
        }
        let title = CoreNames(machine: machine)
            .title(kind: "performance core", cpus: [machine.cores[0].cpu])
        #expect(title == .word(.corePerformance))
    }

    @Test func theLineNamesChipAndDevice() throws {
        let english = try Catalog.english
        let line = { (chip: JSON, device: JSON) in
            let machine = try Self.machine { machine in
                machine["chip"] = chip
                machine["device"] = device
            }
            return machine.line.map { english($0) }
        }
        #expect(try line(.known("A17 Pro"), .known("iPhone 15 Pro")) == "A17 Pro · iPhone 15 Pro")
        #expect(try line(.known("A17 Pro"), .unknown) == "A17 Pro")
        #expect(try line(.unknown, .known("iPhone99,1")) == "Unknown chip (iPhone99,1)")
        #expect(try line(.unknown, .unknown) == "Unknown chip")
    }
}
