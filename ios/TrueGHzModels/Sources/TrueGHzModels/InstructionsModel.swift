import Observation
import TrueGHzKit

/// The screen "Instructions": how many cycles each takes on this core, beside what is published of known ones.
@MainActor @Observable public final class InstructionsModel {
    /// The present state.
    public private(set) var state = InstructionsState() {
        didSet { draw() }
    }
    /// The search text; empty: everything.
    public var search = "" {
        didSet { draw() }
    }
    /// Whose words for groups are searched, too; absent: core's codes alone.
    @ObservationIgnored public var language: Language? {
        didSet { draw() }
    }
    /// Whether only figures that differ from the published ones are shown.
    public var isOnlyDiffering = false {
        didSet { draw() }
    }
    /// Key of the known core whose figures are shown for comparison; absent: none.
    public var besideKey: String? {
        get { state.found?.besideKey }
        set { compare(with: newValue) }
    }
    /// The screen as it is to be shown, made once for each change.
    public private(set) var screen = InstructionsScreen(
        InstructionsState(), search: "", isOnlyDiffering: false, cores: [])
    /// The announcement to be spoken now: the start and the end.
    public private(set) var announcement: Phrase?

    /// The cores of which figures are published.
    public let cores: [PublishedCore]

    /// The documents that can be shared; empty before there are any.
    public var documents: [ShareDocument] {
        guard let table = state.found?.table else { return [] }
        return [
            ShareDocument(id: .json) { _ in try table.json },
            ShareDocument(id: .csv) { _ in try table.csv },
        ]
    }

    private let runner: SessionRunner
    private let job: SessionJob

    /// - Parameters:
    ///   - meter: What measures: its own, which stops nothing else.
    ///   - isBusyElsewhere: Whether another screen measures: two sessions at once disturb each other.
    ///   - job: What is measured; a test has less.
    public init(
        meter: any Measuring = Meter(), isBusyElsewhere: @escaping @MainActor () -> Bool = { false },
        job: SessionJob = .instructions(names: [])
    ) {
        runner = SessionRunner(meter: meter, isBusyElsewhere: isBusyElsewhere)
        self.job = job
        cores = PublishedCore.all
    }

    /// Lists the instructions that can be measured, on a thread that draws nothing.
    public func load() async {
        guard state.set.isEmpty else { return }
        state.list(await Task.detached { instructions() }.value)
    }

    /// Starts, unless something else measures. What is under way goes on.
    public func start() {
        runner.start(isUnderWay: state.isUnderWay) {
            state.refuse()
            announcement = .word(.stateOtherRunning)
        } begin: {
            state.start()
            announcement = .word(.stateMeasuring)
            let events = runner.events(of: job)
            return { await self.follow(events) }
        }
    }

    /// Ends it with a partial result.
    public func stop() {
        state.stop()
        runner.stop()
    }

    /// The app came to the front or went to the background, which ends it.
    public func moved(toFront: Bool) {
        runner.moved(toFront: toFront)
        if !toFront { state.stop() }
    }

    /// Waits for the end, where something is under way.
    public func ended() async {
        await runner.ended()
    }

    private func follow(_ events: AsyncThrowingStream<MeterEvent, any Error>) async {
        do {
            var measured: InstructionTable?
            try await runner.follow(events) { event in
                state.take(event)
            } end: { session in
                guard case .instructionsMeasured(let table) = session.outcome else { return false }
                measured = table
                return true
            }
            if let table = measured {
                let found = try await Task.detached { try FoundInstructions(table) }.value
                state.end(with: found)
            }
        } catch {
            state.fail(with: error)
        }
        announcement = screen.spoken
    }

    private func compare(with key: String?) {
        guard let found = state.found, key != found.besideKey,
            // A defect of core leaves what stands there.
            let figures = try? found.table.figures(besideKey: key)
        else { return }
        state.stand(figures, beside: key)
    }

    private func draw() {
        screen = InstructionsScreen(
            state, search: search, isOnlyDiffering: isOnlyDiffering, cores: cores, language: language)
    }
}
