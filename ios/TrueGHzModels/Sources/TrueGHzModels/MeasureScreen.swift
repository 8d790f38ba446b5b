import TrueGHzKit

/// The screen "Measure" as it is to be shown: phrases, numbers in their digits, and core's curve.
public struct MeasureScreen: Sendable {
    /// Chip and device.
    public let machineLine: Phrase?
    /// The number and its texts.
    public let hero: Hero
    /// The clock over time.
    public let plot: CurvePlot
    /// A card for each kind of core.
    public let cards: [CoreCard]
    /// The urgent warnings, which stand at the number; none while it is measured, because what is
    /// below them would jump.
    public let urgentWarnings: [Note]
    /// The other notes, the most important first.
    public let notes: [Note]
    /// Its progress, while it goes on.
    public let progress: Progress?
    /// Those of the notes that are not part of a reading.
    let notesOfAll: [Note]

    /// Progress of a measurement.
    public struct Progress: Sendable {
        /// The present activity.
        public let text: Phrase
        /// The core whose turn it is, if there are several.
        public let core: Phrase?
        /// The part that is over, 0 to 1.
        public let part: Double
    }

    init(_ state: MeasureState, machine: Machine?) {
        let machine = state.report?.machine ?? machine
        let names = CoreNames(machine: machine)
        let shown = state.shown.map { state.cores[$0] }
        machineLine = machine?.line
        hero = Hero(state, shown, names: names)
        plot = CurvePlot(shown)
        cards = state.cores.enumerated().map {
            CoreCard(
                index: $0, core: $1, isShown: $0 == state.shown, isIdle: state.phase == .idle, names: names)
        }
        notesOfAll = Self.notesOfAll(state)
        let readings = state.cores.compactMap(\.reading)
        urgentWarnings = state.isUnderWay ? [] : Note.warnings(of: readings, where: \.isUrgent)
        notes = Self.notes(of: readings, after: notesOfAll)
        progress = state.isUnderWay ? Progress(state) : nil
    }

    private static func notes(of readings: [Reading], after first: [Note]) -> [Note] {
        let verdicts = readings.compactMap { Note($0) }
        var notes = first
        let others = verdicts + Note.warnings(of: readings) { !$0.isUrgent }
        for note in others where !notes.contains(where: { $0.id == note.id }) {
            notes.append(note)
        }
        return notes
    }

    private static func notesOfAll(_ state: MeasureState) -> [Note] {
        guard state.phase == .done else { return [] }
        let file = state.isFromFile ? Note(.openedText, advice: .word(.openedAdvice)) : nil
        return [file, state.endedInBackground ? Note(.stateEndedInBackground) : nil].compactMap { $0 }
    }
}

extension MeasureScreen.Progress {
    fileprivate init(_ state: MeasureState) {
        let phase: Word = state.phase == .warming ? .stateWarming : .stateMeasuring
        text = .word(state.isEnding ? .stateEnding : phase)
        part = state.part
        core =
            if let current = state.current, state.cores.count > 1 {
                .word(.stateCoreOf, .count(UInt64(current + 1)), .count(UInt64(state.cores.count)))
            } else {
                nil
            }
    }
}
