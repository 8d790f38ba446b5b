import Foundation
import Observation
import TrueGHzKit

/// The screen "Sustained load". Core makes it: this fetches it after each change, and passes on the
/// conditions that only the platform knows. The load outlasts the rotation of the device, and half a
/// minute in the background.
@MainActor @Observable public final class LoadModel: SessionModel {
    /// The screen as it is to be shown.
    public private(set) var screen: LoadScreen

    private let core: AppScreens
    private let platform: PlatformConditions
    private let style: @MainActor () -> LocaleStyle
    private let isBusyElsewhere: @MainActor () -> Bool
    private let power: @MainActor () -> PowerSource?
    private let ended: @MainActor (@escaping AddLoad) -> Void

    /// Adds the result of the last load to the history in this file: not for a thread that draws.
    public typealias AddLoad = @Sendable (URL) throws -> Void

    /// - Parameters:
    ///   - folder: Holds the records of the last load, which another process of the app shows again.
    ///   - style: Asks for language and digits, again when the app comes to the front: the user may
    ///     have changed them.
    ///   - isBusyElsewhere: Whether another screen measures: two sessions at once disturb each other.
    ///   - power: Asks the system for the source of the device's power.
    ///   - ended: Takes the result of each load.
    public init(
        folder: URL, style: @escaping @MainActor () -> LocaleStyle,
        isBusyElsewhere: @escaping @MainActor () -> Bool = { false },
        power: @escaping @MainActor () -> PowerSource? = { nil },
        ended: @escaping @MainActor (@escaping AddLoad) -> Void = { _ in }
    ) {
        let shell = Shell()
        let core = AppScreens(shell: shell, folder: folder.path, style: style())
        self.core = core
        self.style = style
        self.isBusyElsewhere = isBusyElsewhere
        self.power = power
        self.ended = ended
        platform = PlatformConditions { core.tell(conditions: $0) }
        screen = core.loadScreen()
        Task { [changes = shell.changes, weak self] in
            for await _ in changes { self?.refresh() }
        }
    }

    /// Whether a load runs.
    public var isUnderWay: Bool { screen.isRunning }

    /// Index of the duration of the next load.
    public var length: UInt32 {
        get { screen.length.chosen }
        set { act(.chooseLength(index: newValue)) }
    }

    /// Index of the cores that the next load keeps busy.
    public var load: UInt32 {
        get { screen.load.chosen }
        set { act(.chooseLoad(index: newValue)) }
    }

    /// The documents that can be shared; empty before there are any.
    public var documents: [ShareDocument] {
        guard screen.canShare else { return [] }
        let forms: [(ShareDocument.Form, ShareForm)] = [(.text, .text), (.json, .json), (.csv, .csv)]
        return forms.map { [core] id, form in
            ShareDocument(id: id) { _ in try core.loadShared(form: form) ?? "" }
        }
    }

    /// The screen appears: it shows the load of an earlier process if this one has had none.
    public func open() { act(.open) }

    /// Starts, unless another screen measures or another app is in front.
    public func start() { act(.start(isBusy: isBusyElsewhere())) }

    /// Ends the load with a partial result.
    public func stop() { act(.stop) }

    /// The app came to the front or went to the background. Core decides the effect on a load.
    public func moved(toFront: Bool) {
        core.tell(conditions: .inBackground(!toFront))
        if toFront { core.setStyle(style: style()) }
    }

    private func act(_ action: LoadAction) {
        core.actOnLoad(action: action)
        // At once: the next start depends on whether a load is under way.
        refresh()
    }

    private func refresh() {
        core.power(battery: Battery(power: power(), decidegrees: nil))
        let (before, screen) = (screen, core.loadScreen())
        if screen != before { self.screen = screen }
        guard before.isRunning, !screen.isRunning, screen.canShare else { return }
        ended { [core] in _ = try core.keepLoad(path: $0.path) }
    }
}

extension LoadScreen {
    /// The text to be spoken when it changes.
    public var announcement: String { statusSpoken ?? status }
}

/// Called from core's threads. Changes that the model has not seen yet are one.
private final class Shell: AppShell {
    let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func loadChanged() { continuation.yield() }

    // Core has let go of it: the model is gone.
    deinit { continuation.finish() }
}
