import Foundation
import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// From phrases to words and digits.
@Suite struct LanguageTests {
    static let language = Language(code: "en", locale: Locale(identifier: "en")) { key in
        ["two": "%2$@ before %1$@", "percent": "%1$@ %%", "plain": "95 %", "short": "only %3$@"][key]
    }

    static func words(_ key: String, _ arguments: Phrase..., otherwise: String? = nil) -> String {
        language(.words(key: key, arguments: arguments, otherwise: otherwise))
    }

    @Test func argumentsStandWhereTheCatalogWantsThem() {
        #expect(Self.words("two", .text("b"), .text("a")) == "a before b")
        #expect(Self.words("percent", .count(7)) == "7 %")
        #expect(Self.words("plain") == "95 %")
    }

    @Test func anArgumentIsNoTemplate() {
        #expect(Self.words("two", .text("%2$@ %%"), .text("%1$@")) == "%1$@ before %2$@ %%")
    }

    @Test func aPlaceWithoutAnArgumentStaysEmpty() {
        #expect(Self.words("short", .text("a")) == "only ")
    }

    @Test func whatTheCatalogDoesNotKnowIsSaidOtherwise() {
        #expect(Self.words("new_code", otherwise: "core's own words") == "core's own words")
        #expect(Self.words("new_code") == "new_code")
    }

    @Test(arguments: [("en", "3,797", "3.69451\u{a0}GHz"), ("de", "3.797", "3,69451\u{a0}GHz")])
    func numbersAreInTheLanguagesDigits(locale: String, count: String, frequency: String) {
        let language = Language(code: locale, locale: Locale(identifier: locale)) { _ in nil }
        #expect(language(.count(3797)) == count)
        #expect(language(.number(Rounded(value: 3.694_51, decimals: 5, unit: .gHz))) == frequency)
    }

    @Test(arguments: [("en", "Nov 14, 2023", "10:13:20"), ("de", "14.", "22:13:20")])
    func aMomentIsInTheUsersForm(locale: String, date: String, time: String) throws {
        let utc = try #require(TimeZone(identifier: "UTC"))
        let language = Language(code: locale, locale: Locale(identifier: locale), timeZone: utc) { _ in nil }
        let text = language(.moment(1_700_000_000_000))
        #expect(text.contains(date) && text.contains("2023") && text.contains(time))
        let east = try #require(TimeZone(secondsFromGMT: 3600))
        let later = Language(code: locale, locale: Locale(identifier: locale), timeZone: east) { _ in nil }
        #expect(
            later(.moment(1_700_000_000_000)).contains("1:13:20")
                || later(.moment(1_700_000_000_000)).contains("23:13:20"))
    }

    @Test(arguments: [("en-GB", ".", ",", "0"), ("de", ",", ".", "0"), ("ar-EG", "٫", "٬", "٠")])
    func coreWritesInTheSameDigits(locale: String, point: String, thousands: String, zero: String) {
        let style = Language(code: "de", locale: Locale(identifier: locale)) { _ in nil }.style
        #expect(
            style
                == LocaleStyle(
                    language: "de", decimalPoint: point, thousands: thousands, zero: zero, minus: "−"))
    }

    @Test func aSentenceSaysAllInItsOrder() {
        #expect(Self.language.sentence([.text("a"), .count(7)]) == "a, 7")
    }

    @Test func decimalsStayAsCoreRoundedThem() {
        let number = RoundedNumber(value: 1, decimals: 3)
        #expect(Self.language(.number(number)) == "1.000")
        let difference = { (value: Double) in
            Self.language.digits(Number(RoundedNumber(value: value, decimals: 1), isDifference: true))
        }
        #expect(difference(42) == "+42.0")
        #expect(difference(-0.2) == "\u{2212}0.2")
        #expect(difference(-12345) == "\u{2212}12,345.0")
        #expect(difference(0) == "0.0")
    }

    @Test(arguments: ["en", "de", "sv", "ar-EG", "fa"])
    func noLocaleHasAHyphenForAMinus(locale: String) {
        let language = Language(code: locale, locale: Locale(identifier: locale)) { _ in nil }
        let digits = language.digits(Number(RoundedNumber(value: -7, decimals: 0)))
        #expect(digits.contains("\u{2212}") && !digits.contains("-"))
    }

    @Test(arguments: [
        (3.6945, 4, 4, "3.694", "5"), (3.69, 2, 2, "3.6", "9"), (3, 0, 0, "", "3"), (3.6, 1, 1, "3.", "6"),
        (3.6, 1, 9, "3.6", ""),
    ])
    func theGuardDigitStandsApart(
        value: Double, decimals: UInt64, carried: UInt64, strong: String, weak: String
    ) {
        let display = FrequencyDisplay(
            number: Rounded(value: value, decimals: decimals, unit: .gHz), carriedDigits: carried,
            uncertainty: Rounded(value: 1, decimals: 0, unit: .mHz))
        let text = NumberText(display, in: Self.language)
        #expect(text.carried == strong)
        #expect(text.guarded == weak)
        #expect(text.unit == "GHz")
    }

    @Test func sentencesAreSpokenWithOnePeriodEach() throws {
        let english = try Catalog.english
        #expect(
            english.sentences([.text("Close other apps."), .text("Full clock")])
                == "Close other apps. Full clock")
    }
}
