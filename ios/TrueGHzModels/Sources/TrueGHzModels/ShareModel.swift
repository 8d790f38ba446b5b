import TrueGHzKit

/// What can be shared of a report.
public struct ShareModel: Sendable {
    /// The report as files, for people first.
    public let documents: [ShareDocument]
    /// What the picture shows.
    public let card: ShareCard

    /// - Parameters:
    ///   - report: What was found.
    ///   - windowsJSON: The recorded windows, where they were kept.
    ///   - screen: What is shown of it.
    public init(_ report: MeasurementReport, windowsJSON: String?, screen: MeasureScreen) {
        let files: [ShareDocument] = [
            ShareDocument(id: .text) { try report.text },
            ShareDocument(id: .json) { try report.json },
            ShareDocument(id: .csv) { try report.csv },
        ]
        let windows = windowsJSON.map { json in ShareDocument(id: .windows) { json } }
        documents = files + [windows].compactMap { $0 }
        card = ShareCard(screen, version: report.version)
    }
}

/// A form of a report that can be sent to somebody. It is written when somebody asks for it.
public struct ShareDocument: Sendable, Identifiable {
    /// The forms.
    public enum Form: Sendable, CaseIterable {
        case text, json, csv, windows
    }

    /// The form; each once.
    public let id: Form
    private let write: @Sendable () throws -> String

    init(id: Form, write: @escaping @Sendable () throws -> String) {
        self.id = id
        self.write = write
    }

    /// The forms of a report of whatever kind.
    static func of(_ report: AnyReport) -> [ShareDocument] {
        [
            ShareDocument(id: .text) { try report.text },
            ShareDocument(id: .json) { try report.json },
            ShareDocument(id: .csv) { try report.csv },
        ]
    }

    /// What it is.
    public var title: Phrase {
        switch id {
        case .text: .word(.shareText)
        case .json: .word(.shareJson)
        case .csv: .word(.shareCsv)
        case .windows: .word(.shareWindows)
        }
    }

    /// The file's name. It names no device and no time: who shares it decides what it tells.
    public var fileName: String {
        switch id {
        case .text: "TrueGHz.txt"
        case .json: "TrueGHz.json"
        case .csv: "TrueGHz.csv"
        case .windows: "TrueGHz-windows.json"
        }
    }

    /// What is in it.
    ///
    /// - Throws: ``TrueGhzError/Defect(message:)`` only.
    public func content() throws -> String {
        try write()
    }
}

/// The picture of a reading: what the screen shows, without what can be pressed.
public struct ShareCard: Sendable {
    /// Chip and device.
    public let machineLine: Phrase?
    /// The number and what is said of it.
    public let hero: Hero
    /// The clock over time.
    public let plot: CurvePlot
    /// What measured it.
    public let footer: Phrase

    init(_ screen: MeasureScreen, version: String) {
        machineLine = screen.machineLine
        hero = screen.hero
        plot = screen.plot
        footer = .word(.shareCardFooter, .text(version))
    }
}
