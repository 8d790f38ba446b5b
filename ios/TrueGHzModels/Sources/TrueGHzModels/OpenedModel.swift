import Foundation
import Observation
import TrueGHzKit

/// A file of raw data that another app hands over, or that the user chooses: core makes its report again, and the
/// screen states that nothing of it was measured here.
@MainActor @Observable public final class OpenedModel {
    /// Whether a file is open, or one that could not be read.
    public var isOpen = false
    /// The screen of the reading; absent until there is one.
    public private(set) var screen: MeasureScreen?
    /// Its details; absent until there is one.
    public private(set) var details: DetailsModel?
    /// The content that can be shared of it; absent until there is one.
    public private(set) var share: ShareModel?
    /// Reason why there is none.
    public private(set) var failure: Note?
    /// The announcement to be spoken now: the result.
    public private(set) var announcement: Phrase?

    /// Maximum size read of a file: the longest recordings of phones have some two megabytes.
    nonisolated static let mostMegabytes = 16

    private var state = MeasureState()
    private var opened = 0

    /// A model without a file.
    public init() {}

    /// Opens a file, whose data may come from any source: it is read no further than any recording
    /// goes.
    public func open(_ file: URL) async {
        opened += 1
        let mine = opened
        (screen, details, share, failure) = (nil, nil, nil, nil)
        isOpen = true
        let read = await Task.detached { Result { try Recording(file) } }.value
        // A later one is what is wanted.
        guard mine == opened else { return }
        do {
            let recording = try read.get()
            state = try .kept(recording.report, windowsJSON: recording.windowsJSON, isFromFile: true)
            details = try DetailsModel(recording.report, windowsJSON: recording.windowsJSON)
            show()
            announcement = screen?.hero.spoken
        } catch let error as Unread {
            fail(error.note)
        } catch {
            fail(Note(error))
        }
    }

    /// Says that the chosen file could not be had.
    public func refuse() {
        opened += 1
        isOpen = true
        fail(Unread.unreadable.note)
    }

    /// Shows a core's number and curve large.
    public func choose(_ core: Int) {
        state.choose(core)
        show()
    }

    private func show() {
        let screen = MeasureScreen(state, machine: nil)
        self.screen = screen
        share = state.report.map { ShareModel($0, windowsJSON: state.windowsJSON, screen: screen) }
    }

    private func fail(_ note: Note) {
        (screen, details, share) = (nil, nil, nil)
        failure = note
        announcement = note.text
    }
}

/// The contents of a file of raw data.
private struct Recording: Sendable {
    let windowsJSON: String
    let report: MeasurementReport

    init(_ file: URL) throws {
        let most = OpenedModel.mostMegabytes * 1_000_000
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            data = try handle.read(upToCount: most + 1) ?? Data()
        } catch {
            throw Unread.unreadable
        }
        if data.count > most { throw Unread.tooLarge }
        windowsJSON = String(decoding: data, as: UTF8.self)
        report = try MeasurementReport(replaying: windowsJSON)
    }
}

/// Reason why a file was not even parsed.
private enum Unread: Error {
    case unreadable, tooLarge

    var note: Note {
        switch self {
        case .unreadable: Note(.openedUnreadable)
        case .tooLarge: Note(.openedTooLarge, .count(UInt64(OpenedModel.mostMegabytes)), advice: nil)
        }
    }
}
