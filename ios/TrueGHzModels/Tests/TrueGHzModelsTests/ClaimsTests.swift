import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The claims that a clock is compared with, in words.
@Suite struct ClaimsTests {
    private static let four = RoundedNumber(value: 4, decimals: 1)

    private static func claim(_ source: ClaimSource, isPublished: Bool, _ side: ClaimRelation?)
        -> ClaimNumbers
    {
        let difference = side.map { _ in RoundedNumber(value: -4, decimals: 1) }
        return ClaimNumbers(
            stated: Rounded(value: 3.78, decimals: 2, unit: .gHz), source: source, isPublished: isPublished,
            differencePercent: difference, side: side)
    }

    @Test(arguments: [
        (ClaimRelation.below(percent: four), "4.0 % below the stated 3.78\u{a0}GHz"),
        (.same, "at the stated 3.78\u{a0}GHz"),
        (.above(percent: four), "4.0 % above the stated 3.78\u{a0}GHz"),
    ])
    func whatTheSystemClaimsIsAClaim(side: ClaimRelation, yardstick: String) throws {
        let english = try Catalog.english
        let claim = Self.claim(.cpuinfoMaxFreq, isPublished: false, side)
        #expect(claim.yardstick.map { english($0) } == yardstick)
        #expect(english(claim.line) == "Stated: 3.78\u{a0}GHz · deviation \u{2212}4.0 %")
        #expect(english(claim.mark) == "stated 3.78\u{a0}GHz")
        #expect(english(claim.label) == "Stated clock")
    }

    @Test(arguments: [
        (ClaimRelation.below(percent: four), "4.0 % below the 3.78\u{a0}GHz published by Wikipedia"),
        (.same, "at the 3.78\u{a0}GHz published by Wikipedia"),
        (.above(percent: four), "4.0 % above the 3.78\u{a0}GHz published by Wikipedia"),
    ])
    func whatOthersPublishNamesThem(side: ClaimRelation, yardstick: String) throws {
        let english = try Catalog.english
        let claim = Self.claim(.publishedWikipedia, isPublished: true, side)
        #expect(claim.yardstick.map { english($0) } == yardstick)
        #expect(english(claim.line) == "Published: 3.78\u{a0}GHz · deviation \u{2212}4.0 %")
        #expect(english(claim.mark) == "published 3.78\u{a0}GHz")
        #expect(english(claim.label) == "Published clock")
    }

    @Test func aClockIsFullOrHeldDownForACause() throws {
        let english = try Catalog.english
        #expect(english(ClockReach.full.phrase(because: nil)) == "Full clock")
        let held = ClockReach.heldDown(percent: RoundedNumber(value: 62, decimals: 0))
        #expect(english(held.phrase(because: .heat)) == "Held down to 62 % · throttled for heat")
        #expect(english(held.phrase(because: nil)) == "Held down to 62 % · the system reports no cause")
    }

    @Test func withoutANumberNothingIsCompared() throws {
        let english = try Catalog.english
        let refused = Self.claim(.publishedLinux, isPublished: true, nil)
        #expect(refused.yardstick == nil)
        #expect(english(refused.line) == "Published: 3.78\u{a0}GHz")
    }

    @Test(arguments: [
        (LowCause.driverLimit(hz: 1_017_600_000), "the driver’s limit is 1.018\u{a0}GHz"),
        (.governor(name: "powersave"), "the governor is powersave"),
        (.busyCores(others: 3), "other busy cores: 3"),
        (.powerSaving, "power saving is on"),
        (.heat, "throttled for heat"),
        (.undervoltage, "supply voltage too low"),
        (.boostOff, "boost is off"),
        (.quota, "a CPU quota stops the app at times"),
        (.noneReported, "the system reports no cause"),
    ])
    func aClockBelowItsClaimHasACauseInWords(cause: LowCause, words: String) throws {
        #expect(try Catalog.english(cause.phrase) == words)
        try CatalogTests.expectWords([cause.phrase, .word(.lowLabel)])
    }
}
