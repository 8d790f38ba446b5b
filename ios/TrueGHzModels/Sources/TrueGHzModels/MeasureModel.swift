import Observation
import TrueGHzKit

/// The functions of a meter that a model needs; a test has its own.
public protocol Measuring: Sendable {
    /// Starts, and reports events.
    func events(of job: SessionJob) -> AsyncThrowingStream<MeterEvent, any Error>
    /// Asks for the end.
    func stop()
    /// Passes on conditions that only the app can determine.
    func tell(_ conditions: Conditions)
    /// The system's description of the machine.
    func machine() async throws -> Machine
}

extension Meter: Measuring {}

/// The screen "Measure": one session at a time.
@MainActor @Observable public final class MeasureModel {
    /// Where the measurement stands.
    public internal(set) var state = MeasureState() {
        didSet { screen = MeasureScreen(state, machine: machine) }
    }
    /// The system's description of this machine; absent until it is available.
    public private(set) var machine: Machine? {
        didSet { screen = MeasureScreen(state, machine: machine) }
    }
    /// The screen as it is to be shown, made once for each change: core provides its words then,
    /// and not in a view.
    public private(set) var screen = MeasureScreen(MeasureState(), machine: nil)
    /// The details of the result; absent until there is one.
    public internal(set) var details: DetailsModel?
    /// The announcement to be spoken now: the start and the end of a measurement, nothing between.
    public private(set) var announcement: Phrase?

    /// The replay that runs; absent when none does.
    public private(set) var replay: Replay?
    /// Number of verdicts shown, each of which is felt.
    public private(set) var verdicts = 0
    /// Whether what moves is wanted: the view knows what the user has chosen.
    @ObservationIgnored public var isAnimated = false {
        didSet { if !isAnimated { skip() } }
    }

    /// The content that can be shared; absent until there is some.
    public var share: ShareModel? {
        state.report.map { ShareModel($0, windowsJSON: state.windowsJSON, screen: screen) }
    }

    private let meter: any Measuring
    private let job: SessionJob
    private let last: LastReading?
    private let keep: @MainActor (MeasurementReport) async -> Void
    private var isInFront = false
    /// Whether a start waits until the app is in front.
    private(set) var isWanted = false
    private var session: Task<Void, Never>?
    private var replaying: Task<Void, Never>?

    /// A model that measures.
    ///
    /// - Parameters:
    ///   - meter: What measures.
    ///   - job: What is measured when the button is pressed.
    ///   - last: Where the last reading outlives the process; absent if it does not.
    ///   - keep: Is handed what each session found, whatever screen is shown.
    public init(
        meter: any Measuring = Meter(), job: SessionJob = .measure(options: .eachCoreType),
        last: LastReading? = nil,
        keep: @escaping @MainActor (MeasurementReport) async -> Void = { _ in }
    ) {
        self.meter = meter
        self.job = job
        self.last = last
        self.keep = keep
    }

    /// Asks the system what this machine is, for the line above the number, and for the cores that a measurement would
    /// begin with.
    public func meetMachine() async {
        // A failure here is a defect of core; the line then stays empty, and a measurement will
        // report the reason.
        machine = try? await meter.machine()
        guard let machine, case .measure(let options) = job else { return }
        state.meet((try? machine.coming(options.cores)) ?? [])
    }

    /// Shows the last reading again, which the system took away with the process. A newer one comes first, and what
    /// another version has recorded is removed.
    public func restore() async {
        guard let windows = await last?.kept() else { return }
        let report = try? await Task.detached { try MeasurementReport(replaying: windows) }.value
        guard let report, let details = try? DetailsModel(report, windowsJSON: windows) else {
            await last?.forget()
            return
        }
        guard state.phase == .idle else { return }
        self.details = details
        state.restore(report, windowsJSON: windows)
    }

    /// The user has closed the app since: the last reading is old, unless it is shown or a newer one is on its way.
    public func forget() async {
        guard state.phase == .idle else { return }
        await last?.forget()
    }

    /// Starts a measurement: now, or as soon as the app is in front. One that is under way goes on.
    public func start() {
        guard isInFront else {
            isWanted = true
            return
        }
        guard !state.isUnderWay else { return }
        skip()
        state.start()
        details = nil
        announcement = .word(.stateMeasuring)
        // The session starts here and not in the task: a stop that follows at once has something to stop.
        let events = meter.events(of: job)
        session = Task {
            // If the process ends during this measurement, the one before must not return in its place.
            await last?.forget()
            await follow(events)
        }
    }

    /// Measures as soon as the app is in front, and returns the result: for callers that wait, as a
    /// shortcut does.
    public func measured() async -> MeasuredClock {
        start()
        while isWanted && !Task.isCancelled { try? await Task.sleep(for: .milliseconds(20)) }
        await ended()
        return MeasuredClock(screen.hero)
    }

    /// Ends the measurement with a partial result.
    public func stop() {
        state.stop()
        meter.stop()
    }

    /// Shows a core's number and curve large.
    public func choose(_ core: Int) {
        skip()
        state.choose(core)
    }

    /// The app came to the front or went to the background, where the system may choose other cores and
    /// clocks.
    public func moved(toFront: Bool) {
        isInFront = toFront
        meter.tell(.inBackground(!toFront))
        if !toFront {
            skip()
            state.stop(inBackground: true)
        }
        if toFront && isWanted { start() }
        if toFront { isWanted = false }
    }

    /// Waits for the end of the measurement, where one is under way, and until what it found is kept.
    public func ended() async {
        await session?.value
    }

    /// Ends the replay, where one runs.
    public func skip() {
        replaying?.cancel()
        replay = nil
    }

    /// Shows the recorded curves once more, then the verdict.
    private func show(_ found: Replay) async {
        if isAnimated, !Task.isCancelled {
            replay = found
            try? await Task.sleep(for: .seconds(Replay.seconds))
        }
        // A skipped one has been taken away already, and another may run by now.
        if !Task.isCancelled { replay = nil }
        verdicts += 1
    }

    private func follow(_ events: AsyncThrowingStream<MeterEvent, any Error>) async {
        var found: (report: MeasurementReport, windowsJSON: String?)?
        do {
            for try await event in events {
                switch event {
                // Nothing is shown of it: a change would be drawn.
                case .progress(.warmUp):
                    break
                case .progress(let progress):
                    try state.take(progress)
                case .ended(let session):
                    guard let report = session.report else { continue }
                    let windowsJSON = session.windowsJSON()
                    found = (report, windowsJSON)
                    details = try DetailsModel(report, windowsJSON: windowsJSON)
                    try state.end(with: report, windowsJSON: windowsJSON)
                }
            }
            // A stream that ends without its last event was cut by a defect: the screen must not wait for
            // ever.
            state.fail(with: TrueGhzError.Defect(message: "the session ended without a report"))
        } catch {
            state.fail(with: error)
        }
        announcement = screen.hero.spoken
        // Last: while it is written another measurement may begin, whose state is no longer this one's.
        guard let found else { return }
        if let windows = found.windowsJSON { await last?.keep(windows) }
        if state.phase == .done, !state.endedInBackground,
            let curves = try? Replay(found.report, of: state.cores)
        {
            replaying = Task { await show(curves) }
        }
        await keep(found.report)
    }
}
