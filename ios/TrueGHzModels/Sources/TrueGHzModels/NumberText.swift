import TrueGHzKit

/// The big number in two strengths: the significant digits, and the guard digit behind them.
public struct NumberText: Hashable, Sendable {
    /// To be shown in full strength.
    public let carried: String
    /// To be shown weaker, in the same place and width.
    public let guarded: String
    /// The unit's symbol.
    public let unit: String

    /// All digits of one strength: of a lower bound, or of a clock that passes.
    public init(_ frequency: Rounded, in language: Language) {
        carried = language.digits(Number(frequency))
        guarded = ""
        unit = frequency.unit.unitFrequency.symbol
    }

    /// Both ends of a clock of two levels, in one unit.
    public init(_ range: RangeNumbers, in language: Language) {
        let ends = [range.low, range.high].map { Phrase.text(language.digits(Number($0))) }
        carried = language(.word(.numberBetween, ends[0], ends[1]))
        guarded = ""
        unit = range.high.unit.unitFrequency.symbol
    }

    /// The digits of `display` in a language.
    public init(_ display: FrequencyDisplay, in language: Language) {
        let digits = language.digits(Number(display.number))
        // Separators belong to the digit before them.
        var left = display.carriedDigits
        let end = digits.firstIndex { character in
            guard character.isNumber else { return false }
            if left == 0 { return true }
            left -= 1
            return false
        }
        carried = String(digits[..<(end ?? digits.endIndex)])
        guarded = String(digits[(end ?? digits.endIndex)...])
        unit = display.number.unit.unitFrequency.symbol
    }
}
