import Foundation
import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The screen of a table of instructions.
@Suite struct InstructionsScreenTests {
    static func state(_ table: InstructionTable) throws -> InstructionsState {
        var state = InstructionsState()
        state.start()
        state.end(with: try FoundInstructions(table))
        return state
    }

    static func screen(_ state: InstructionsState, search: String = "", isOnlyDiffering: Bool = false)
        -> InstructionsScreen
    {
        InstructionsScreen(
            state, search: search, isOnlyDiffering: isOnlyDiffering, cores: PublishedCore.all)
    }

    @Test func everyInstructionOfTheSetHasARowInItsGroup() async throws {
        let screen = Self.screen(try Self.state(await InstructionTables.all(3)))
        #expect(screen.groups.flatMap(\.rows).map(\.id).count == instructions().count)
        #expect(Set(screen.groups.map(\.id)) == Set(instructions().map(\.group)))
        try CatalogTests.expectWords(screen.groups.map(\.title))
        let rows = screen.groups.flatMap(\.rows)
        try CatalogTests.expectWords(rows.flatMap(\.marks))
        try CatalogTests.expectWords(rows.flatMap(\.figures).flatMap { [$0.label, $0.value] })
        let english = try Catalog.english
        #expect(rows.flatMap(\.figures).allSatisfy { english($0.value) == "3.00 cycles" })
        #expect(rows.flatMap(\.figures).contains { $0.label == .word(.instructionsThroughput) })
        #expect(screen.none == nil && screen.progress == nil && screen.isMeasured)
    }

    @Test func whatWasNotMeasuredSaysWhy() async throws {
        let table = try await InstructionTables.stopped()
        let screen = Self.screen(try Self.state(table))
        let english = try Catalog.english
        let count = table.rows.count
        #expect(screen.summary.first.map { english($0) } == "Ended early: 0 of \(count) figures measured.")
        #expect(
            screen.groups.flatMap(\.rows).flatMap(\.figures).allSatisfy {
                english($0.value) == "Not reached."
            })
        for missing in [
            MissingCycles.absent, .disturbed, .unresolved, .cancelled, .clockStopped, .noReference, .noCore,
        ] {
            let other = Self.screen(try Self.state(table.with { _ in (nil, missing) }))
            try CatalogTests.expectWords(other.groups.flatMap(\.rows).flatMap(\.figures).map(\.value))
        }
    }

    @Test func theSearchFindsPartsOfTheText() async throws {
        let state = try Self.state(await InstructionTables.all(3))
        let wanted = try #require(instructions().first)
        let found = Self.screen(state, search: wanted.name.uppercased())
        #expect(found.groups.flatMap(\.rows).contains { $0.id == wanted.name })
        #expect(found.groups.flatMap(\.rows).count < instructions().count)
        let group = Self.screen(state, search: "multiply")
        #expect(!group.groups.isEmpty && group.groups.flatMap(\.rows).count < instructions().count)
        let german = InstructionsScreen(
            state, search: "Multiplikation", isOnlyDiffering: false, cores: [],
            language: try Catalog.app.get().language("de"))
        #expect(german.groups.contains { $0.id == "multiply" } && german.none == nil)
        let nothing = Self.screen(state, search: "no such instruction")
        #expect(nothing.groups.isEmpty && nothing.none == .word(.instructionsSearchNone))
        #expect(nothing.summary == found.summary, "it is of all")
    }

    @Test func aMarkThatTheCatalogDoesNotNameIsCoresOwnWords() async throws {
        let newer = Language(code: "en", locale: Locale(identifier: "en")) { _ in nil }
        let table = try await InstructionTables.all(3)
        let marks = Set(try table.figures().flatMap(\.marks))
        #expect(!marks.isEmpty)
        for mark in marks {
            let form = InstructionFigures(form: "", group: "", marks: [mark], figures: [])
            #expect(newer(InstructionRowPhrases(form).marks[0]) == instructionMarkText(mark: mark))
        }
    }

    @Test func theListCanBeSearchedBeforeAMeasurement() throws {
        let set = instructions()
        var state = InstructionsState(set: set)
        let screen = Self.screen(state)
        #expect(Set(screen.groups.flatMap(\.rows).map(\.id)) == Set(set.map(\.name)))
        #expect(screen.groups.flatMap(\.rows).allSatisfy { $0.figures.isEmpty && $0.marks.isEmpty })
        #expect(!screen.isMeasured && screen.none == nil && screen.summary.isEmpty)
        let wanted = try #require(set.last)
        let found = Self.screen(state, search: wanted.name).groups.flatMap(\.rows)
        #expect(found.contains { $0.id == wanted.name } && found.count < set.count)
        let nothing = Self.screen(state, search: "no such instruction")
        #expect(nothing.groups.isEmpty && nothing.none == .word(.instructionsSearchNone))
        // Nothing can differ before it is measured: the switch of the table before hides no row.
        #expect(Self.screen(state, isOnlyDiffering: true).groups.count == screen.groups.count)
        state.start()
        #expect(Self.screen(state).groups.count == screen.groups.count, "it stays while one is measured")
    }

    @Test func whatDiffersFromAKnownCoreIsMarked() async throws {
        let table = try await InstructionTables.all(50)
        var state = try Self.state(table)
        let core = try #require(PublishedCore.all.first)
        state.stand(try table.figures(besideKey: core.key), beside: core.key)
        let screen = Self.screen(state, isOnlyDiffering: true)
        let figures = screen.groups.flatMap(\.rows).flatMap(\.figures)
        let differing = figures.filter(\.differs)
        #expect(!differing.isEmpty)
        let english = try Catalog.english
        #expect(
            differing.allSatisfy {
                $0.beside.map { english($0) }?.hasPrefix("differs from the published ") == true
            })
        #expect(screen.groups.flatMap(\.rows).allSatisfy { $0.figures.contains(where: \.differs) })
        let sentence = try #require(screen.summary.last)
        #expect(english(sentence).hasSuffix("figures differ from what is published of \(core.name)."))
        let all = Self.screen(state).groups.flatMap(\.rows).flatMap(\.figures)
        #expect(all.count > figures.count && all.filter(\.differs).count == differing.count)
        let spoken = try #require(screen.groups.first?.rows.first).spoken
        #expect(english.sentence(spoken).contains("differs from the published"))
    }

    @Test func theNearestCoreIsNamedWithItsDistance() throws {
        let english = try Catalog.english
        let cores = ["A", "B"].map { PublishedCore(key: $0, name: "Core \($0)") }
        let distance = RoundedNumber(value: 0.03, decimals: 2)
        let said: [(NearestCore, String)] = [
            (.near(cores: cores, distance: distance, latencies: 70), "Core A or Core B. Distance 0.03"),
            (
                .tooFar(cores: [cores[0]], distance: distance, latencies: 70),
                "No known core is near. The nearest is Core A"
            ),
            (.otherClock(core: cores[0], factor: distance), "All latencies are 0.03 times those of Core A"),
            (.tooFewLatencies(latencies: 2, needed: 30), "2 latencies can be compared, 30 are needed"),
        ]
        for (nearest, words) in said { #expect(english(nearest.phrase).contains(words)) }
        #expect(said[0].0.nearby == cores[0] && said[1].0.nearby == nil)
    }

    @Test func howFarItIsIsSaid() throws {
        var state = InstructionsState()
        #expect(Self.screen(state).progress == nil && !Self.screen(state).isMeasured)
        state.start()
        #expect(Self.screen(state).progress?.text == .word(.stateWarming))
        state.take(.progressed(done: 30, total: 120))
        let progress = try #require(Self.screen(state).progress)
        #expect(try Catalog.english(progress.text) == "30 of 120 figures" && progress.part == 0.25)
        state.stop()
        #expect(Self.screen(state).progress?.text == .word(.stateEnding))
    }
}

