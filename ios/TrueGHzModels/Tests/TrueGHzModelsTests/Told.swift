import Foundation

import TrueGHzKit

/// Keeps the conditions passed to a meter, from any thread.
final class Told: @unchecked Sendable {
    // Both members hold the lock: that is why the type may say that it is `Sendable`.
    private let lock = NSLock()
    private var conditions: [Conditions] = []

    func append(_ told: Conditions) {
        lock.withLock { conditions.append(told) }
    }

    var all: [Conditions] {
        lock.withLock { conditions }
    }
}
