import Testing
import TrueGHzKit

/// The words of every code cross the boundary.
@Suite struct WordsTests {
    /// One warning of each code at least, from recorded windows: the core's own, not made here.
    static let warnings =
        (try? replay(windowsJson: Vector.everyWarning.windowsJSON()))?.cores[0].warnings ?? []

    @Test(arguments: warnings)
    func everyWarningHasItsCodeAndWords(warning: Warning) {
        let words = warning.words
        #expect(words.code == Self.code(warning))
        #expect(!words.text.isEmpty)
        #expect(words.advice?.isEmpty == false)
    }

    @Test func everyCodeIsAmongTheWarnings() {
        #expect(Set(Self.warnings.map(Self.code)).count == 26)
    }

    /// The code, as the core writes it. Does not compile when the core has one more: count it above then.
    static func code(_ warning: Warning) -> String {
        switch warning {
        case .clocksDisagree: "clocks_disagree"
        case .clockStepped: "clock_stepped"
        case .unchecked: "unchecked"
        case .clockFallback: "clock_fallback"
        case .implausibleRate: "implausible_rate"
        case .factorSuspected: "factor_suspected"
        case .affinityRefused: "affinity_refused"
        case .migrated: "migrated"
        case .preempted: "preempted"
        case .smtContention: "smt_contention"
        case .stealTime: "steal_time"
        case .quotaReached: "quota_reached"
        case .chainDisagrees: "chain_disagrees"
        case .foldedImmediate: "folded_immediate"
        case .notLinear: "not_linear"
        case .warmUpIncomplete: "warm_up_incomplete"
        case .cancelled: "cancelled"
        case .lowPower: "low_power"
        case .thermalPressure: "thermal_pressure"
        case .background: "background"
        case .lowPriority: "low_priority"
        case .coreTypeUnknown: "core_type_unknown"
        case .virtualMachine: "virtual_machine"
        case .emulated: "emulated"
        case .observerPanicked: "observer_panicked"
        case .observerStalled: "observer_stalled"
        }
    }

    @Test func warningsThatChangeTheMeaningOfTheNumberAreUrgent() {
        #expect(Warning.thermalPressure.isUrgent && Warning.warmUpIncomplete.isUrgent)
        #expect(!Warning.cancelled.isUrgent && !Warning.virtualMachine(hypervisor: "KVM").isUrgent)
    }

    @Test func argumentsReachTheWords() {
        let words = Warning.virtualMachine(hypervisor: "Orange Juice").words
        #expect(words.text.contains("Orange Juice"))
    }

    @Test(arguments: [
        (Verdict.steady, "steady"), (.varying, "varying"), (.unconfirmed, "unconfirmed"),
        (.refused, "refused"),
    ])
    func everyVerdictHasItsCodeAndWords(verdict: Verdict, code: String) {
        #expect(verdict.words.code == code)
        #expect(!verdict.words.text.isEmpty)
    }

    @Test(arguments: [
        (RefusalReason.noConsensus, "no_consensus"), (.clocksDisagree, "clocks_disagree"),
        (.clockStopped, "clock_stopped"), (.clockTooCoarse, "clock_too_coarse"),
        (.tooFewWindows, "too_few_windows"),
        (.noUndisturbedWindows, "no_undisturbed_windows"), (.implausible, "implausible"),
        (.offline, "offline"), (.affinityRefused, "affinity_refused"),
        (.unsupportedArchitecture, "unsupported_architecture"), (.cancelled, "cancelled"),
    ])
    func everyReasonHasItsCodeAndWords(reason: RefusalReason, code: String) {
        #expect(reason.words.code == code)
        #expect(!reason.words.text.isEmpty)
        #expect(reason.words.advice?.isEmpty == false)
    }

    @Test func aVaryingClockHasTheAdviceThatFitsTheReading() throws {
        let report = try MeasurementReport(replaying: Vector.twoCores.windowsJSON())
        let reading = try #require(report.cores.first)
        #expect(reading.with(.steady).advice == nil)
        let neutral = try #require(reading.with(.varying).advice)
        #expect(neutral.code == "varying" && neutral.text == Verdict.varying.words.text)
        let hot = try #require(reading.with(.varying, thermal: .severe).advice)
        #expect(hot.code == "varying_hot" && hot.advice != neutral.advice)
    }

    @Test func refusedReadingsHaveNoNumbers() throws {
        let readings = try MeasurementReport(replaying: Vector.everyReason.windowsJSON()).cores
        #expect(Set(readings.compactMap { $0.reason?.words.code }).count == 12)
        for reading in readings {
            #expect(reading.frequency == nil && reading.interval == nil && reading.display == nil)
            #expect(reading.cycles(nanoseconds: 1) == nil && reading.nanoseconds(cycles: 1) == nil)
        }
    }

    @Test func theFormsOfAReport() throws {
        let report = try MeasurementReport(replaying: Vector.twoCores.windowsJSON())
        #expect(try report.json.contains(#""schema""#))
        #expect(try report.csv.split(whereSeparator: \.isNewline).count == 1 + report.cores.count)
        #expect(try report.text.contains("GHz"))
    }
}
