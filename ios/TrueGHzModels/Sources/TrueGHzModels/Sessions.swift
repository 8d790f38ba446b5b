/// The model of a screen that measures.
@MainActor public protocol SessionModel: AnyObject {
    /// Whether a session is under way.
    var isUnderWay: Bool { get }
    /// Ends the session; the results so far are kept.
    func stop()
    /// The app came to the front or went to the background.
    func moved(toFront: Bool)
}

extension MeasureModel: SessionModel {
    /// Whether a session is under way.
    public var isUnderWay: Bool { state.isUnderWay }
}
extension AllCoresModel: SessionModel {
    /// Whether a session is under way.
    public var isUnderWay: Bool { state.isUnderWay }
}
extension InstructionsModel: SessionModel {
    /// Whether a session is under way.
    public var isUnderWay: Bool { state.isUnderWay }
}

/// The screens that measure: one at a time, since two would disturb each other.
@MainActor public struct Sessions {
    private let models: [any SessionModel]

    /// - Parameter models: The models of all screens that measure.
    public init(_ models: [any SessionModel]) {
        self.models = models
    }

    /// Whether a session is under way. The display must stay on then: a dark one puts the app into the background.
    public var areUnderWay: Bool { models.contains { $0.isUnderWay } }

    /// Returns `true` if another screen than this one measures.
    public func areUnderWay(besides own: any SessionModel) -> Bool {
        models.contains { $0 !== own && $0.isUnderWay }
    }

    /// The app came to the front or went to the background.
    public func moved(toFront: Bool) {
        for model in models { model.moved(toFront: toFront) }
    }
}
