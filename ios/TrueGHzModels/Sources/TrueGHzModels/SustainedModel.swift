import Observation
import TrueGHzKit

/// The screen "Sustained load". The load outlasts the rotation of the device, and half a minute in the background: core
/// waits for so long, leaves that time out, and ends the load when the device is critically hot.
@MainActor @Observable public final class SustainedModel {
    /// How long a load may take.
    public enum Length: UInt32, Sendable, CaseIterable, Identifiable {
        case one = 1
        case five = 5
        case twenty = 20

        /// Each once.
        public var id: Self { self }
        /// What it is called.
        public var phrase: Phrase { .word(.sustainedMinutes, .count(UInt64(rawValue))) }
        /// In milliseconds.
        public var ms: UInt32 { rawValue * 60_000 }
    }

    /// Where it stands.
    public private(set) var state = SustainedState() {
        didSet { screen = SustainedScreen(state) }
    }
    /// The screen as it is to be shown, made once for each change.
    public private(set) var screen = SustainedScreen(SustainedState())
    /// What is to be said aloud now: the start, the end, and when the device becomes hotter.
    public private(set) var announcement: Phrase?
    /// How long the next load takes.
    public var length = Length.five
    /// How much of the machine the next load keeps busy.
    public var load = SustainedLoad.one

    /// Whether the screen is to stay on: one that goes dark puts the app into the background.
    public var keepsScreenOn: Bool { state.isUnderWay }

    /// What can be shared; empty before there is something.
    public var documents: [ShareDocument] {
        state.report.map { ShareDocument.of(.sustained($0)) } ?? []
    }

    private let meter: any Measuring
    private let isBusyElsewhere: @MainActor () -> Bool
    private let power: @MainActor () -> PowerSource?
    private let job: (@MainActor (Length, SustainedLoad) -> SessionJob)
    private var isInFront = false
    private var session: Task<Void, Never>?

    /// - Parameters:
    ///   - meter: What measures: its own, which stops nothing else.
    ///   - isBusyElsewhere: Whether another screen measures: two sessions at once disturb each other.
    ///   - power: Asks the system from where the device has its power.
    ///   - job: What is done of a choice; a test has no minutes.
    public init(
        meter: any Measuring = Meter(), isBusyElsewhere: @escaping @MainActor () -> Bool = { false },
        power: @escaping @MainActor () -> PowerSource? = { nil },
        job: @escaping @MainActor (Length, SustainedLoad) -> SessionJob = {
            .sustained(lengthMs: $0.ms, load: $1)
        }
    ) {
        self.meter = meter
        self.isBusyElsewhere = isBusyElsewhere
        self.power = power
        self.job = job
    }

    /// Starts, unless something else measures. What is under way goes on.
    public func start() {
        guard isInFront, !state.isUnderWay else { return }
        guard !isBusyElsewhere() else {
            state.refuse()
            announcement = .word(.stateOtherRunning)
            return
        }
        state.start()
        announcement = .word(.stateMeasuring)
        // The session starts here and not in the task: a stop that follows at once has something to stop.
        let events = meter.events(of: job(length, load))
        session = Task { await follow(events) }
    }

    /// Ends the load with what is known.
    public func stop() {
        state.stop()
        meter.stop()
    }

    /// The app came to the front or went to the background. Core decides what that means to a load.
    public func moved(toFront: Bool) {
        isInFront = toFront
        meter.tell(.inBackground(!toFront))
    }

    /// Waits for the end, where a load is under way.
    public func ended() async {
        await session?.value
    }

    private func follow(_ events: AsyncThrowingStream<MeterEvent, any Error>) async {
        do {
            for try await event in events {
                switch event {
                case .progress(let progress):
                    let before = state.now?.thermal
                    try state.take(progress, power: power())
                    if let thermal = state.now?.thermal, before.map({ $0.step < thermal.step }) ?? false {
                        announcement = .word(.thermalLine, thermal.phrase)
                    }
                case .ended(let session):
                    guard case .sustainedMeasured(let report) = session.outcome else { continue }
                    try state.end(with: report)
                }
            }
            // A stream that ends without its last event was cut by a defect: the screen must not wait for ever.
            state.fail(with: TrueGhzError.Defect(message: "the session ended without a report"))
        } catch {
            state.fail(with: error)
        }
        announcement = screen.spoken
    }
}

extension ThermalStatus {
    /// The steps in order.
    var step: Int {
        switch self {
        case .nominal: 0
        case .light: 1
        case .moderate: 2
        case .severe: 3
        case .critical: 4
        case .emergency: 5
        case .shutdown: 6
        }
    }
}
