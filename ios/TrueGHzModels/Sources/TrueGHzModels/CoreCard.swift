import TrueGHzKit

/// The result of a kind of core.
public struct CoreCard: Sendable, Identifiable {
    /// The core's place among those measured.
    public let id: Int
    /// Whether the big number and the curve are of it.
    public let isShown: Bool
    /// The kind, and which cores are of it.
    public let title: Phrase
    /// The number; absent if there is none yet.
    public let display: FrequencyDisplay?
    /// The clock's lower bound, if there is no number and the bound is known.
    public let atLeast: Phrase?
    /// The verdict of the reading; absent if there is none yet.
    public let verdict: Verdict?
    /// The uncertainty with the verdict, the reason why there is no number, or that it waits; absent if there has been no
    /// session.
    public let line: Phrase?
    /// The claimed clock of the core, and the difference.
    public let claim: Phrase?
    /// Cycles per turn of the tight loop; absent if they are not known.
    public let tightLoop: Phrase?

    init(index: Int, core: CoreState, isShown: Bool, isIdle: Bool, names: CoreNames) {
        id = index
        self.isShown = isShown
        title = names.title(kind: core.kind, cpus: core.cpus)
        display = core.display
        atLeast = core.numbers?.atLeast.map { .word(.numberAtLeastOf, .number($0)) }
        verdict = core.verdict
        line =
            if let reason = core.refusal {
                Note(reason).text
            } else if let display = core.display {
                display.line(with: verdict)
            } else {
                isIdle ? nil : .word(.cardWaiting)
            }
        claim = core.claim?.line ?? core.numbers.map { _ in .word(.cardClaimNone) }
        tightLoop = core.numbers?.tightLoop.map { .word(.cardTightLoop, .number($0.value)) }
    }
}
