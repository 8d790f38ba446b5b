import TrueGHzKit

/// The state of a measurement: events in, state out. Core provides the words for an event here,
/// once, and not in views.
public struct MeasureState: Sendable {
    /// The five states of the screen.
    public enum Phase: Sendable, Equatable {
        case idle, warming, measuring, done, failed
    }

    /// The state of the screen.
    public private(set) var phase = Phase.idle
    /// Whether the end was requested and has not come yet.
    public private(set) var isEnding = false
    /// Whether another app was in front, which ended it.
    public private(set) var endedInBackground = false
    /// The cores, in the order of their turns.
    public private(set) var cores: [CoreState] = []
    /// Whose turn it is.
    public private(set) var current: Int?
    /// The core that the user wants to see; absent until one was chosen.
    public private(set) var chosen: Int?
    /// The result, when it is done.
    public private(set) var report: MeasurementReport?
    /// The recorded windows, when it is done.
    public private(set) var windowsJSON: String?
    /// Why nothing was measured, when it has failed.
    public private(set) var failure: Note?
    /// Whether it is of a file, and was not measured here.
    public private(set) var isFromFile = false

    /// The cores that a session would begin with.
    private var coming: [ComingCore] = []

    /// Whether a session is under way.
    public var isUnderWay: Bool { phase == .warming || phase == .measuring }

    /// The core that is shown large: the chosen one, else the one at work, else the fastest; none
    /// before the first session.
    public var shown: Int? {
        if phase == .idle { return nil }
        return chosen ?? current ?? cores.indices.max { cores[$0].hz < cores[$1].hz }
    }

    /// The part that is over, 0 to 1: every core has the same share. A warm-up takes as long as it takes, and
    /// counts nothing.
    public var part: Double {
        if phase == .done { return 1 }
        guard let current, cores.indices.contains(current) else { return 0 }
        return (Double(current) + cores[current].part) / Double(cores.count)
    }

    /// A session that has ended with a report that was kept, or that a file makes.
    ///
    /// - Parameters:
    ///   - report: The result.
    ///   - windowsJSON: The recorded windows, if there are some.
    ///   - isFromFile: Whether place and time of the measurement are unknown.
    static func kept(
        _ report: MeasurementReport, windowsJSON: String? = nil, isFromFile: Bool = false
    ) throws -> MeasureState {
        var state = MeasureState()
        state.start()
        try state.end(with: report, windowsJSON: windowsJSON)
        state.isFromFile = isFromFile
        return state
    }

    /// The cores that a session would begin with are known: they are shown as long as there is nothing else.
    mutating func meet(_ coming: [ComingCore]) {
        self.coming = coming
        if phase == .idle { cores = waiting }
    }

    private var waiting: [CoreState] { coming.map { CoreState($0.target, claim: $0.claim) } }

    /// A session starts: nothing stays of the one before.
    mutating func start() {
        let coming = coming
        self = MeasureState()
        self.coming = coming
        cores = waiting
        phase = .warming
    }

    /// The end is requested.
    mutating func stop(inBackground: Bool = false) {
        guard isUnderWay else { return }
        isEnding = true
        endedInBackground = inBackground
    }

    /// The user wants to see a core.
    mutating func choose(_ core: Int) {
        if cores.indices.contains(core) { chosen = core }
    }

    /// Something happened on the way.
    mutating func take(_ event: SessionEvent) throws {
        guard isUnderWay else { return }
        switch event {
        case .started(let targets):
            // Usually those that were to come, whose claims are known.
            if targets != coming.map(\.target) { cores = targets.map { CoreState($0) } }
        case .coreStarted(let core):
            phase = .warming
            current = Int(core)
        case .warmedUp:
            phase = .measuring
        case .running(let core, let frequency, _, let part, _):
            change(core) { $0.run(frequency, part: part) }
        case .coreFinished(let core, let reading):
            try change(core) { $0 = try CoreState(reading) }
        case .warmUp, .progressed, .sustainedBegun, .sustainedRecorded:
            break
        }
    }

    /// The session has ended with its result.
    mutating func end(with report: MeasurementReport, windowsJSON: String?) throws {
        guard isUnderWay else { return }
        cores = try report.cores.map { try CoreState($0) }
        finish(.done)
        self.report = report
        self.windowsJSON = windowsJSON
    }

    /// A report of before, made again of its windows.
    mutating func restore(_ report: MeasurementReport, windowsJSON: String) {
        guard phase == .idle, var restored = try? MeasureState.kept(report, windowsJSON: windowsJSON) else {
            return
        }
        restored.coming = coming
        self = restored
    }

    /// Nothing could be measured.
    mutating func fail(with error: any Error) {
        guard isUnderWay else { return }
        cores = []
        finish(.failed)
        failure = Note(error)
    }

    private mutating func finish(_ phase: Phase) {
        self.phase = phase
        isEnding = false
        current = nil
        if let chosen, !cores.indices.contains(chosen) { self.chosen = nil }
    }

    private mutating func change(_ core: UInt64, _ body: (inout CoreState) throws -> Void) rethrows {
        // Core numbers what it announced; one beyond would be a defect, which must not end the app.
        guard let index = Int(exactly: core), cores.indices.contains(index) else { return }
        try body(&cores[index])
    }
}
