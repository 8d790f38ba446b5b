import TrueGHzKit

/// Where a look at all cores stands: events in, state out. Rounds that follow one another keep what the ones before
/// them found until there is something newer.
public struct AllCoresState: Sendable {
    /// The states of the screen.
    public enum Phase: Sendable, Equatable {
        case idle, running, done, failed
    }

    /// Reason why it ended before its time.
    enum EarlyEnd: Sendable, Equatable {
        case stopped, inBackground

        var word: Word { self == .stopped ? .allEndedEarly : .allEndedInBackground }
    }

    /// Duration for which a reading stays in the strip.
    static let stripLength = Duration.seconds(60)

    /// The state of the screen.
    public private(set) var phase = Phase.idle
    /// Whether the end was requested and has not come yet.
    public private(set) var isEnding = false
    /// The cores, in the order of their turns.
    private(set) var cores: [AllCoresCore] = []
    /// A bar for each core; absent if it has no number.
    private(set) var bars: [ClockBar?] = []
    /// Whose turn it is.
    private(set) var current: Int?
    /// Which round it is, from 1.
    private(set) var round = 0
    /// Reason why it ended before its time; absent if it did not.
    private(set) var earlyEnd: EarlyEnd?
    /// Why nothing was measured, when it has failed.
    private(set) var failure: Note?
    /// The core that the user wants to see; absent until one was chosen.
    private(set) var chosen: Int?
    /// The newest reading of each core, when no further round follows.
    public private(set) var report: MeasurementReport?
    /// The recorded windows of the report; absent after several rounds: none led to all of it.
    public private(set) var windowsJSON: String?

    /// Whether a session is under way.
    public var isUnderWay: Bool { phase == .running }

    /// The core that is shown large: the chosen one, else the one at work, else the fastest; none before the first
    /// session.
    var shown: Int? {
        if phase == .idle { return nil }
        let working = current.flatMap { cores.indices.contains($0) ? $0 : nil }
        return chosen ?? working ?? cores.indices.max { cores[$0].hz < cores[$1].hz }
    }

    /// Number of cores of this round that are done.
    var doneInRound: Int { current ?? 0 }

    /// The cores that a session would begin with are known: they are shown as long as there is nothing else.
    mutating func meet(_ coming: [ComingCore]) {
        guard phase == .idle else { return }
        show(coming.map { AllCoresCore($0.target, claim: $0.claim) })
    }

    private mutating func show(_ shown: [AllCoresCore]) {
        cores = shown
        bars = shown.map { _ in nil }
        chosen = nil
    }

    /// The first round begins: earlier results are dropped.
    mutating func start() {
        let (cores, bars) = phase == .idle ? (cores, bars) : ([], [])
        self = AllCoresState()
        (self.cores, self.bars) = (cores, bars)
        phase = .running
        round = 1
    }

    /// It cannot start while another screen measures.
    mutating func refuse() {
        guard !isUnderWay else { return }
        phase = .failed
        failure = Note(.stateOtherRunning)
    }

    /// Another round begins.
    mutating func startRound() {
        guard isUnderWay else { return }
        round += 1
        current = nil
    }

    /// The user wants to see a core.
    mutating func choose(_ core: Int) {
        if cores.indices.contains(core) { chosen = core }
    }

    /// The end is requested.
    mutating func stop(inBackground: Bool = false) {
        guard isUnderWay else { return }
        isEnding = true
        earlyEnd = inBackground ? .inBackground : .stopped
    }

    /// Something happened on the way.
    ///
    /// - Parameter at: How long after the start.
    mutating func take(_ event: SessionEvent, at: Duration) throws {
        guard isUnderWay else { return }
        switch event {
        case .started(let targets):
            // Usually these are the cores of the round before: their results stay.
            if targets.map(\.cpu) != cores.map(\.cpu) || targets.map(\.kind) != cores.map(\.targetKind) {
                show(targets.map { AllCoresCore($0) })
            }
        case .coreStarted(let core):
            current = Int(exactly: core)
        case .coreFinished(let core, let reading):
            guard let index = Int(exactly: core), cores.indices.contains(index) else { return }
            try cores[index].take(reading, at: at)
            current = index + 1
            try draw()
        case .warmUp, .warmedUp, .running, .progressed, .sustainedBegun, .sustainedRecorded:
            break
        }
    }

