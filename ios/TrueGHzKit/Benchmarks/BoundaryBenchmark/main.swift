// What the boundary costs, and whether an observer disturbs what it observes. `make bench-swift`; not a test.

import Foundation
import TrueGHzKit

setvbuf(stdout, nil, _IOLBF, 0)
try await printCallCosts()
try await printObserverDisturbance()
