import TrueGHzKit

/// Source of the device's power, if the system reports it.
public enum PowerSource: Sendable, Equatable {
    case battery, charging, full
}

/// Where a sustained load stands: events in, state out.
public struct SustainedState: Sendable {
    /// The states of the screen.
    public enum Phase: Sendable, Equatable {
        case idle, running, done, failed
    }

    /// The state of the screen.
    public private(set) var phase = Phase.idle
    /// Whether the end was requested and has not come yet.
    public private(set) var isEnding = false
    /// The result, when it is done.
    public private(set) var report: SustainedReport?
    /// The load's run, once it has begun.
    private(set) var run: SustainedRun?
    /// How things stand.
    private(set) var now: SustainedNow?
    /// The clock over time so far.
    private(set) var curve: SustainedCurve?
    /// The numbers, when it is done.
    private(set) var summary: SustainedSummary?
    /// Why there is nothing, when it has failed.
    private(set) var failure: Note?
    /// Last source of the power.
    private(set) var power: PowerSource?
    /// Whether it was charging at any time.
    private(set) var wasCharging = false

    /// Collects the records while the load goes on.
    private var track: SustainedTrack?

    /// Whether a session is under way.
    public var isUnderWay: Bool { phase == .running }

    /// A load that has ended with a report that was kept.
    static func kept(_ report: SustainedReport) throws -> SustainedState {
        var state = SustainedState()
        state.start()
        try state.end(with: report)
        return state
    }

    /// A load starts: nothing stays of the one before.
    mutating func start() {
        self = SustainedState()
        phase = .running
    }

    /// It cannot start while another screen measures.
    mutating func refuse() {
        guard !isUnderWay else { return }
        self = SustainedState()
        phase = .failed
        failure = Note(.stateOtherRunning)
    }

    /// The end is requested.
    mutating func stop() {
        if isUnderWay { isEnding = true }
    }

    /// Something happened on the way.
    ///
    /// - Parameter power: From where the power comes then.
    mutating func take(_ event: SessionEvent, power: PowerSource?) throws {
        guard isUnderWay else { return }
        switch event {
        case .sustainedBegun(let run):
            self.run = run
            track = SustainedTrack(run: run)
            take(power)
        case .sustainedRecorded(let record):
            now = try track?.add(record: record)
            curve = try track?.curve()
            take(power)
        case .started, .coreStarted, .warmUp, .warmedUp, .running, .coreDone, .stepsDone:
            break
        }
    }

    /// The session has ended with its result.
    mutating func end(with report: SustainedReport) throws {
        guard isUnderWay else { return }
        summary = try report.summary
        curve = try report.curve
        run = report.run
        self.report = report
        finish(.done)
    }

    /// Nothing could be measured.
    mutating func fail(with error: any Error) {
        guard isUnderWay else { return }
        failure = Note(error)
        curve = nil
        finish(.failed)
    }

    private mutating func take(_ power: PowerSource?) {
        self.power = power
        if power == .charging { wasCharging = true }
    }

    private mutating func finish(_ phase: Phase) {
        self.phase = phase
        isEnding = false
        now = nil
        track = nil
    }
}
