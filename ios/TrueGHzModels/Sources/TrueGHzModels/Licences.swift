import Foundation

/// The parts of the app that others hold the rights in, with the words of their licences: `Licences.json`,
/// which `make ios-licences` writes.
public struct Licences: Sendable {
    /// A part.
    public struct Part: Sendable, Identifiable {
        /// Its place in the list.
        public let id: Int
        /// As its makers call it.
        public let name: String
        /// The licence, as an SPDX expression.
        public let licence: String
        /// The words of the licence, one text after the other.
        public let words: String
    }

    /// The parts, by name.
    public let parts: [Part]

    /// - Parameter json: The file.
    /// - Throws: An error of decoding if it has a different form.
    public init(json: Data) throws {
        let book = try JSONDecoder().decode(Book.self, from: json)
        parts = try book.parts.enumerated().map { place, part in
            guard part.texts.allSatisfy(book.texts.indices.contains) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "\(part.name) names a text that is not there"))
            }
            return Part(
                id: place, name: part.name, licence: part.licence,
                words: part.texts.map { book.texts[$0] }.joined(separator: "\n\n"))
        }
    }

    /// The file's form.
    private struct Book: Decodable {
        struct Entry: Decodable {
            let name: String
            let licence: String
            let texts: [Int]
        }
        let parts: [Entry]
        let texts: [String]
    }
}
