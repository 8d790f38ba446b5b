import TrueGHzKit

/// The screen "How it works": method, limits, privacy, credits, licences.
public struct HowItWorks: Sendable {
    /// Paragraphs under a heading.
    public struct Section: Sendable, Identifiable {
        /// The heading's key; each once.
        public let id: String
        /// The heading.
        public let title: Phrase
        /// The paragraphs.
        public let paragraphs: [Phrase]

        fileprivate init(_ title: Word, _ paragraphs: Word...) {
            id = title.key
            self.title = .word(title)
            self.paragraphs = paragraphs.map { .word($0) }
        }
    }

    /// The version of TrueGHz.
    public static let version = Phrase.word(.detailsVersion, .text(TrueGHzKit.version()))

    /// All sections in the order of the screen.
    public static let sections = [
        Section(.howMethodTitle, .howMethod1, .howMethod2, .howMethod3, .howMethod4),
        Section(.howLimitsTitle, .howLimits1, .howLimits2, .howLimits3, .howLimitsApple),
        Section(.howPrivacyTitle, .howPrivacy),
        Section(.howCreditsTitle, .howCredits),
        Section(.howLicencesTitle, .howLicences),
    ]
}
