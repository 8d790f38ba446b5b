import Foundation
import TrueGHzKit

/// Turns phrases into the words of a string catalog, and numbers into a locale's digits.
public struct Language: Sendable {
    /// The language of the words, as in BCP 47.
    public let code: String
    /// Whose digits and separators.
    public let locale: Locale
    /// Whose time of day.
    public let timeZone: TimeZone
    private let words: @Sendable (_ key: String) -> String?

    /// The sign of negative numbers. A hyphen is narrower than a digit.
    private static let minus = "\u{2212}"

    /// - Parameters:
    ///   - code: The language of the words, as in BCP 47.
    ///   - locale: Whose digits and separators.
    ///   - timeZone: Whose time of day.
    ///   - words: The catalog's entry for a key; absent if it has none.
    public init(
        code: String, locale: Locale, timeZone: TimeZone = .autoupdatingCurrent,
        words: @escaping @Sendable (_ key: String) -> String?
    ) {
        self.code = code
        self.locale = locale
        self.timeZone = timeZone
        self.words = words
    }

    /// Digits and separators of the locale, for the texts that core writes.
    public var style: LocaleStyle {
        LocaleStyle(
            language: code, decimalPoint: locale.decimalSeparator ?? ".",
            thousands: locale.groupingSeparator ?? ",", zero: 0.formatted(.number.locale(locale)),
            minus: Self.minus)
    }

    /// The words of a phrase.
    public func callAsFunction(_ phrase: Phrase) -> String {
        switch phrase {
        case .text(let text): text
        case .number(let number): string(number)
        case .moment(let date): string(date)
        case .words(let key, let arguments, let otherwise):
            fill(words(key) ?? otherwise ?? key, with: arguments.map(callAsFunction))
        }
    }

    /// The words of an entry without arguments.
    public func callAsFunction(_ word: Word) -> String {
        self(.word(word))
    }

    /// Several phrases, to be spoken in one go.
    public func sentence(_ phrases: [Phrase]) -> String {
        phrases.map(callAsFunction).joined(separator: ", ")
    }

    /// Several sentences, or parts of them, to be spoken one after the other.
    public func sentences(_ phrases: [Phrase]) -> String {
        phrases.map { self($0) }.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }.joined(
            separator: ". ")
    }

    /// The digits of a number, without its unit.
    public func digits(_ number: Number) -> String {
        let style = FloatingPointFormatStyle<Double>.number
            .precision(.fractionLength(number.decimals))
            .sign(strategy: number.isDifference ? .always(includingZero: false) : .automatic)
            .locale(locale)
        return number.value.formatted(style).replacing("-", with: Self.minus)
    }

    private func string(_ number: Number) -> String {
        // A number and its unit stay on one line.
        guard let unit = number.unit else { return digits(number) }
        return "\(digits(number))\u{a0}\(unit.unitFrequency.symbol)"
    }

    private func string(_ date: Date) -> String {
        // Seconds too: they distinguish two readings of one minute.
        date.formatted(
            Date.FormatStyle(date: .abbreviated, time: .standard, locale: locale, timeZone: timeZone))
    }

    /// Puts arguments in the places of a catalog's entry: `%1$@`, `%2$@`; a percent sign is doubled
    /// in such an entry.
    ///
    /// Not `String(format:)`: a translator's slip is then a gap in a sentence, not a crash.
    private func fill(_ entry: String, with arguments: [String]) -> String {
        if arguments.isEmpty { return entry }
        return entry.replacing(/%(?:%|(\d)\$@)/) { match in
            guard let number = match.1.flatMap({ Int($0) }) else { return "%" }
            return arguments.indices.contains(number - 1) ? arguments[number - 1] : ""
        }
    }
}
