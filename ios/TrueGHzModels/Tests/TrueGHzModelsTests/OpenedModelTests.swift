import Foundation
import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// Files of raw data that another app hands over: valid ones, and invalid ones.
@MainActor @Suite struct OpenedModelTests {
    @Test func aRecordingIsShownAsAReading() async throws {
        let model = OpenedModel()
        #expect(!model.isOpen)
        await model.open(Self.vector("two-cores-100ms"))
        #expect(model.isOpen && model.failure == nil)
        let screen = try #require(model.screen)
        let report = try Reports.twoCores.get()
        #expect(screen.cards.count == report.cores.count && screen.plot.curve != nil)
        #expect(model.announcement == screen.hero.spoken)
        #expect(model.details?.cores.count == 2 && model.share?.documents.count == 4)
    }

    @Test func itSaysThatItWasNotMeasuredHere() async throws {
        let model = OpenedModel()
        await model.open(Self.vector("every-warning"))
        let screen = try #require(model.screen)
        let english = try Catalog.english
        #expect(screen.notes.first.map { english($0.line) }?.hasPrefix("Recomputed from a file") == true)
        #expect(screen.notes.count > 1, "its own warnings stay")
        let share = try #require(model.share)
        #expect(share.card.notes.first == screen.notes.first)
        #expect(try share.documents[0].content(in: english).contains("Recomputed from a file"))
        #expect(try MeasureScreenTests.screen(Reports.everyWarning).notes.first != screen.notes.first)
    }

    @Test func aCoreCanBeChosen() async throws {
        let model = OpenedModel()
        await model.open(Self.vector("two-cores-100ms"))
        let other = try #require(model.screen?.cards.first { !$0.isShown })
        model.choose(other.id)
        #expect(model.screen?.cards.first { $0.isShown }?.id == other.id)
        #expect(model.share?.card.hero.core == other.title, "what is seen is shared")
    }

    @Test func whatIsNoRecordingIsSaidToBeNone() async throws {
        let model = OpenedModel()
        await model.open(Self.vector("two-cores-100ms"))
        await model.open(try Self.file(Data("no recording".utf8)))
        #expect(model.failure?.text == .word(.errorNotARecording) && model.screen == nil)
        #expect(model.share == nil && model.details == nil && model.isOpen)
        await model.open(try Self.file(Data([0xff, 0xfe, 0x00])))
        #expect(model.failure?.text == .word(.errorNotARecording))
        let later = try Reports.windowsJSON().replacingOccurrences(of: "trueghz-raw/2", with: "trueghz-raw/9")
        await model.open(try Self.file(Data(later.utf8)))
        #expect(model.failure?.text == .word(.errorOtherSchema))
        #expect(model.announcement == .word(.errorOtherSchema))
        await model.open(Self.vector("two-cores-100ms"))
        #expect(model.failure == nil && model.screen != nil)
    }

    @Test func aFileThatIsNotThereCannotBeRead() async {
        let model = OpenedModel()
        await model.open(URL(fileURLWithPath: "/nowhere/\(UUID().uuidString).json"))
        #expect(model.failure?.text == .word(.openedUnreadable))
    }

    @Test func aFileThatCouldNotBeHadIsSaidToBeUnreadable() async {
        let model = OpenedModel()
        await model.open(Self.vector("two-cores-100ms"))
        model.refuse()
        #expect(model.isOpen && model.screen == nil && model.share == nil)
        #expect(model.failure?.text == .word(.openedUnreadable))
        #expect(model.announcement == .word(.openedUnreadable))
    }

    @Test func aFileLargerThanAnyRecordingIsNotRead() async throws {
        let file = try Self.file(Data())
        let model = OpenedModel()
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 16_000_000)
        await model.open(file)
        #expect(model.failure?.text == .word(.errorNotARecording), "the last that is looked into")
        try handle.truncate(atOffset: 16_000_001)
        try handle.close()
        await model.open(file)
        let english = try Catalog.english
        let text = model.failure.map { english($0.text) }
        #expect(text == "The file is larger than 16 MB: no recording is")
        try FileManager.default.removeItem(at: file)
    }

    @Test func theLastOneCounts() async throws {
        let model = OpenedModel()
        async let first: Void = model.open(Self.vector("every-reason"))
        async let second: Void = model.open(Self.vector("two-cores-100ms"))
        _ = await (first, second)
        #expect(model.screen != nil && model.failure == nil)
    }

    private static func vector(_ name: String) -> URL {
        repository.appendingPathComponent("tests/vectors/raw-\(name).json")
    }

    private static func file(_ data: Data) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        try data.write(to: file)
        return file
    }
}
