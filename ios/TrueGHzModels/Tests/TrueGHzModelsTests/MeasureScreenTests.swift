import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The screen of recorded measurements.
@Suite struct MeasureScreenTests {
    static func screen(_ report: Result<MeasurementReport, any Error>) throws -> MeasureScreen {
        try MeasureScreen(.done(report.get()), machine: nil)
    }

    @Test func beforeTheFirstMeasurement() throws {
        let screen = MeasureScreen(MeasureState(), machine: nil)
        #expect(screen.hero.display == nil && screen.hero.line == nil && screen.hero.verdict == nil)
        #expect(screen.hero.spoken == .word(.stateReady))
        #expect(screen.plot.finding == .word(.curveAfter) && screen.plot.curve == nil)
        #expect(
            screen.notes.isEmpty && screen.cards.isEmpty && screen.hero.thermal == nil
                && screen.hero.core == nil)
    }

    @Test func aReadingWithItsCards() throws {
        let report = try Reports.twoCores.get()
        let screen = try Self.screen(Reports.twoCores)
        let english = try Catalog.english
        #expect(screen.cards.count == report.cores.count)
        #expect(screen.cards.filter(\.isShown).count == 1)
        let shown = try #require(screen.cards.first { $0.isShown })
        #expect(shown.display == screen.hero.display && shown.verdict == screen.hero.verdict)
        let line = english(try #require(screen.hero.line))
        let verdict = english(try #require(screen.hero.verdict).phrase)
        #expect(line.hasPrefix("± ") && line.hasSuffix("· \(verdict)"))
        #expect(english(screen.hero.spoken).contains("plus or minus"))
        #expect(english(try #require(screen.machineLine)).isEmpty == false)
        #expect(screen.hero.core == shown.title)
        #expect(screen.hero.kinds == nil)
        #expect(english(try #require(shown.tightLoop)).contains("cycles per iteration"))
        for card in screen.cards {
            let line = try #require(card.line)
            #expect(!english(card.title).isEmpty && !english(line).isEmpty)
            #expect(card.claim != nil)
        }
        #expect(screen.plot.curve != nil && screen.plot.finding != .word(.curveAfter))
    }

    @Test func aRefusedCoreHasNeitherPlotNorASentenceOfOneToCome() throws {
        let screen = try Self.screen(Reports.everyReason)
        #expect(screen.hero.verdict == .refused && screen.plot.curve == nil && screen.plot.finding == nil)
    }

    @Test func theHottestStateOfAllCoresIsShown() throws {
        let report = try Reports.twoCores.get()
        let states: [ThermalStatus?] = [.severe, .light]
        let cores = zip(report.cores, states).map { $0.with($0.verdict, thermal: $1) }
        let hot = try MeasureScreen(.done(report.with(cores)), machine: nil)
        #expect(hot.hero.thermal == .word(.thermalLine, ThermalStatus.severe.phrase))
        let unknown = report.cores.map { $0.with($0.verdict, thermal: nil) }
        #expect(try MeasureScreen(.done(report.with(unknown)), machine: nil).hero.thermal == nil)
    }

    @Test func aRefusedTypeIsCounted() throws {
        let (report, refused) = (try Reports.twoCores.get(), try Reports.everyReason.get().cores[0])
        let one = try MeasureScreen(.done(report.with(report.cores + [refused])), machine: nil)
        #expect(one.hero.kinds == .word(.stateKinds, .count(2), .count(3)))
        #expect(try MeasureScreen(.done(report.with([refused])), machine: nil).hero.kinds == nil)
    }

    @Test func everyWarningIsOnTheScreenOnce() throws {
        let readings = try Reports.everyWarning.get().cores
        let screen = try Self.screen(Reports.everyWarning)
        let english = try Catalog.english
        let shown = (screen.urgentWarnings + screen.notes).map { english($0.text) }
        for warning in readings.flatMap(\.warnings) {
            #expect(shown.filter { $0 == english(Note(warning).text) }.count == 1, "\(warning)")
        }
        #expect(Set(shown.filter { $0.hasPrefix("Chain “") }).count == 2, "each chain is named")
        for notes in [screen.urgentWarnings, screen.notes] {
            #expect(Set(notes.map(\.id)).count == notes.count)
        }
    }

    @Test func urgentWarningsStandAtTheNumber() throws {
        let screen = try Self.screen(Reports.everyWarning)
        let urgent = [
            "clocks_disagree", "factor_suspected", "affinity_refused", "warm_up_incomplete", "low_power",
            "thermal_pressure",
            "background",
        ]
        #expect(screen.urgentWarnings.map(\.id) == urgent)
        #expect(!screen.notes.isEmpty && Set(screen.notes.map(\.id)).isDisjoint(with: urgent))
    }

    @Test func anUrgentWarningOfSomeCoresNamesTheirKinds() throws {
        let report = try Reports.twoCores.get()
        let cores = report.cores
        let (big, little) = (cores[0].with(.steady, kind: "big"), cores[1].with(.steady, kind: "little"))
        let warned = { (core: Reading) in core.with(.steady, kind: core.kind, warnings: [.thermalPressure]) }
        let some = try MeasureScreen(.done(report.with([big, warned(little)])), machine: nil)
        #expect(
            some.urgentWarnings.map(\.text) == [
                .word(.coreTitle, .text("little"), Note(.thermalPressure).text)
            ])
        let all = try MeasureScreen(.done(report.with([warned(big), warned(little)])), machine: nil)
        #expect(all.urgentWarnings == [Note(.thermalPressure)])
    }

    @Test func urgentWarningsWaitForTheEnd() throws {
        var state = try MeasureStateTests.started()
        let report = try Reports.twoCores.get()
        let hot = report.cores[0].with(.steady, warnings: [.thermalPressure])
        try state.take(.coreFinished(core: 0, reading: hot))
        #expect(MeasureScreen(state, machine: nil).urgentWarnings.isEmpty)
        try state.end(with: report.with([hot]), windowsJSON: nil)
        #expect(MeasureScreen(state, machine: nil).urgentWarnings == [Note(.thermalPressure)])
    }

    @Test func aWarningOfSomeCoresNamesTheirKinds() throws {
        let quiet = try Reports.twoCores.get().cores[0]
        let loud = try #require(Reports.everyWarning.get().cores.first)
        let own = Set(quiet.warnings.map(\.words.code))
        let alone = Note.warnings(of: [loud])
        let both = Note.warnings(of: [quiet, loud])
        #expect(Set(both.map(\.id)).count == both.count)
        for note in alone where !own.contains(note.id) {
            let named = Phrase.word(.coreTitle, .text(loud.kind), note.text)
            #expect(both.contains { $0.text == named && $0.advice == note.advice })
        }
        #expect(Note.warnings(of: [loud, loud]) == alone, "what holds for all names none")
    }

    @Test func aRefusalHasItsReasonAndNoNumber() throws {
        for core in try Reports.everyReason.get().cores.indices {
            let report = try Reports.changed("every-reason") { json in
                json["cores"].elements = [json["cores"].elements[core]]
            }
            let screen = try MeasureScreen(.done(report), machine: nil)
            let reason = Note(try #require(report.cores[0].reason))
            #expect(screen.hero.display == nil && screen.hero.verdict == .refused)
            #expect(screen.hero.line == reason.text && screen.hero.advice == reason.advice)
            #expect(screen.hero.spoken == reason.text && screen.cards[0].line == reason.text)
        }
    }

    @Test func aBoundStandsWhereTheNumberWouldWithItsReason() throws {
        let screen = try MeasureScreen(.done(Reports.bound(3.0509e9)), machine: nil)
        let english = try Catalog.english
        let bound = try #require(screen.hero.atLeast)
        let text = NumberText(bound, in: english)
        #expect(text.carried == "3.050" && text.guarded.isEmpty && text.unit == "GHz")
        #expect(screen.hero.display == nil && screen.hero.line == Note(.noUndisturbedWindows).text)
        let spoken = english(screen.hero.spoken)
        #expect(spoken == "at least 3.050\u{a0}GHz, No undisturbed moment")
        #expect(english(try #require(screen.cards[0].atLeast)) == "at least 3.050\u{a0}GHz")
        #expect(screen.cards[0].line == Note(.noUndisturbedWindows).text)
        let number = try Self.screen(Reports.twoCores)
        #expect(number.hero.atLeast == nil && number.cards.allSatisfy { $0.atLeast == nil })
    }

    @Test func progressNamesTheCoreWhereThereAreSeveral() throws {
        var state = try MeasureStateTests.started()
        try state.take(.coreStarted(core: 1))
        let progress = try #require(MeasureScreen(state, machine: nil).progress)
        #expect(try Catalog.english(#require(progress.core)) == "Core 2 of 2")
        #expect(progress.text == .word(.stateWarming) && progress.part == 0.5)
        let cards = MeasureScreen(state, machine: nil).cards
        #expect(cards.map(\.line) == [.word(.cardWaiting), .word(.cardWaiting)])
        #expect(cards.map(\.isShown) == [false, true])
    }

    @Test func whatTheCurveShowsIsASentence() throws {
        let rounded = Rounded(value: 3.2, decimals: 1, unit: .gHz)
        let findings: [CurveFinding] = [
            .reached(from: rounded, frequency: rounded, afterMs: RoundedNumber(value: 38, decimals: 0)),
            .fell(
                from: rounded, frequency: rounded, afterMs: RoundedNumber(value: 38, decimals: 0),
                lostPercent: RoundedNumber(value: 12, decimals: 0)),
            .alreadyAtClock(frequency: rounded), .moved(low: rounded, high: rounded), .warmUpIncomplete,
        ]
        let english = try Catalog.english
        let sentences = findings.map { english($0.phrase) }
        #expect(Set(sentences).count == findings.count)
        #expect(sentences[0] == "Rose from 3.2\u{a0}GHz to 3.2\u{a0}GHz in 38 ms.")
    }

    @Test func aVaryingClockHasItsRange() throws {
        let screen = try MeasureScreen(.done(Reports.varying()), machine: nil)
        #expect(screen.hero.verdict == .varying)
        // Two levels: they stand where the number would, and its average below.
        let english = try Catalog.english
        let text = NumberText(try #require(screen.hero.between), in: english)
        #expect(text.carried.contains(/^\d\.\d+–\d\.\d+$/))
        #expect(text.unit == "GHz")
        #expect(screen.hero.line.map { english($0) } == "varying")
        #expect(screen.hero.advice.map { english($0).hasPrefix("On average ") } == true)
        #expect(english(screen.hero.spoken).hasPrefix("between "))
        #expect(screen.notes.contains { $0.id == "verdict_varying" })
    }
}
