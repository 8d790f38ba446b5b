import SwiftUI
import TrueGHzModels

extension Language {
    /// The words of the app's string catalog, in the user's digits: those of a region that is changed while the app lives, too.
    static let app = Language(
        code: Bundle.main.preferredLocalizations.first ?? "en", locale: .autoupdatingCurrent
    ) { key in
        // A key that is missing comes back as the value that is given here.
        let missing = "\u{0}"
        let words = Bundle.main.localizedString(forKey: key, value: missing, table: nil)
        return words == missing ? nil : words
    }
}

extension EnvironmentValues {
    /// Translates phrases into words.
    var language: Language {
        get { self[LanguageKey.self] }
        set { self[LanguageKey.self] = newValue }
    }
}

private struct LanguageKey: EnvironmentKey {
    static let defaultValue = Language.app
}

/// A phrase, in words.
struct PhraseText: View {
    @Environment(\.language) private var language
    private let phrase: Phrase

    init(_ phrase: Phrase) {
        self.phrase = phrase
    }

    init(_ word: Word) {
        phrase = .word(word)
    }

    var body: some View {
        Text(verbatim: language(phrase))
    }
}
