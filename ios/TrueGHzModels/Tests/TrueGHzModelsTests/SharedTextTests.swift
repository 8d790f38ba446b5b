import Foundation
import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The shared text: in the app's language, with all the screen's contents.
@Suite struct SharedTextTests {
    @Test func aReadingIsAMessage() throws {
        let report = try Reports.twoCores.get()
        let english = try Catalog.english
        let text = try SharedText(report)(in: english)
        let paragraphs = text.components(separatedBy: "\n\n")
        #expect(paragraphs.count == report.cores.count + 2)
        #expect(paragraphs.first == report.machine.line.map { english($0) })
        #expect(paragraphs.last == "Measured with TrueGHz \(report.version)")
        let display = try #require(report.cores[0].display)
        let number = "\(english(.number(display.number))) ± \(english(.number(display.uncertainty)))"
        #expect(paragraphs[1].contains("\n\(number) · "))
        let card = try #require(try MeasureScreenTests.screen(Reports.twoCores).cards.first)
        #expect(paragraphs[1].hasPrefix(english(card.title)))
        #expect(paragraphs[1].contains(english(try #require(card.claim))))
    }

    @Test func everyWarningIsInIt() throws {
        let report = try Reports.everyWarning.get()
        let english = try Catalog.english
        let text = try SharedText(report)(in: english)
        for warning in report.cores.flatMap(\.warnings) {
            let note = Note(warning)
            #expect(text.contains(english(note.text)), "\(note.id)")
            #expect(note.advice.map { text.contains(english($0)) } ?? true, "\(note.id)")
        }
    }

    @Test func whereThereIsNoNumberTheReasonStands() throws {
        let english = try Catalog.english
        let refused = try SharedText(Reports.everyReason.get())(in: english)
        #expect(refused.contains("The checks disagree · Close other apps, then measure again."))
        let bound = try SharedText(Reports.bound(3.0509e9))(in: english)
        #expect(bound.contains("at least 3.050\u{a0}GHz\nNo undisturbed moment"))
    }

    @Test func itIsInTheLanguageOfTheApp() throws {
        let report = try Reports.everyWarning.get()
        let german = try Catalog.app.get().language("de")
        let text = try SharedText(report)(in: german)
        #expect(text.contains("Gemessen mit TrueGHz") && text.contains("Das Gerät ist heiß"))
        // Texts without a word of the catalog are names.
        let english = try SharedText(report)(in: Catalog.english)
        #expect(Set(text.split(separator: "\n")).intersection(english.split(separator: "\n")).count <= 1)
    }

    @Test func aVaryingClockHasItsRangeAndAdvice() throws {
        let report = try Reports.varying()
        let text = try SharedText(report)(in: Catalog.english)
        #expect(text.contains("\nbetween ") && text.contains("Measure again"))
    }

    @Test func whatIsToBeKnownOfAllStandsBeforeTheEnd() throws {
        let report = try Reports.twoCores.get()
        let note = Note(.openedText, advice: .word(.openedAdvice))
        let text = try SharedText(report, notes: [note])(in: Catalog.english)
        let paragraphs = text.components(separatedBy: "\n\n")
        #expect(
            paragraphs.suffix(2).first == "Recomputed from a file · None of this was measured here and now.")
    }
}
