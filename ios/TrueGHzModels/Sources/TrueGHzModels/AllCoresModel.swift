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

    /// Each core briefly: a table is to be there soon, and watched.
    static let durationMs: UInt32 = 200
    /// A core whose clock is still rising then reports this.
    static let warmUpLimitMs: UInt32 = 400

    private let runner: SessionRunner
    private var machine: Machine?
    private var begun = ContinuousClock.now

    /// - Parameters:
    ///   - meter: What measures: its own, which stops nothing else.
    ///   - isBusyElsewhere: Whether another screen measures: two sessions at once disturb each other.
    public init(
        meter: any Measuring = Meter(), isBusyElsewhere: @escaping @MainActor () -> Bool = { false }
    ) {
        runner = SessionRunner(meter: meter, isBusyElsewhere: isBusyElsewhere)
    }

    private var elapsed: Duration { begun.duration(to: .now) }

    /// Starts, unless something else measures. What is under way goes on.
    public func start() {
        runner.start(isUnderWay: state.isUnderWay) {
            state.refuse()
            announcement = .word(.stateOtherRunning)
        } begin: {
            begun = .now
            state.start()
            announcement = .word(.stateMeasuring)
            return measure
        }
    }

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
            // If no core can be requested, all would be refused: one of each kind is the most that
            // can be measured.
            let cores: CoreSelection = machine.cpuNumbersAreKernels ? .all : .eachKind
            let options = MeasureOptions(
                cores: cores, durationMs: Self.durationMs, warmUpLimitMs: Self.warmUpLimitMs)
            // A stop may come before the first session, or between two.
            while !state.isEnding {
                try await round(.measure(options: options))
                guard isWatching, !state.isEnding else { break }
                state.startRound()
            }
            state.end()
        } catch {
            state.fail(with: error)
        }
        announcement = state.failure?.text ?? state.earlyEnd.map { .word($0.word) } ?? .word(.allDone)
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
            try state.endRound(with: report, at: elapsed)
            return true
        }
    }
}