/// Sessions of the real core, driven by the model.
@MainActor @Suite(.serialized, .timeLimit(.minutes(3))) struct InstructionsModelTests {
    static func model(_ count: Int = 2, isBusy: Bool = false) -> InstructionsModel {
        let names = instructions().filter(\.isPresent).prefix(count).map(\.name)
        let model = InstructionsModel(isBusyElsewhere: { isBusy }, job: .instructions(names: names))
        model.moved(toFront: true)
        return model
    }

    @Test func fromStartToTable() async throws {
        let model = Self.model()
        #expect(model.documents.isEmpty && !model.cores.isEmpty)
        model.start()
        model.start()
        #expect(model.state.isUnderWay)
        await model.ended()
        #expect(model.state.phase == .done && model.screen.groups.flatMap(\.rows).count == 2)
        #expect(model.announcement == model.screen.summary.first && model.screen.nearest != nil)
        let english = try Catalog.english
        let forms = try model.documents.map { try $0.content(in: english) }
        #expect(forms.count == 2 && forms[0].contains("trueghz-instructions/2") && forms[1].contains(","))
    }

    @Test func theListIsThereBeforeAMeasurementAndATableReplacesIt() async {
        let model = Self.model()
        #expect(model.screen.groups.isEmpty)
        await model.load()
        #expect(model.screen.groups.flatMap(\.rows).count == instructions().count)
        model.start()
        await model.ended()
        await model.load()
        #expect(model.screen.groups.flatMap(\.rows).count == 2)
    }

    @Test func anotherCoreCanStandBeside() async throws {
        let model = Self.model(40)
        model.start()
        await model.ended()
        let core = try #require(model.cores.last)
        model.besideKey = core.key
        #expect(model.besideKey == core.key)
        #expect(model.screen.groups.flatMap(\.rows).flatMap(\.figures).contains { $0.beside != nil })
        model.besideKey = nil
        #expect(model.screen.groups.flatMap(\.rows).flatMap(\.figures).allSatisfy { $0.beside == nil })
        model.search = "no such instruction"
        #expect(model.screen.groups.isEmpty)
    }

    @Test func aStopAndTheBackgroundKeepWhatIsKnown() async throws {
        let model = InstructionsModel()
        model.moved(toFront: true)
        model.start()
        model.stop()
        #expect(model.state.isEnding)
        await model.ended()
        #expect(model.state.phase == .done && !model.state.isEnding)
        model.start()
        model.moved(toFront: false)
        await model.ended()
        #expect(model.state.phase == .done)
        model.start()
        #expect(model.state.phase == .done, "not in the background")
    }

    @Test func itDoesNotStartBesideAnotherAndAnErrorIsSaid() async throws {
        let busy = Self.model(isBusy: true)
        busy.start()
        #expect(busy.state.phase == .failed && busy.announcement == .word(.stateOtherRunning))
        let failing = InstructionsModel(meter: TestMeter.failing(TrueGhzError.NoClock(message: "")))
        failing.moved(toFront: true)
        failing.start()
        await failing.ended()
        #expect(failing.announcement == .word(.errorNoClock) && failing.screen.notes.count == 1)
        let cut = InstructionsModel(meter: TestMeter.ending(after: []))
        cut.moved(toFront: true)
        cut.start()
        await cut.ended()
        #expect(cut.announcement == .word(.errorDefect))
    }
}
