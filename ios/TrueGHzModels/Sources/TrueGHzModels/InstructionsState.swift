import TrueGHzKit

/// Where a table of instructions stands: events in, state out.
public struct InstructionsState: Sendable {
    /// The states of the screen.
    public enum Phase: Sendable, Equatable {
        case idle, running, done, failed
    }

    /// The instructions that can be measured; empty until core has listed them.
    private(set) var set: [Instruction]
    /// The state of the screen.
    public private(set) var phase = Phase.idle
    /// Whether the end was requested and has not come yet.
    public private(set) var isEnding = false
    /// Number of figures measured, and of all; absent until the first.
    private(set) var steps: (done: UInt64, total: UInt64)?
    /// The result, when it is done.
    private(set) var found: FoundInstructions?
    /// Why there is nothing, when it has failed.
    private(set) var failure: Note?

    /// Whether a session is under way.
    public var isUnderWay: Bool { phase == .running }

    init(set: [Instruction] = []) {
        self.set = set
    }

    /// Core has listed the instructions.
    mutating func list(_ set: [Instruction]) {
        self.set = set
    }

    /// A table is begun: of the one before only the list stays.
    mutating func start() {
        self = InstructionsState(set: set)
        phase = .running
    }

    /// It cannot start while another screen measures.
    mutating func refuse() {
        guard !isUnderWay else { return }
        self = InstructionsState(set: set)
        phase = .failed
        failure = Note(.stateOtherRunning)
    }

    /// The end is requested.
    mutating func stop() {
        if isUnderWay { isEnding = true }
    }

    /// Something happened on the way.
    mutating func take(_ event: SessionEvent) {
        if case .progressed(let done, let total) = event, isUnderWay { steps = (done, total) }
    }

    /// The session has ended with its result.
    mutating func end(with found: FoundInstructions) {
        guard isUnderWay else { return }
        self.found = found
        finish(.done)
    }

    /// Something else is to stand beside what was found.
    mutating func stand(_ figures: [InstructionFigures], beside key: String?) {
        found?.figures = figures
        found?.besideKey = key
    }

    /// Nothing could be measured.
    mutating func fail(with error: any Error) {
        guard isUnderWay else { return }
        failure = Note(error)
        finish(.failed)
    }

    private mutating func finish(_ phase: Phase) {
        self.phase = phase
        isEnding = false
        steps = nil
    }
}

/// A table of instructions with core's evaluation.
struct FoundInstructions: Sendable {
    /// The table.
    let table: InstructionTable
    /// The nearest known core.
    let nearest: NearestCore
    /// The figures shown of each instruction.
    fileprivate(set) var figures: [InstructionFigures]
    /// Key of the known core whose figures are shown for comparison; absent if none.
    fileprivate(set) var besideKey: String?

    /// At first it is compared with the nearest core, if one is near. Takes its time: not for a
    /// thread that draws.
    ///
    /// - Throws: ``TrueGhzError/Defect(message:)`` only.
    init(_ table: InstructionTable) throws {
        self.table = table
        nearest = try table.nearest
        besideKey = nearest.nearby?.key
        figures = try table.figures(besideKey: besideKey)
    }
}

extension NearestCore {
    /// The nearest core, where one is near.
    var nearby: PublishedCore? {
        guard case .near(let cores, _, _) = self else { return nil }
        return cores.first
    }
}
