import Foundation

extension TrueGhzError: LocalizedError {
    /// The error in the core's words. They are English, and meant for logs: a front end chooses its
    /// own words by the case.
    public var errorDescription: String? {
        switch self {
        case .NoClock(let message), .NoThread(let message), .NoCore(let message),
            .NotARecording(let message), .OtherSchema(let message), .Defect(let message):
            message
        }
    }
}

extension StoreError: LocalizedError {
    /// The error in the core's words.
    public var errorDescription: String? {
        switch self {
        case .File(let message), .Defect(let message): message
        }
    }
}

extension ObserverError: LocalizedError {
    /// Why the observer failed, in its own words.
    public var errorDescription: String? {
        switch self {
        case .Failed(let reason): reason
        }
    }
}
