import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// Every key that a model can return has its words.
@Suite struct CatalogTests {
    @Test(arguments: Word.allCases)
    func everyWordIsInTheCatalog(word: Word) throws {
        try Self.expectWords([.word(word)])
    }

    @Test func everyCodeIsInTheCatalog() throws {
        let readings = try Reports.all.flatMap { try $0.get().cores }
        let warnings = readings.flatMap(\.warnings)
        let reasons = readings.compactMap(\.reason)
        // As many as core has: the package's own tests count them.
        #expect(Set(warnings.map(\.words.code)).count == 26)
        #expect(Set(reasons.map(\.words.code)).count == 12)
        let notes = warnings.map { Note($0) } + reasons.map { Note($0) }
        try Self.expectWords(notes.map(\.text) + notes.compactMap(\.advice))
        let verdicts: [Verdict] = [.steady, .varying, .unconfirmed, .refused]
        try Self.expectWords(verdicts.map(\.phrase))
        let advised = try verdicts.compactMap { Note(try Reports.reading($0)) }
        let hot = try #require(Note(try Reports.reading(.varying, thermal: .severe)))
        #expect(advised.count == 2 && advised.allSatisfy { $0.advice != hot.advice })
        try Self.expectWords((advised + [hot]).compactMap(\.advice))
    }

    @Test(arguments: [(nil, ""), (0, ""), (3, "; other busy cores: 3")] as [(UInt64?, String)])
    func aContendedCoreNamesTheOthersThatWereBusy(busy: UInt64?, others: String) throws {
        let note = Note(Warning.preempted(undisturbedPercent: 40, busyCores: busy))
        #expect(try Catalog.english(note.text) == "Other work on this core" + others)
    }

    @Test func everyThermalStatusIsInTheCatalog() throws {
        let all: [ThermalStatus] = [.nominal, .light, .moderate, .severe, .critical, .emergency, .shutdown]
        try Self.expectWords(all.map(\.phrase))
    }

    @Test func everyChainIsInTheCatalog() throws {
        let chains = try Reports.twoCores.get().cores.flatMap(\.chains)
        #expect(Set(chains.map(\.kind)).count == 9)
        try Self.expectWords(chains.map(\.kind.phrase) + [ChainKind.tightLoop.phrase])
        let findings: [ChainFinding] = [
            .asExpected, .folded, .severalCycles, .unknownRatio, .notWhole, .notMeasured,
        ]
        try Self.expectWords(findings.map(\.phrase))
    }

    @Test func aSourceOfClaimsThatTheCatalogDoesNotNameIsCoresOwnWords() throws {
        let source = ClaimSource.windowsRegistry
        #expect(try Catalog.english(source.phrase) == source.words)
        #expect(try Catalog.english(ClaimSource.deviceTree.phrase) == "the device tree")
    }

    @Test func everyErrorIsInTheCatalog() throws {
        let errors: [TrueGhzError] = [
            .NoClock(message: ""), .NoThread(message: ""), .NoCore(message: ""),
            .NotARecording(message: ""), .OtherSchema(message: ""), .Defect(message: "it broke"),
        ]
        let notes = errors.map { Note($0) }
        #expect(Set(notes.map(\.id)).count == errors.count)
        try Self.expectWords(notes.map(\.text) + notes.compactMap(\.advice))
        #expect(try Catalog.english(#require(notes[5].advice)).contains("it broke"))
    }

    /// All keys have words in every language.
    static func expectWords(_ phrases: [Phrase], _ place: SourceLocation = #_sourceLocation) throws {
        let strings = try Catalog.app.get().strings
        #expect(!phrases.isEmpty, sourceLocation: place)
        for key in phrases.flatMap(\.keys) {
            for language in Catalog.languages {
                let value = strings[key]?.localizations[language]?.stringUnit.value
                #expect(value?.isEmpty == false, "\(key) in \(language)", sourceLocation: place)
            }
        }
    }
}
