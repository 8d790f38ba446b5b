import Observation
import TrueGHzKit

/// The screen "Sustained load". The load outlasts the rotation of the device, and half a minute in
/// the background: core waits for that time, leaves that time out, and ends the load when the
/// device is critically hot.
@MainActor @Observable public final class SustainedModel {
    /// The permitted durations of a load.
    public enum Length: UInt32, Sendable, CaseIterable, Identifiable {
        case one = 1
        case five = 5
        case twenty = 20

        /// Each once.
        public var id: Self { self }
        /// Its name.
        public var phrase: Phrase { .word(.sustainedMinutes, .count(UInt64(rawValue))) }
        /// In milliseconds.
        public var ms: UInt32 { rawValue * 60_000 }
    }

    /// The present state.
    public private(set) var state = SustainedState() {
        didSet { screen = SustainedScreen(state) }
    }
    /// The screen as it is to be shown, made once for each change.
    public private(set) var screen = SustainedScreen(SustainedState())
    /// The announcement to be spoken now: the start, the end, and when the device becomes hotter.
    public private(set) var announcement: Phrase?
    /// Duration of the next load.
    public var length = Length.five
    /// The cores that the next load keeps busy.
    public var load = SustainedLoad.one

    /// The documents that can be shared; empty before there are any.
    public var documents: [ShareDocument] {
        state.report.map { ShareDocument.of($0, screen) } ?? []
    }

    private let runner: SessionRunner
    private let power: @MainActor () -> PowerSource?
    private let job: (@MainActor (Length, SustainedLoad) -> SessionJob)

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
        runner = SessionRunner(meter: meter, isBusyElsewhere: isBusyElsewhere)
        self.power = power
        self.job = job
    }

    /// Starts, unless something else measures. What is under way goes on.
    public func start() {
        runner.start(isUnderWay: state.isUnderWay) {
            state.refuse()
            announcement = .word(.stateOtherRunning)
        } begin: {
            state.start()
            announcement = .word(.stateMeasuring)
            let events = runner.events(of: job(length, load))
            return { await self.follow(events) }
        }
    }

    /// Ends the load with a partial result.
    public func stop() {
        state.stop()
        runner.stop()
    }

    /// The app came to the front or went to the background. Core decides what that means to a load.
    public func moved(toFront: Bool) {
        runner.moved(toFront: toFront)
    }

    /// Waits for the end, where a load is under way.
    public func ended() async {
        await runner.ended()
    }

    private func follow(_ events: AsyncThrowingStream<MeterEvent, any Error>) async {
        do {
            try await runner.follow(events) { event in
                let before = state.now?.thermal
                try state.take(event, power: power())
                if let thermal = state.now?.thermal, before.map({ $0.step < thermal.step }) ?? false {
                    announcement = .word(.thermalLine, thermal.phrase)
                }
            } end: { session in
                guard case .sustainedMeasured(let report) = session.outcome else { return false }
                try state.end(with: report)
                return true
            }
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
