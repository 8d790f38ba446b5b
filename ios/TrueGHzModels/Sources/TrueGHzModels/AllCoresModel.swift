import Observation
import TrueGHzKit

/// The screen "All cores": every core in turn, once or repeatedly.
@MainActor @Observable public final class AllCoresModel {
    /// The present state.
    public internal(set) var state = AllCoresState() {
        didSet { screen = AllCoresScreen(state, machine: machine, at: elapsed) }
    }
    /// The screen as it is to be shown, made once for each change.
    public private(set) var screen = AllCoresScreen(AllCoresState(), machine: nil, at: .zero)
    /// The announcement to be spoken now: the start and the end, nothing between.
    public private(set) var announcement: Phrase?
    /// Whether rounds follow one another until they are stopped. It may change while one goes on.
    public var isWatching = false

    /// The details of the result; absent until there is one.
    public private(set) var details: DetailsModel?
    /// The content that can be shared; absent until there is some.
    public private(set) var share: ShareModel?

    /// While it is watched each core is measured briefly: the table is to be new.
    static let durationMs: UInt32 = 200
    /// A core whose clock is still rising then reports this.
    static let warmUpLimitMs: UInt32 = 400

    private let runner: SessionRunner
    private let keep: @MainActor (MeasurementReport) async -> Void
    private var machine: Machine?
    private var begun = ContinuousClock.now

    /// - Parameters:
    ///   - meter: What measures: its own, which stops nothing else.
    ///   - isBusyElsewhere: Whether another screen measures: two sessions at once disturb each other.
    ///   - keep: Is handed the result when no further round follows: each round would fill a history.
    public init(
        meter: any Measuring = Meter(), isBusyElsewhere: @escaping @MainActor () -> Bool = { false },
        keep: @escaping @MainActor (MeasurementReport) async -> Void = { _ in }
    ) {
        runner = SessionRunner(meter: meter, isBusyElsewhere: isBusyElsewhere)
        self.keep = keep
    }

    /// Asks the system what this machine is, and shows the cores that would be measured.
    public func meetMachine() async {
        // A failure here is a defect of core: a measurement will report it.
        guard let known = try? await runner.machine() else { return }
        machine = known
        state.meet((try? known.coming(Self.selection(of: known))) ?? [])
    }

    /// If no core can be requested, all would be refused: one of each kind is the most that can be measured.
    private static func selection(of machine: Machine) -> CoreSelection {
        machine.hasOsCpuIds ? .all : .eachCoreType
    }

    private var elapsed: Duration { begun.duration(to: .now) }

    /// Starts, unless something else measures. What is under way goes on.
    public func start() {
        runner.start(isUnderWay: state.isUnderWay) {
            state.refuse()
            announcement = .word(.stateOtherRunning)
        } begin: {
            begun = .now
            (details, share) = (nil, nil)
            state.start()
            announcement = .word(.stateMeasuring)
            return measure
        }
    }

    /// Shows a core's number large.
    public func choose(_ core: Int) { state.choose(core) }

    /// Ends it; what is known stays.
    public func stop() {
        state.stop()
        runner.stop()
    }

    /// The app came to the front or went to the background, which ends it.
    public func moved(toFront: Bool) {
        runner.moved(toFront: toFront)
        if !toFront { state.stop(inBackground: true) }
    }

    /// Waits for the end, where something is under way.
    public func ended() async {
        await runner.ended()
    }

    private func measure() async {
        do {
            let machine = try await runner.machine()
            self.machine = machine
            let cores = Self.selection(of: machine)
            // A stop may come before the first session, or between two.
            while !state.isEnding {
                try await round(.measure(options: Self.options(cores, isBrief: isWatching)))
                guard isWatching, !state.isEnding else { break }
                state.startRound()
            }
            state.end()
            try found()
        } catch {
            state.fail(with: error)
        }
        announcement = state.failure?.text ?? state.earlyEnd.map { .word($0.word) } ?? .word(.allDone)
        if state.phase == .done, let report = state.report { await keep(report) }
    }

    /// A look takes as long as a reading, so that both give the same digits.
    static func options(_ cores: CoreSelection, isBrief: Bool) -> MeasureOptions {
        guard isBrief else { return MeasureOptions(cores: cores) }
        return MeasureOptions(cores: cores, durationMs: durationMs, warmUpLimitMs: warmUpLimitMs)
    }

    /// Makes what can be opened from the result.
    func found() throws {
        guard let report = state.report else { return }
        let windows = state.windowsJSON
        details = try DetailsModel(report, windowsJSON: windows)
        let screen = try MeasureScreen(.kept(report, windowsJSON: windows), machine: nil)
        share = ShareModel(report, windowsJSON: windows, screen: screen)
    }

    private func round(_ job: SessionJob) async throws {
        try await runner.follow(runner.events(of: job)) { event in
            switch event {
            // Nothing is shown of these: a change would be drawn.
            case .warmUp, .warmedUp, .running: break
            default: try state.take(event, at: elapsed)
            }
        } end: { session in
            guard let report = session.report else { return false }
            try state.endRound(with: report, windowsJSON: session.windowsJSON(), at: elapsed)
            return true
        }
    }
}
