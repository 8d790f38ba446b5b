import Testing
import TrueGHzKit

/// The words of every code cross the boundary.
@Suite struct WordsTests {
    @Test(arguments: Warnings.all)
    func everyWarningHasItsCodeAndWords(warning: Warning) {
        let words = warning.words
        #expect(words.code == Warnings.code(warning))
        #expect(!words.text.isEmpty)
        #expect(words.advice?.isEmpty == false)
    }

    @Test func noWarningIsMissingHere() {
        #expect(Set(Warnings.all.map(Warnings.code)).count == Warnings.all.count)
        #expect(Warnings.all.count == Warnings.count)
    }

    @Test func argumentsReachTheWords() {
        let words = Warning.virtualMachine(hypervisor: "Orange Juice").words
        #expect(words.text.contains("Orange Juice"))
    }

    @Test(arguments: [
        (Verdict.steady, "steady"), (.varying, "varying"), (.unconfirmed, "unconfirmed"), (.refused, "refused"),
    ])
    func everyVerdictHasItsCodeAndWords(verdict: Verdict, code: String) {
        #expect(verdict.words.code == code)
        #expect(!verdict.words.text.isEmpty)
    }

    @Test(arguments: [
        (RefusalReason.noConsensus, "no_consensus"), (.clocksDisagree, "clocks_disagree"),
        (.clockStopped, "clock_stopped"), (.clockTooCoarse, "clock_too_coarse"), (.starved, "starved"),
        (.offline, "offline"), (.affinityRefused, "affinity_refused"),
        (.unsupportedArchitecture, "unsupported_architecture"), (.cancelled, "cancelled"),
    ])
    func everyReasonHasItsCodeAndWords(reason: RefusalReason, code: String) {
        #expect(reason.words.code == code)
        #expect(!reason.words.text.isEmpty)
        #expect(reason.words.advice?.isEmpty == false)
    }

    @Test func theFormsOfAReport() throws {
        let report = try MeasurementReport(replaying: Vector.twoCores.windowsJSON())
        #expect(report.json.contains(#""schema""#))
        #expect(report.csv.split(separator: "\n").count == 1 + report.cores.count)
        #expect(report.text.contains("GHz"))
    }
}