    /// A round has ended with its report.
    mutating func endRound(with report: MeasurementReport, windowsJSON: String? = nil, at: Duration) throws {
        guard isUnderWay else { return }
        self.report = report
        self.windowsJSON = round == 1 ? windowsJSON : nil
        for (index, reading) in report.cores.enumerated() where cores.indices.contains(index) {
            try cores[index].complete(reading, at: at)
        }
        try draw()
        current = nil
    }

    /// Core computes all bars whenever one more core is done: the longest is the highest clock of
    /// all.
    private mutating func draw() throws {
        let done = cores.indices.filter { cores[$0].reading != nil }
        let known = try clockBars(readings: done.compactMap { cores[$0].reading })
        for (place, bar) in zip(done, known) { bars[place] = bar }
    }

    /// No further round follows.
    mutating func end() {
        guard isUnderWay else { return }
        phase = .done
        // A watch that is stopped between two cores is whole.
        if earlyEnd == .stopped, !cores.isEmpty, !cores.contains(where: isCut) { earlyEnd = nil }
        report = report?.with(cores.compactMap(\.reading))
        isEnding = false
        current = nil
    }

    /// Of several rounds the newest may be cut: what is shown of it is whole.
    private func isCut(_ core: AllCoresCore) -> Bool {
        guard let reading = core.reading else { return true }
        return reading.reason == .cancelled || round == 1 && reading.warnings.contains(.cancelled)
    }

    /// Nothing could be measured. What earlier rounds found stays.
    mutating func fail(with error: any Error) {
        guard isUnderWay else { return }
        failure = Note(error)
        phase = .failed
        isEnding = false
        current = nil
    }
}

/// A core in the table.
struct AllCoresCore: Sendable {
    /// A reading of the last minute.
    struct Past: Sendable {
        let at: Duration
        let hz: Double
        /// Its interval.
        let interval: ClosedRange<Double>
        let display: FrequencyDisplay
    }

    /// Its number; absent if none can be requested.
    let cpu: UInt32?
    /// The kind that it was meant to be of.
    let targetKind: String
    /// The kind that it was found to be of.
    private(set) var kind: String
    /// All cores of that kind.
    private(set) var cpus: [UInt32]
    /// Reason why it is not even tried.
    let outOfReach: RefusalReason?
    /// Its claimed clock, for the time before there is a reading.
    let claim: ClaimNumbers?
    /// Its newest reading, with its number.
    private(set) var reading: Reading?
    private(set) var numbers: ReadingNumbers?
    /// Its readings of the last minute, the oldest first.
    private(set) var past: [Past] = []

    init(_ target: Target, claim: ClaimNumbers? = nil) {
        cpu = target.cpu
        targetKind = target.kind
        kind = target.kind
        cpus = target.cpus
        outOfReach = target.outOfReach
        self.claim = claim
    }

    /// Its clock, to find the fastest of several.
    var hz: Double { reading?.frequencyHz?.value ?? 0 }

    /// Reason why it has no number; absent if it has one, or may still have one.
    var reason: RefusalReason? {
        guard reading?.reason != .cancelled else { return nil }
        return reading?.reason ?? (reading == nil ? outOfReach : nil)
    }

    /// Its turn is over.
    mutating func take(_ reading: Reading, at: Duration) throws {
        // Who was stopped before this core's turn keeps what an earlier round found.
        if reading.reason == .cancelled && self.reading != nil { return }
        let numbers = try reading.numbers
        self.reading = reading
        self.numbers = numbers
        kind = reading.kind
        cpus = reading.cpus
        if let clock = reading.frequencyHz, let display = numbers.frequency {
            past.append(Past(at: at, hz: clock.value, interval: clock.low...clock.high, display: display))
        }
        past.removeAll { $0.at + AllCoresState.stripLength < at }
    }

    /// The round is over: its reading counts where no event has brought it.
    mutating func complete(_ reading: Reading, at: Duration) throws {
        if self.reading != reading { try take(reading, at: at) }
    }
}

extension MeasurementReport {
    /// This report with these readings.
    func with(_ cores: [Reading]) -> MeasurementReport {
        MeasurementReport(schema: schema, version: version, clock: clock, cores: cores, machine: machine)
    }
}
