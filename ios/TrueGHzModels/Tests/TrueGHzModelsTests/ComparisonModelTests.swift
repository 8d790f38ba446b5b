import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// Two measurements beside each other.
@Suite struct ComparisonModelTests {
    static func comparison(_ first: MeasurementReport, _ other: MeasurementReport) -> ComparisonModel {
        ComparisonModel(first, keptAt: 1000, with: other, keptAt: 2000)
    }

    /// The recorded windows in four fifths of their time: clocks that are a quarter higher.
    static func faster() throws -> MeasurementReport {
        try Reports.changed { json in
            for core in json["cores"].elements.indices {
                let windows = json["cores"].elements[core]["outcome"]["recorded"]["windows"]
                json["cores"].elements[core]["outcome"]["recorded"]["windows"]["elapsed_ticks"].elements =
                    windows["elapsed_ticks"].elements.map {
                        if case .integer(let ticks) = $0 { .integer(ticks * 4 / 5) } else { $0 }
                    }
            }
        }
    }

    @Test func theSameTwiceDiffersByNothing() throws {
        let report = try Reports.twoCores.get()
        let comparison = Self.comparison(report, report)
        #expect(comparison.sides.map(\.value) == [.moment(1000), .moment(2000)])
        #expect(comparison.sides.map(\.label) == [.word(.compareEarlier), .word(.compareLater)])
        #expect(comparison.cores.map(\.id) == [0, 1] && comparison.notes.isEmpty)
        let english = try Catalog.english
        let cards = try MeasureScreenTests.screen(Reports.twoCores).cards
        for (core, card) in zip(comparison.cores, cards) {
            #expect(core.title == card.title)
            #expect(try core.earlier.number == .number(#require(card.display).number))
            // The card's line has the whole uncertainty, and this one what is repeatable.
            #expect(core.earlier.line != card.line && core.earlier.verdict == card.verdict)
            #expect(core.later.number == core.earlier.number)
            #expect(english(core.earlier.label) == "Earlier" && english(core.later.label) == "Later")
            #expect(english.sentence(core.later.spoken).hasPrefix("Later, "))
            #expect(english.sentence(core.later.spoken).contains("plus or minus"))
            let difference = try #require(core.difference)
            #expect(english(difference.size).hasPrefix("0\u{a0}Hz ± "))
            #expect(
                english(difference.relative).hasPrefix("0") && english(difference.relative).hasSuffix(" ppm"))
            #expect(english(core.significance) == "No difference beyond the uncertainty")
        }
    }

    @Test func eachSideHasItsFirstUrgentWarning() throws {
        let report = try Reports.twoCores.get()
        let warned = { (warnings: [Warning]) in
            report.with(report.cores.map { $0.with(.steady, warnings: warnings) })
        }
        let hot = Self.comparison(warned([]), warned([.notLinear(ppm: 300), .thermalPressure]))
        #expect(hot.sides.map(\.comment) == [nil, Note(.thermalPressure).text])
        let saving = Self.comparison(warned([.lowPower, .thermalPressure]), warned([.notLinear(ppm: 300)]))
        #expect(saving.sides.map(\.comment) == [Note(.lowPower).text, nil])
    }

    @Test func theDifferenceIsTheLaterLessTheEarlier() throws {
        let (slow, fast) = (try Reports.twoCores.get(), try Self.faster())
        let english = try Catalog.english
        let up = try #require(Self.comparison(slow, fast).cores.first)
        let rise = try #require(up.difference)
        #expect(english(rise.size).hasPrefix("+") && english(rise.size).contains(" ± "))
        #expect(english(rise.relative).hasPrefix("+25.") || english(rise.relative).hasPrefix("+24.9"))
        #expect(english(rise.relative).hasSuffix(" %"))
        #expect(english(rise.interval).hasPrefix("+2") && english(rise.interval).contains(" to +2"))
        #expect(english(up.significance) == "The clocks differ")
        let down = try #require(Self.comparison(fast, slow).cores.first)
        let fall = try #require(down.difference)
        #expect(english(fall.size).hasPrefix("\u{2212}") && english(fall.relative).hasPrefix("\u{2212}"))
        #expect(down.later.number == up.earlier.number)
    }

    @Test func coresThatOneLacksAreNamed() throws {
        let both = try Reports.twoCores.get()
        let one = both.with([both.cores[0]])
        let english = try Catalog.english
        let title = english(try MeasureScreenTests.screen(Reports.twoCores).cards[1].title)
        let less = Self.comparison(both, one)
        #expect(
            less.cores.count == 1
                && less.notes.map { english($0) } == ["Only in the earlier reading: \(title)"])
        let more = Self.comparison(one, both)
        #expect(more.notes.map { english($0) } == ["Only in the later reading: \(title)"])
    }

    @Test func withoutACommonCoreThatIsSaid() throws {
        let report = try Reports.twoCores.get()
        let other = report.with(report.cores.map { $0.with(.steady, kind: "another") })
        let comparison = Self.comparison(report, other)
        #expect(comparison.cores.isEmpty && comparison.notes == [.word(.compareNoCommonCore)])
    }

    @Test func whatWasRefusedHasItsReasonAndNoDifference() throws {
        let report = try Reports.everyReason.get()
        let core = try #require(Self.comparison(report, report).cores.first)
        let reason = try #require(report.cores[0].reason)
        #expect(core.earlier.number == nil && core.earlier.line == Note(reason).text)
        #expect(core.earlier.verdict == .refused && core.earlier.spoken.last == core.earlier.line)
        #expect(core.difference == nil && core.significance == .word(.compareNone))
    }

    @Test(arguments: [
        (DifferenceSignificance.withinUncertainty, Word.compareWithinUncertainty),
        (.withinTolerance, .compareWithinTolerance), (.beyond, .compareBeyond),
    ])
    func everySignificanceHasItsSentence(significance: DifferenceSignificance, word: Word) throws {
        let report = try Reports.twoCores.get()
        let contrast = try #require(try report.contrast(with: report))
        let core = contrast.cores[0]
        let difference = ClockDifference(
            hz: Interval(value: -2e6, low: -2.1e6, high: -1.9e6),
            ppm: Interval(value: -1000, low: -1050, high: -950),
            confidence: 0.95, toleranceHz: 3e6, significance: significance)
        let changed = CoreContrast(
            kind: core.kind, first: core.first, other: core.other, difference: difference, rounds: nil)
        let shown = CoreComparison(id: 0, changed, in: report)
        #expect(shown.significance == .word(word))
        let english = try Catalog.english
        let phrases = try #require(shown.difference)
        #expect(
            english(phrases.size).hasPrefix("\u{2212}2.0")
                && english(phrases.size).contains("MHz ± 100\u{a0}kHz"))
        #expect(english(phrases.relative) == "\u{2212}1,000 ppm")
    }

    @Test func aDifferenceOfZeroHasNoSign() throws {
        let zero = Rounded(value: 0, decimals: 0, unit: .hz)
        let english = try Catalog.english
        #expect(english(.number(Number(zero, isNegative: true))) == "0\u{a0}Hz")
    }
}
