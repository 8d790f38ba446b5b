import TrueGHzKit

/// The content of a report that can be shared.
public struct ShareModel: Sendable {
    /// The report as files, for people first.
    public let documents: [ShareDocument]
    /// The contents of the picture.
    public let card: ShareCard

    /// - Parameters:
    ///   - report: What was found.
    ///   - windowsJSON: The recorded windows, where they were kept.
    ///   - screen: What is shown of it.
    public init(_ report: MeasurementReport, windowsJSON: String?, screen: MeasureScreen) {
        let notes = screen.notesOfAll
        let windows = windowsJSON.map { json in ShareDocument(id: .windows) { _ in json } }
        documents =
            ShareDocument.of(.measurement(report)) { try SharedText(report, notes: notes)(in: $0) }
            + [windows].compactMap { $0 }
        card = ShareCard(screen, version: report.version)
    }
}

/// A form of a report that can be sent. It is written on request.
public struct ShareDocument: Sendable, Identifiable {
    /// The forms.
    public enum Form: Sendable, CaseIterable {
        case text, json, csv, windows
    }

    /// The form; each once.
    public let id: Form
    private let write: @Sendable (Language) throws -> String

    init(id: Form, write: @escaping @Sendable (Language) throws -> String) {
        self.id = id
        self.write = write
    }

    /// The forms of a report of whatever kind: for people in their language, for programs as core writes them.
    static func of(
        _ report: AnyReport, text: @escaping @Sendable (Language) throws -> String
    ) -> [ShareDocument] {
        [
            ShareDocument(id: .text, write: text),
            ShareDocument(id: .json) { _ in try report.json },
            ShareDocument(id: .csv) { _ in try report.csv },
        ]
    }

    /// Its title.
    public var title: Phrase {
        switch id {
        case .text: .word(.shareText)
        case .json: .word(.shareJson)
        case .csv: .word(.shareCsv)
        case .windows: .word(.shareWindows)
        }
    }

    /// The file's name. It names no device and no time: the user decides what a shared file
    /// reveals.
    public var fileName: String {
        switch id {
        case .text: "TrueGHz.txt"
        case .json: "TrueGHz.json"
        case .csv: "TrueGHz.csv"
        case .windows: "TrueGHz-windows.json"
        }
    }

    /// Its contents.
    ///
    /// - Parameter language: Whose words and digits a text for people has.
    /// - Throws: ``TrueGhzError/Defect(message:)`` only.
    public func content(in language: Language) throws -> String {
        try write(language)
    }
}

/// The picture of a reading: what the screen shows, without what can be pressed.
public struct ShareCard: Sendable {
    /// Chip and device.
    public let machineLine: Phrase?
    /// The number and its texts.
    public let hero: Hero
    /// The clock over time.
    public let plot: CurvePlot
    /// The urgent warnings, at the number.
    public let urgentWarnings: [Note]
    /// The other notes, as on the screen.
    public let notes: [Note]
    /// The app that measured it.
    public let footer: Phrase

    init(_ screen: MeasureScreen, version: String) {
        machineLine = screen.machineLine
        hero = screen.hero
        plot = screen.plot
        urgentWarnings = screen.urgentWarnings
        notes = screen.notes
        footer = .word(.shareCardFooter, .text(version))
    }
}
