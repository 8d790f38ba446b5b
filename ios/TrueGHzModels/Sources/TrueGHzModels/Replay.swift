import Foundation
import TrueGHzKit

/// One moment of a replay: it stands where the number and the curve that were found will stand.
public struct ReplayMoment: Sendable {
    /// The core, if there are several.
    public let core: Phrase?
    /// The clock then. It passes: nothing is claimed of it.
    public let number: Rounded
    /// The curve up to then, on the axes of all of it.
    public let plot: CurvePlot
}

/// The recorded curves once more, in slow motion: nothing could be drawn while they were recorded.
/// It receives the time and has no clock: the view that draws it has the display's.
public struct Replay: Sendable {
    /// Long enough to follow a climb, short enough to be watched each time.
    static let seconds = 2.0
    /// One frame for each time that most screens are drawn.
    static let frameCount: UInt32 = 120

    /// Time of the first frame.
    let begun: Date
    private let frames: [ReplayFrame]
    private let cores: [CoreState]
    private let names: CoreNames

    /// - Throws: ``TrueGhzError/Defect(message:)`` only.
    init(_ report: MeasurementReport, of cores: [CoreState], begun: Date = .now) throws {
        self.begun = begun
        frames = try replayFrames(readings: report.cores, frames: Self.frameCount)
        self.cores = cores
        names = CoreNames(machine: report.machine)
    }

    /// Returns the frame to show at a time; `nil` if the replay is over, or a reading has no curve.
    public func moment(at date: Date) -> ReplayMoment? {
        // A display's time may be earlier than the beginning.
        let elapsed = max(0, date.timeIntervalSince(begun))
        guard elapsed < Self.seconds else { return nil }
        let index = Int(elapsed / Self.seconds * Double(frames.count))
        guard frames.indices.contains(index) else { return nil }
        let frame = frames[index]
        let core = cores[Int(frame.core)]
        let title = cores.count > 1 ? names.title(kind: core.kind, cpus: core.cpus) : nil
        return ReplayMoment(
            core: title, number: frame.frequency, plot: CurvePlot(core, untilMs: frame.untilMs))
    }
}
