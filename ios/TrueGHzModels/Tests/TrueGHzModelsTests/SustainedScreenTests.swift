import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The screen of a sustained load: words, plot, and spoken texts.
@Suite struct SustainedScreenTests {
    @Test func aWholeLoadIsToldInNumbers() throws {
        let screen = try Self.ended(.falling())
        let english = try Catalog.english
        let shown = screen.rows.map { [english($0.label), english($0.value)] }
        #expect(
            shown.map(\.[0]) == ["Peak", "Last 12 s", "Loss", "Time to throttle", "Work", "Hottest state"])
        #expect(shown[0][1].hasPrefix("2.80") && shown[1][1].hasPrefix("2.10"))
        #expect(shown[2][1] == "25 %" && shown[3][1].hasSuffix(" s"))
        #expect(shown[4][1] == "Vectors" && shown[5][1] == "hot")
        #expect(screen.rows[2].comment == nil, "of a clock that stands still both ends are the number")
        #expect(screen.finding == .word(.sustainedFindingThrottled) && screen.spoken == screen.finding)
        #expect(screen.notes.isEmpty && screen.progress == nil && screen.now == nil)
        try CatalogTests.expectWords(
            screen.rows.flatMap { [$0.label, $0.value] + [$0.comment].compactMap { $0 } })
    }

    @Test func theEndsOfALossAreToldApart() throws {
        var load = Load.falling()
        for second in load.seconds.indices { load.seconds[second].hz *= 1 + Double(second % 5) * 0.0004 }
        let numbers = try #require(load.report.summary.numbers)
        #expect(numbers.lossLowPercent != numbers.lossHighPercent)
        let comment = try #require(Self.ended(load).rows[2].comment)
        #expect(
            comment
                == .word(
                    .sustainedLossRange, .number(numbers.lossLowPercent), .number(numbers.lossHighPercent)))
    }

    @Test func theWorkIsNamedWithItsOperationsPerCycle() throws {
        var load = Load.falling()
        for second in load.seconds.indices {
            load.seconds[second].operations = load.seconds[second].hz * 15.9e-9
        }
        #expect(try Self.work(load, in: Catalog.english) == "Vectors, 15.9 operations per cycle")
        let german = try Catalog.app.get().language("de")
        #expect(try Self.work(load, in: german) == "Vektoren, 15,9 Operationen je Takt")
    }

    @Test(arguments: [
        ("scalar", "Single numbers"), ("vector", "Vectors"), ("memory", "Vectors from memory"),
    ])
    func theWorkIsNamedWithoutOperations(work: String, name: String) throws {
        var load = Load.falling()
        load.work = work
        #expect(try Self.work(load, in: Catalog.english) == name)
    }

    @Test func aLoadOfAnEarlierVersionHasNoWork() throws {
        var load = Load.falling()
        load.work = nil
        load.seconds[0].operations = 32
        #expect(try Self.work(load, in: Catalog.english) == nil)
    }

    @Test func theLastMinuteIsNamedSoOfLongLoads() throws {
        let labels = try Self.ended(.falling(300)).rows.map(\.label)
        #expect(labels.contains(.word(.sustainedLastMinute)))
    }

    @Test func aClockThatHoldsIsNotThrottled() throws {
        let screen = try Self.ended(Load(seconds: Array(repeating: .init(), count: 60)))
        #expect(screen.finding == .word(.sustainedFindingHeld) && screen.plot.mark == nil)
        #expect(screen.rows.contains { $0.value == .word(.sustainedThrottledNone) })
    }

    @Test func thePlotHasTheHeatBelowTheClock() throws {
        let plot = try Self.ended(.falling()).plot
        let curve = try #require(plot.curve)
        #expect(plot.heat.map(\.thermal) == [.light, .severe])
        #expect(plot.heat.first?.id == 0 && plot.heat.last?.toMs == 60_000)
        #expect(plot.mark == .word(.sustainedThrottledMark) && curve.throttledMs != nil)
        #expect(plot.time == .word(.sustainedTimeSeconds))
        let spoken = try Catalog.english.sentence(plot.spoken)
        #expect(spoken.hasSuffix("Temperature: slightly warm, Temperature: hot"))
        #expect(try Self.ended(.falling(300)).plot.time == .word(.sustainedTimeMinutes))
    }

    @Test func aRunningLoadSaysHowThingsStand() throws {
        var state = SustainedState()
        #expect(SustainedScreen(state).plot.finding == .word(.sustainedAfter))
        state.start()
        #expect(SustainedScreen(state).progress?.text == .word(.stateWarming))
        for event in try Load.falling().events.prefix(41) { try state.take(event, power: .charging) }
        let screen = SustainedScreen(state)
        let english = try Catalog.english
        #expect(screen.now.map { english(.number(Number($0))) } == "2.10\u{a0}GHz")
        #expect(english.sentence(screen.nowSpoken).hasSuffix(", now 2.10\u{a0}GHz"))
        #expect(screen.core.map { english($0) }?.contains("Cortex-A78") == true)
        #expect(screen.progress.map { english($0.text) } == "40 s of 60 s")
        #expect(screen.progress.map { $0.part > 0.6 && $0.part < 0.7 } == true)
        #expect(screen.rows.map { english($0.value) } == ["hot", "87 % reached", "charging"])
        #expect(screen.notes.map(\.text) == [.word(.sustainedChargingText)])
        #expect(screen.plot.curve?.points.count == 40 && screen.plot.mark == nil)
        state.stop()
        #expect(SustainedScreen(state).progress?.text == .word(.stateEnding))
    }

    @Test func whatTheSystemDoesNotTellIsNotShown() throws {
        var state = SustainedState()
        state.start()
        let load = Load(seconds: Array(repeating: .init(thermal: nil), count: 60))
        for event in try load.events.prefix(3) { try state.take(event, power: nil) }
        #expect(SustainedScreen(state).rows.map(\.value) == [.word(.thermalUnknown)])
        #expect(SustainedScreen(state).plot.heat.isEmpty)
    }

    @Test func timeInTheBackgroundIsMissing() throws {
        var load = Load.falling()
        for second in 10..<18 { load.seconds[second].isAway = true }
        let screen = try Self.ended(load)
        let english = try Catalog.english
        #expect(screen.notes.map { english($0.text) } == ["8 s in the background"])
        #expect(screen.notes.first?.advice == .word(.sustainedMissingAdvice))
        #expect(screen.plot.curve?.missing.map(\.fromMs) == [10_000])
        #expect(Set(try #require(screen.plot.curve).points.map(\.piece)) == [0, 1])
    }

    @Test func howItEndedIsSaid() throws {
        var load = Load.falling()
        load.seconds.removeLast(20)
        #expect(try Self.ended(load).notes.map(\.text) == [.word(.sustainedEndedEarly)])
        load.seconds[39].thermal = "critical"
        #expect(try Self.ended(load).notes.map(\.text) == [.word(.sustainedEndedCritical)])
        load.seconds[39] = .init(isAway: true, isSaving: true)
        let away = try Self.ended(load)
        #expect(away.notes.first?.text == .word(.sustainedEndedInBackground) && away.notes.count == 3)
        #expect(away.notes.last?.id == "low_power")
        let atOnce = try Self.ended(Load(seconds: [.init(thermal: "critical", isAway: true)]))
        #expect(atOnce.notes.first?.text == .word(.sustainedTooHot))
        #expect(atOnce.finding == .word(.sustainedFindingNone))
        #expect(atOnce.rows.map(\.label) == [.word(.sustainedWork), .word(.sustainedHottest)])
    }

    @Test func everyWordOfAChoiceIsInTheCatalog() throws {
        try CatalogTests.expectWords(
            SustainedLoad.choices.map { .word($0.word) } + SustainedModel.Length.allCases.map(\.phrase))
        #expect(
            try SustainedModel.Length.allCases.map { try Catalog.english($0.phrase) } == [
                "1 min", "5 min", "20 min",
            ])
    }

    /// The value of the row "Work"; absent if there is no such row.
    private static func work(_ load: Load, in language: Language) throws -> String? {
        let row = try ended(load).rows.first { $0.label == .word(.sustainedWork) }
        return row.map { language($0.value) }
    }

    static func ended(_ load: Load) throws -> SustainedScreen {
        try SustainedScreen(.kept(load.report))
    }
}
