import Testing

@testable import TrueGHzKit

/// Queries of a platform for heat and power.
@Suite struct PlatformConditionsTests {
    /// A platform like Apple's: it posts changes only to a process that has read before, and
    /// changes during registration.
    private final class Platform: ConditionsSource {
        private struct State {
            var heat = ThermalStatus.nominal
            var wasRead = false
            var changed: (@Sendable () -> Void)?
        }
        private let state = Locked(State())

        func read() -> Conditions {
            state.withLock { state in
                state.wasRead = true
                return .thermal(state.heat)
            }
        }

        func observe(_ changed: @escaping @Sendable () -> Void) -> any Sendable {
            state.withLock { state in
                state.heat = .light
                if state.wasRead { state.changed = changed }
            }
            return 0
        }

        func heat(to status: ThermalStatus) {
            let changed = state.withLock { state in
                state.heat = status
                return state.changed
            }
            changed?()
        }
    }

    @Test func itReadsRegistersAndReadsAgain() {
        let told = Locked<[ThermalStatus?]>([])
        let platform = Platform()
        let conditions = PlatformConditions(platform) { now in told.withLock { $0.append(now.thermal) } }
        #expect(told.withLock { $0 } == [.nominal, .light], "the change while it registered is told")
        platform.heat(to: .severe)
        #expect(told.withLock { $0.last } == .severe, "a platform that was read first posts changes")
        withExtendedLifetime(conditions) {}
    }
}
