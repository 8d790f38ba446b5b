import Foundation

@testable import TrueGHzModels

/// The app's string catalog, read as the JSON that it is: Xcode compiles it, and only Xcode.
struct Catalog: Decodable, Sendable {
    struct Entry: Decodable, Sendable {
        struct Localization: Decodable, Sendable {
            struct Unit: Decodable, Sendable {
                let state: String
                let value: String
            }
            let stringUnit: Unit
        }
        let localizations: [String: Localization]
    }

    let sourceLanguage: String
    let strings: [String: Entry]

    /// The catalog of the app.
    static let app = Result {
        let file = repository.appendingPathComponent("ios/TrueGHz/Localizable.xcstrings")
        return try JSONDecoder().decode(Catalog.self, from: Data(contentsOf: file))
    }

    /// The languages that the app speaks.
    static let languages = ["en", "de"]

    /// The words of a language, in its digits.
    func language(_ code: String, timeZone: TimeZone = .autoupdatingCurrent) -> Language {
        Language(code: code, locale: Locale(identifier: code), timeZone: timeZone) { key in
            strings[key]?.localizations[code]?.stringUnit.value
        }
    }

    /// English, as the tests speak it.
    static var english: Language {
        get throws { try app.get().language("en") }
    }
}

extension Phrase {
    /// The catalog's keys in it, its arguments' too.
    var keys: [String] {
        guard case .words(let key, let arguments, _) = self else { return [] }
        return [key] + arguments.flatMap(\.keys)
    }
}

/// The repository's root, four folders above this one's files; on a device, where it is not, what
/// tools/ios-test-files.sh has put of it into the tests' bundle.
let repository: URL = {
    #if canImport(Darwin)
    if let copy = Bundle(for: InBundle.self).url(forResource: "repository", withExtension: nil) {
        return copy
    }
    #endif
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 1...5 { folder.deleteLastPathComponent() }
    return folder
}()

#if canImport(Darwin)
private final class InBundle {}
#endif
