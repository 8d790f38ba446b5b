import TrueGHzKit

/// A kept report on its own screen.
@MainActor public enum KeptDetails {
    /// A measurement: its details, and what can be shared of it. The recorded windows are not kept.
    case measurement(DetailsModel, ShareModel)
    /// Another kind of report, as text.
    case other(ShareDocument)

    /// - Throws: ``TrueGhzError/Defect(message:)`` only.
    init(_ report: AnyReport) throws {
        switch report {
        case .measurement(let measured):
            let screen = try MeasureScreen(.kept(measured), machine: nil)
            self = .measurement(
                try DetailsModel(measured, windowsJSON: nil),
                ShareModel(measured, windowsJSON: nil, screen: screen))
        case .sustained(let load):
            self = .other(ShareDocument(id: .text) { try sustainedText(report: load, style: $0.style) })
        case .ramp, .turbo:
            // The app measures none of these: core's own words.
            let text = try report.text
            self = .other(ShareDocument(id: .text) { _ in text })
        }
    }
}
