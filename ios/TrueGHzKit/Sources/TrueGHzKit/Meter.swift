import Foundation

/// Measures the true clock of processor cores, by timing chains of dependent instructions against a clock of
/// known rate.
///
/// ```swift
/// let meter = Meter()
/// for try await event in meter.events() {
///     switch event {
///     case .progress(.running(_, let frequency, _, let part, _)): show(frequency?.measurement, part)
///     case .progress: break
///     case .ended(let session): show(session.report)
///     }
/// }
/// ```
///
/// A meter can be shared: it may be called from any thread and never blocks the caller. Its
/// sessions share the conditions reported by ``tell(_:)``. Two sessions at once disturb each
/// other's numbers; their readings then report this.
///
/// Cancelling the task that waits cancels the session. So does letting go of a stream of events.
/// ``stop()`` ends sessions too, and waiting callers still get the partial result.
public final class Meter: Sendable {
    private let sessions: RunningSessions
    private let platform: PlatformConditions

    /// A meter. On Apple platforms it also listens to the system's notices of heat and of Low Power Mode.
    public init() {
        let sessions = RunningSessions()
        self.sessions = sessions
        platform = PlatformConditions { sessions.tell($0) }
    }

    /// Starts a session at once and reports its events; the last is ``MeterEvent/ended(_:)``.
    ///
    /// Events that are not taken yet are kept, some dozens for each core. Leaving the loop, or
    /// cancelling the task that it runs in, cancels the session and ends the stream there and then.
    ///
    /// - Parameter job: The job; by default one core of each kind is measured.
    /// - Returns: The events. The stream fails with a ``TrueGhzError``.
    public func events(of job: SessionJob = .measure(options: .eachCoreType)) -> AsyncThrowingStream<
        MeterEvent, any Error
    > {
        AsyncThrowingStream { continuation in
            do {
                let session = try sessions.start(job, observer: EventForwarder(continuation))
                continuation.onTermination = { _ in session.cancel() }
                Task { await session.end(of: continuation) }
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }

    /// Measures the clock of cores.
    ///
    /// - Parameter options: Which cores, and how long.
    /// - Returns: A reading for each core. If the task was cancelled: the cores that were measured
    ///   by then, the last of them with a partial result.
    /// - Throws: ``TrueGhzError`` if nothing could be measured. If a single core fails, its reading
    ///   has the reason.
    public func measure(_ options: MeasureOptions = .eachCoreType) async throws -> MeasurementReport {
        guard case .measured(let report) = try await outcome(of: .measure(options: options)) else {
            throw TrueGhzError.Defect(message: "a measurement ended as something else")
        }
        return report
    }

    /// Checks every clock of the system: its tick, the cost of a read, whether it keeps its rate.
    ///
    /// Takes some 60 to 150 ms for each clock.
    ///
    /// - Throws: ``TrueGhzError`` if there is no clock, or no thread to look from.
    public func clocks() async throws -> QualityTable {
        guard case .clocksSeen(let table) = try await outcome(of: .clocks) else {
            throw TrueGhzError.Defect(message: "a look at the clocks ended as something else")
        }
        return table
    }

    /// Measures latency and throughput of instructions, in cycles of a core: some 5 ms for each row, after half a second for
    /// the core's clock.
    ///
    /// - Parameters:
    ///   - names: Which: the names of those that ``instructions()`` lists; empty: all of them.
    ///   - cpu: On which core; absent: one of `kind`. Apple's systems take none.
    ///   - kind: On which kind of core; absent: the fastest.
    /// - Throws: ``TrueGhzError`` if there is no clock, or no thread to measure on. A row without a
    ///   number has the reason.
    public func instructions(
        _ names: [String] = [], cpu: UInt32? = nil, kind: WantedKind? = nil
    ) async throws -> InstructionTable {
        let job = SessionJob.instructions(names: names, cpu: cpu, kind: kind)
        guard case .instructionsMeasured(let table) = try await outcome(of: job) else {
            throw TrueGhzError.Defect(message: "a table of instructions ended as something else")
        }
        return table
    }

    /// Keeps cores busy, and measures how far a core's clock drops. ``events(of:)`` of the same job
    /// reports the progress.
    ///
    /// - Parameters:
    ///   - lengthMs: How long, in milliseconds.
    ///   - load: How much of the machine is busy.
    ///   - cpu: On which core to measure; absent: one of `kind`. Apple's systems take none.
    ///   - kind: On which kind of core; absent: the fastest.
    /// - Throws: ``TrueGhzError`` if there is no clock, no thread, or the core cannot be used.
    public func sustained(
        lengthMs: UInt32, load: SustainedLoad = .one, cpu: UInt32? = nil, kind: WantedKind? = nil
    ) async throws -> SustainedReport {
        let job = SessionJob.sustained(lengthMs: lengthMs, load: load, cpu: cpu, kind: kind)
        guard case .sustainedMeasured(let report) = try await outcome(of: job) else {
            throw TrueGhzError.Defect(message: "a sustained load ended as something else")
        }
        return report
    }

    /// The system's description of this machine: names, cores, stated clocks. Nothing in it is
    /// measured.
    ///
    /// - Throws: ``TrueGhzError/Defect(message:)`` only.
    public func machine() async throws -> Machine {
        // Some milliseconds of reading files: not for the caller's thread, which may be the one that draws.
        try await Task.detached { try TrueGHzKit.machine() }.value
    }

    /// Reports conditions that only the app or the platform can detect: heat, power saving, whether
    /// the app is in front.
    ///
    /// Absent values stay unchanged. The conditions apply to running and to later sessions. Going
    /// to the background ends the sessions with their partial results: from then on the system may
    /// run them on other cores and at other clocks. A sustained load waits half a minute for the
    /// app's return and leaves that time out of its result. An app reports this when its scene's
    /// phase changes.
    public func tell(_ conditions: Conditions) {
        sessions.tell(conditions)
    }

    /// Ends all sessions of this meter within some milliseconds. Waiting callers get the partial
    /// results.
    public func stop() {
        sessions.cancel()
    }

    /// Whether a session of this meter is under way.
    public var isRunning: Bool {
        sessions.areRunning
    }

    private func outcome(of job: SessionJob) async throws -> SessionOutcome {
        let session = try sessions.start(job, observer: nil)
        return try await withTaskCancellationHandler {
            try await session.outcome()
        } onCancel: {
            session.cancel()
        }
    }
}

extension MeasureOptions {
    /// One core of each kind that this process may use, for the default time.
    public static let eachCoreType = MeasureOptions(cores: .eachCoreType)
}
