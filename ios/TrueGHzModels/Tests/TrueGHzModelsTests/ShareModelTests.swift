import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The shared content, and the words of the other screens.
@Suite struct ShareModelTests {
    static func share(windowsJSON: String?) throws -> ShareModel {
        let report = try Reports.twoCores.get()
        let screen = try MeasureScreen(.done(report), machine: nil)
        return ShareModel(report, windowsJSON: windowsJSON, screen: screen)
    }

    @Test func formsForProgramsAreCoresOwn() throws {
        let report = try Reports.twoCores.get()
        let share = try Self.share(windowsJSON: "windows")
        #expect(share.documents.map(\.id) == ShareDocument.Form.allCases)
        let english = try Catalog.english
        let contents = try share.documents.map { try $0.content(in: english) }
        #expect(try contents[1...] == [report.json, report.csv, "windows"])
        #expect(try contents[0] == SharedText(report)(in: english))
        #expect(Set(share.documents.map(\.fileName)).count == 4)
        try CatalogTests.expectWords(share.documents.map(\.title))
    }

    @Test func withoutWindowsNoneAreShared() throws {
        #expect(try Self.share(windowsJSON: nil).documents.map(\.id) == [.text, .json, .csv])
    }

    @Test func thePictureShowsWhatTheScreenShows() throws {
        let card = try Self.share(windowsJSON: nil).card
        let screen = try MeasureScreenTests.screen(Reports.twoCores)
        #expect(card.hero.display == screen.hero.display && card.machineLine == screen.machineLine)
        #expect(card.plot.curve == screen.plot.curve && card.plot.finding == screen.plot.finding)
        #expect(try Catalog.english(card.footer).hasSuffix(version()))
        #expect(card.notes == screen.notes)
    }

    @Test func thePictureWarnsAsTheScreenDoes() throws {
        let report = try Reports.everyWarning.get()
        let screen = try MeasureScreen(.done(report), machine: nil)
        let card = ShareModel(report, windowsJSON: nil, screen: screen).card
        #expect(!card.notes.isEmpty && card.notes == screen.notes)
        #expect(!card.urgentWarnings.isEmpty && card.urgentWarnings == screen.urgentWarnings)
    }

    @Test func howItWorksHasItsWords() throws {
        #expect(Set(HowItWorks.sections.map(\.id)).count == HowItWorks.sections.count)
        for section in HowItWorks.sections {
            try CatalogTests.expectWords([section.title] + section.paragraphs)
        }
    }

    @Test func itIsSaidWhichTrueGHzItIs() {
        #expect(HowItWorks.version == .word(.detailsVersion, .text(version())))
    }
}
