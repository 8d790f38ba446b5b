import Observation
import TrueGHzKit

/// The screen "Details": everything that a report holds, in words and rounded numbers.
@MainActor @Observable public final class DetailsModel {
    /// A part of the screen for each core that was measured.
    public let cores: [CoreDetails]
    /// The report as JSON.
    public let json: String
    /// How the windows of each core are spread, in the order of the cores; none before ``load()``.
    public private(set) var histograms: [WindowHistogram?] = []

    private let windowsJSON: String?

    /// - Parameters:
    ///   - report: What was found.
    ///   - windowsJSON: The recorded windows, where they were kept.
    /// - Throws: ``TrueGhzError/Defect(message:)`` only.
    public init(_ report: MeasurementReport, windowsJSON: String?) throws {
        let names = CoreNames(machine: report.machine)
        cores = try report.cores.enumerated().map {
            try CoreDetails(id: $0, $1, clock: report.clock, names: names)
        }
        json = try report.json
        self.windowsJSON = windowsJSON
    }

    /// Makes the histograms of the recorded windows, on a thread that draws nothing.
    public func load() async {
        guard let windowsJSON, histograms.isEmpty else { return }
        // A defect of core leaves the plots out; all else on the screen stays.
        histograms = await Task.detached { (try? WindowHistogram.ofEach(in: windowsJSON)) ?? [] }.value
    }

    /// The histogram of a core; absent if too few windows were taken.
    public func histogram(of core: CoreDetails) -> WindowHistogram? {
        histograms.indices.contains(core.id) ? histograms[core.id] : nil
    }
}

/// The details of one core.
public struct CoreDetails: Sendable, Identifiable {
    /// The core's place among those measured.
    public let id: Int
    /// The kind, and which cores are of it.
    public let title: Phrase
    /// Number, chains, clock, windows, uncertainty, time.
    public let sections: [DetailsSection]

    init(id: Int, _ reading: Reading, clock: TimingClock, names: CoreNames) throws {
        self.id = id
        let numbers = try reading.numbers
        title = names.title(kind: reading.kind, cpus: reading.cpus)
        sections = [
            .number(reading, numbers), .chains(numbers), try .clock(clock, reading, numbers),
            .windows(reading),
            .uncertainty(numbers), .time(numbers),
        ].compactMap { $0 }
    }
}

/// Rows under a heading.
public struct DetailsSection: Sendable, Identifiable {
    /// The topic of a section.
    public enum Kind: Sendable {
        case number, chains, clock, windows, uncertainty, time
    }

    /// Its topic; each once for a core.
    public let id: Kind
    /// The heading.
    public let title: Phrase
    /// The rows.
    public let rows: [Fact]
    /// A sentence below the rows.
    public let footer: Phrase?

    /// - Parameter rows: Label, value and comment of each; a row without a value is left out.
    init(_ kind: Kind, _ title: Word, footer: Word? = nil, rows: [(Phrase, Phrase?, Phrase?)]) {
        id = kind
        self.title = .word(title)
        self.footer = footer.map { .word($0) }
        self.rows = Fact.list(rows)
    }
}
