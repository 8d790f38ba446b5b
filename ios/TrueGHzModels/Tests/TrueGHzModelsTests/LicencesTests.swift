import Foundation
import Testing

@testable import TrueGHzModels

/// The licences that the app shows.
@Suite struct LicencesTests {
    static let file = repository.appendingPathComponent("ios/TrueGHz/Licences.json")

    @Test func everyPartHasItsWords() throws {
        let parts = try Licences(json: Data(contentsOf: Self.file)).parts
        #expect(parts.contains { $0.name == "uniffi_core" && $0.licence == "MPL-2.0" })
        #expect(parts.allSatisfy { !$0.licence.isEmpty && $0.words.count > 200 })
        #expect(parts.map(\.id) == Array(parts.indices))
    }

    @Test func aTextThatIsNotThereIsRefused() {
        let book = #"{"parts": [{"name": "a", "licence": "MIT", "texts": [1]}], "texts": ["words"]}"#
        #expect(throws: DecodingError.self) { try Licences(json: Data(book.utf8)) }
        #expect(throws: DecodingError.self) { try Licences(json: Data("{}".utf8)) }
    }

    @Test func textsStandInTheirOrder() throws {
        let book = #"{"parts": [{"name": "a", "licence": "MIT", "texts": [1, 0]}], "texts": ["x", "y"]}"#
        #expect(try Licences(json: Data(book.utf8)).parts.map(\.words) == ["y\n\nx"])
    }
}
