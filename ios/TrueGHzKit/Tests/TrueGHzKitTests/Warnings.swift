import TrueGHzKit

/// One warning of each code.
enum Warnings {
    static let all: [Warning] = [
        .clocksDisagree(
            primary: .monotonicRaw, primaryHz: 1e9, witness: .tsc, witnessStatedHz: 2.1e9, witnessSeenHz: 2.2e9,
            ppm: 47_619, culprit: nil),
        .clockStepped(clock: .realtime, stepNs: -1_000, atMs: 12.5),
        .unchecked(clock: .machAbsoluteTime),
        .clockFallback(clock: .monotonic, why: "the first stood still"),
        .factorSuspected(claimHz: 3e9),
        .affinityRefused(asked: 3, used: nil),
        .migrated(windows: 2),
        .contended(cleanPercent: 12.5),
        .chainDisagrees(kind: .rotate, finding: .severalCycles, cyclesPerStep: 2),
        .foldedImmediate(stepsPerCycle: 2),
        .notLinear(ppm: 900),
        .stillWarming, .cancelled, .lowPower, .hot, .background,
        .virtualMachine(hypervisor: nil),
        .observerPanicked,
    ]

    /// How many codes `code` knows.
    static let count = 18

    /// The code, as the core writes it. Does not compile when the core has one more.
    static func code(_ warning: Warning) -> String {
        switch warning {
        case .clocksDisagree: "clocks_disagree"
        case .clockStepped: "clock_stepped"
        case .unchecked: "unchecked"
        case .clockFallback: "clock_fallback"
        case .factorSuspected: "factor_suspected"
        case .affinityRefused: "affinity_refused"
        case .migrated: "migrated"
        case .contended: "contended"
        case .chainDisagrees: "chain_disagrees"
        case .foldedImmediate: "folded_immediate"
        case .notLinear: "not_linear"
        case .stillWarming: "still_warming"
        case .cancelled: "cancelled"
        case .lowPower: "low_power"
        case .hot: "hot"
        case .background: "background"
        case .virtualMachine: "virtual_machine"
        case .observerPanicked: "observer_panicked"
        }
    }
}
