import TrueGHzKit

/// The big number and the lines below it.
public struct Hero: Sendable {
    /// The core, above the number.
    public let core: Phrase?
    /// The number; `nil` if there is none, or not yet.
    public let display: FrequencyDisplay?
    /// The clock's lower bound, if only that is known: shown in the place of the number.
    public let atLeast: Rounded?
    /// The two levels of a clock that switched between them: they stand where the number would.
    public let between: RangeNumbers?
    /// The verdict of the reading; absent until there is one.
    public let verdict: Verdict?
    /// The uncertainty, with the verdict when there is one; the reason if there is no number.
    public let line: Phrase?
    /// The range of a varying clock, or advice if there is no number.
    public let advice: Phrase?
    /// Whether the clock is held down, and why; absent if that is unknown.
    public let reach: Phrase?
    /// The difference of the clock from the stated one; absent if the system states none, or there
    /// is no number.
    public let yardstick: Phrase?
    /// Number of core types that were measured; absent if all were, or none.
    public let kinds: Phrase?
    /// How hot the device was at most; absent if the system does not report it.
    public let thermal: Phrase?
    /// The first urgent warning of the reading.
    let warning: Phrase?
    /// All of it in a sentence, to be spoken.
    public let spoken: Phrase

    init(_ state: MeasureState, _ core: CoreState?, names: CoreNames) {
        self.init(
            core, of: state.cores, names: names, note: Self.note(state, core),
            otherwise: state.isUnderWay ? .stateWarming : .stateReady)
    }

    /// The number of a core of the table of all cores, which has one of its own for each.
    init?(_ state: AllCoresState, names: CoreNames) {
        guard let shown = state.shown else { return nil }
        let cores = state.cores.map { CoreState($0) }
        self.init(
            cores[shown], of: cores, isTable: true, names: names,
            note: state.cores[shown].reason.map { Note($0) }, otherwise: .stateMeasuring)
    }

    /// The number of a report that was kept: its fastest core's.
    ///
    /// - Throws: ``TrueGhzError/Defect(message:)`` only.
    init(_ report: MeasurementReport) throws {
        let cores = try report.cores.map { try CoreState($0, isDrawn: false) }
        let fastest = cores.max { $0.hz < $1.hz }
        self.init(
            fastest, of: cores, names: CoreNames(machine: report.machine),
            note: Note(fastest?.reading?.reason ?? .cancelled), otherwise: .stateReady)
    }

    /// - Parameters:
    ///   - cores: All cores of the measurement.
    ///   - note: Reason why there is no number, if there should be one.
    ///   - otherwise: The text if there is neither.
    ///   - isTable: Whether each core has a row of its own, which shows what is missing.
    private init(
        _ core: CoreState?, of cores: [CoreState], isTable: Bool = false, names: CoreNames, note: Note?,
        otherwise: Word
    ) {
        self.core = core.map { names.title(kind: $0.kind, cpus: $0.cpus) }
        kinds = isTable ? nil : Self.kinds(cores)
        let heat = cores.compactMap { $0.reading?.conditions.thermal }
        thermal = ThermalStatus.hottestFirst.first(where: heat.contains).map {
            .word(.thermalLine, $0.phrase)
        }
        reach = core?.numbers?.reach?.phrase(because: core?.reading?.lowBecause)
        yardstick = core?.numbers?.claim?.yardstick
        warning = core?.reading?.warnings.first(where: \.isUrgent).map { Note($0).text }
        display = core?.display
        atLeast = display == nil ? core?.numbers?.atLeast : nil
        verdict = core?.reading?.verdict
        between = core?.numbers?.between
        if let display, let between, let verdict {
            line = verdict.phrase
            advice = .word(.numberAverage, .number(display.number), .number(display.uncertainty))
            spoken = .word(
                .coreTitle, .word(.numberRange, .number(between.low), .number(between.high)), verdict.phrase)
        } else if let display {
            let uncertainty = Phrase.number(display.uncertainty)
            line = display.line(with: verdict)
            advice = core?.numbers?.range.map { .word(.numberRange, .number($0.low), .number($0.high)) }
            spoken = .word(
                .numberSpoken, .number(display.number), uncertainty,
                verdict?.phrase ?? .word(.stateMeasuring))
        } else {
            line = note?.text
            advice = note?.advice
            spoken =
                if let atLeast, let note {
                    .word(.numberAtLeastSpoken, .number(atLeast), note.text)
                } else {
                    note?.text ?? .word(otherwise)
                }
        }
    }

    private static func kinds(_ cores: [CoreState]) -> Phrase? {
        let measured = cores.count { $0.reading?.reason == nil }
        let isComplete = cores.allSatisfy { $0.verdict != nil }
        guard isComplete, measured > 0, measured < cores.count else { return nil }
        return .word(.stateKinds, .count(UInt64(measured)), .count(UInt64(cores.count)))
    }

    /// Why there is no number, where there should be one.
    private static func note(_ state: MeasureState, _ core: CoreState?) -> Note? {
        if let failure = state.failure { return failure }
        if let reason = core?.reading?.reason { return Note(reason) }
        // Stopped before any core had its turn.
        return state.phase == .done ? Note(RefusalReason.cancelled) : nil
    }
}

extension FrequencyDisplay {
    /// The uncertainty, with the verdict if it is known.
    func line(with verdict: Verdict?) -> Phrase {
        let uncertainty = Phrase.number(uncertainty)
        guard let verdict else { return .word(.numberUncertainty, uncertainty) }
        return .word(.numberUncertaintyAndVerdict, uncertainty, verdict.phrase)
    }
}

extension ThermalStatus {
    /// All of them.
    fileprivate static let hottestFirst: [ThermalStatus] = [
        .shutdown, .emergency, .critical, .severe, .moderate, .light, .nominal,
    ]
}
