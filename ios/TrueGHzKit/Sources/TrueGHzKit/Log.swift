#if canImport(os)
import os
#endif

/// Destination of TrueGHz's log lines. They are discarded until a sink is set.
public enum MeterLog {
    /// Sends the log of the whole process to a sink from now on.
    ///
    /// - Parameters:
    ///   - sink: Takes the lines, from any thread; `nil` to discard them.
    ///   - level: The least that is sent.
    /// - Returns: Whether the sink was set. If the process has another logger of Rust's, that one
    ///   stays.
    @discardableResult
    public static func send(to sink: (any LogSink)?, downTo level: LogLevel = .info) -> Bool {
        logTo(sink: sink, level: level)
    }

    #if canImport(os)
    /// Sends the log to the system's, under the subsystem `org.trueghz`, a category for each part.
    @discardableResult
    public static func sendToSystem(downTo level: LogLevel = .info) -> Bool {
        send(to: SystemLogSink(), downTo: level)
    }
    #endif
}

#if canImport(os)
/// Writes the lines into the system's log.
private final class SystemLogSink: LogSink {
    func log(level: LogLevel, target: String, message: String) {
        // Nothing in the lines is about the user: names of clocks and cores, and numbers.
        Logger(subsystem: "org.trueghz", category: target).log(
            level: OSLogType(level), "\(message, privacy: .public)")
    }
}

extension OSLogType {
    fileprivate init(_ level: LogLevel) {
        switch level {
        case .error, .warn: self = .error
        case .info: self = .info
        case .debug, .trace: self = .debug
        }
    }
}
#endif
