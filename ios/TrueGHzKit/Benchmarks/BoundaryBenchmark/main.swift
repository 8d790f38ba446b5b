// The cost of the boundary, and whether an observer disturbs what it observes. `make bench-swift`;
// not a test.

import TrueGHzKit

try await printCallCosts()
try await printObserverDisturbance()
