import Foundation
import TrueGHzKit

/// Something to be shown or said. Models speak in phrases; a ``Language`` finds the words.
public indirect enum Phrase: Hashable, Sendable {
    /// An entry of the string catalog with its arguments, and the text if the catalog has no such
    /// entry.
    case words(key: String, arguments: [Phrase], otherwise: String?)
    /// A name, the same in every language.
    case text(String)
    /// A number that core rounded.
    case number(Number)
    /// A date with its time of day.
    case moment(Date)

    /// A word of the app's own, with its arguments.
    public static func word(_ word: Word, _ arguments: Phrase...) -> Phrase {
        .words(key: word.key, arguments: arguments, otherwise: nil)
    }

    /// A rounded frequency with its unit.
    static func number(_ rounded: Rounded) -> Phrase {
        .number(Number(rounded))
    }

    /// A rounded number.
    static func number(_ rounded: RoundedNumber) -> Phrase {
        .number(Number(rounded))
    }

    /// Time at which a report was kept.
    ///
    /// - Parameter atUnixMs: In milliseconds since 1970.
    static func moment(_ atUnixMs: UInt64) -> Phrase {
        .moment(Date(timeIntervalSince1970: Double(atUnixMs) / 1000))
    }

    /// A number of things.
    static func count(_ count: UInt64) -> Phrase {
        .number(Number(count: count))
    }
}

/// A number in the digits that it is to be shown in. Core rounds; a ``Language`` sets separators.
public struct Number: Hashable, Sendable {
    /// The rounded value.
    public let value: Double
    /// Digits after the point, trailing zeros included.
    public let decimals: Int
    /// Its unit, where it is a frequency.
    public let unit: FrequencyUnit?
    /// Whether a plus is shown.
    public let isDifference: Bool

    /// A rounded frequency.
    public init(_ rounded: Rounded) {
        self.init(rounded.value, decimals: rounded.decimals, unit: rounded.unit, isDifference: false)
    }

    /// A rounded number; a difference is shown with its plus.
    public init(_ rounded: RoundedNumber, isDifference: Bool = false) {
        self.init(rounded.value, decimals: rounded.decimals, unit: nil, isDifference: isDifference)
    }

    /// A rounded difference of frequencies, shown with its sign. Zero has none.
    init(_ size: Rounded, isNegative: Bool) {
        let value = isNegative && size.value != 0 ? -size.value : size.value
        self.init(value, decimals: size.decimals, unit: size.unit, isDifference: true)
    }

    init(count: UInt64) {
        self.init(Double(count), decimals: 0, unit: nil, isDifference: false)
    }

    private init(_ value: Double, decimals: UInt64, unit: FrequencyUnit?, isDifference: Bool) {
        self.value = value
        self.decimals = Int(decimals)
        self.unit = unit
        self.isDifference = isDifference
    }
}
