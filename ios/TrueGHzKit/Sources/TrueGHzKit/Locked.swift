import Foundation

/// A value behind a lock. `Mutex` of the standard library would do, but needs iOS 18.
final class Locked<Value>: @unchecked Sendable {
    // Only `withLock` touches the value: that is why the type may say that it is `Sendable`.
    private var value: Value
    private let lock = NSLock()

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
