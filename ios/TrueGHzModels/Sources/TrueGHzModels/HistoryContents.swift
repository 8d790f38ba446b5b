import TrueGHzKit

/// The kept reports, ready to be shown. Core provides the words here, once, and not in views.
struct HistoryContents: Sendable {
    /// The newest first.
    let rows: [HistoryRow]
    /// Notes on entries that cannot be read.
    let notes: [Phrase]
    /// The reports, by the time that identifies them.
    let reports: [UInt64: AnyReport]

    init(_ contents: StoreContents, _ style: LocaleStyle) {
        rows = contents.reports.map { HistoryRow($0, style) }.sorted { $0.id > $1.id }
        notes = [(Word.historyDamaged, contents.corrupt), (.historyOtherVersions, contents.otherVersions)]
            .filter { $0.1 > 0 }
            .map { .word($0.0, .count($0.1)) }
        reports = Dictionary(contents.reports.map { ($0.atUnixMs, $0.report) }) { first, _ in first }
    }
}

/// A report that is kept, as the list shows it.
public struct HistoryRow: Sendable, Identifiable {
    /// When it was kept, in milliseconds since 1970, which names it.
    public let id: UInt64
    /// The number of the fastest core, or its clock's lower bound; absent if neither is known.
    public let number: Phrase?
    /// The verdict of the number; absent if it is not a measurement.
    public let verdict: Verdict?
    /// The uncertainty with the verdict, why there is no number, or what another kind of report found.
    public let line: Phrase
    /// The date and the time of day.
    public let time: Phrase
    /// Whether its clock was held down, and why; absent if that is unknown.
    public let reach: Phrase?
    /// The first urgent warning of the fastest core's reading.
    public let warning: Phrase?
    /// All of it, to be spoken.
    public let spoken: [Phrase]

    init(_ kept: StoredReport, _ style: LocaleStyle) {
        id = kept.atUnixMs
        time = .moment(kept.atUnixMs)
        guard case .measurement(let report) = kept.report, let hero = try? Hero(report) else {
            (number, verdict, reach, warning) = (nil, nil, nil, nil)
            line = (try? kept.report.found(style)).map { Phrase.text($0) } ?? .word(.errorDefect)
            spoken = [line, time]
            return
        }
        let bound = hero.atLeast.map { Phrase.word(.numberAtLeastOf, .number($0)) }
        number = hero.display.map { .number($0.number) } ?? bound
        verdict = hero.verdict
        line = hero.line ?? hero.spoken
        reach = hero.reach
        warning = hero.warning
        spoken = [hero.spoken, reach, time, warning].compactMap { $0 }
    }
}

extension AnyReport {
    /// The finding in a line: of a load in the user's language, else in core's English.
    fileprivate func found(_ style: LocaleStyle) throws -> String {
        guard case .sustained(let load) = self else { return try found }
        return try sustainedLine(report: load, style: style)
    }
}
