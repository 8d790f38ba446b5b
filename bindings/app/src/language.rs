//! Texts and digits of a language. The platform determines the language and the forms of numbers;
//! it writes dates itself.

use trueghz::report::display::Rounded;
use trueghz::report::number::RoundedNumber;

/// A text of the apps, in each of [`LANGUAGES`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word([&'static str; LANGUAGES.len()]);

/// The texts, a constant for each key.
pub(crate) mod word {
    use super::Word;

    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

/// The languages with texts, as in BCP 47; any other is shown in the first.
pub const LANGUAGES: [&str; 2] = ["en", "de"];

/// How a user's platform writes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct LocaleStyle {
    /// The language of the texts, as in BCP 47.
    pub language: String,
    /// Separator of whole and fraction.
    pub decimal_point: String,
    /// Separator of thousands.
    pub thousands: String,
    /// The digit zero; the other digits follow it in Unicode.
    pub zero: String,
    /// The sign of negative numbers.
    pub minus: String,
}

/// English, as in the United States.
impl Default for LocaleStyle {
    fn default() -> LocaleStyle {
        let [language, decimal_point, thousands, zero, minus] =
            [LANGUAGES[0], ".", ",", "0", "\u{2212}"].map(str::to_owned);
        LocaleStyle { language, decimal_point, thousands, zero, minus }
    }
}

/// Writes texts and numbers as a user reads them.
#[derive(Debug, Clone)]
pub struct Language {
    place: usize,
    style: LocaleStyle,
}

impl Language {
    /// The language of `style`.
    pub fn of(style: LocaleStyle) -> Language {
        let of_style = |language: &str| style.language.split(['-', '_']).next() == Some(language);
        Language { place: LANGUAGES.iter().position(|one| of_style(one)).unwrap_or(0), style }
    }

    /// A text without arguments.
    pub(crate) fn say(&self, word: Word) -> String {
        self.fill(word, &[])
    }

    /// A text with its arguments.
    pub(crate) fn fill(&self, word: Word, arguments: &[&str]) -> String {
        let mut rest = word.0[self.place];
        let mut text = String::new();
        while let Some((before, after)) = rest.split_once('{') {
            let (number, after) = after.split_once('}').unwrap_or((after, ""));
            let argument = number.parse().ok().and_then(|number: usize| arguments.get(number));
            text.push_str(before);
            text.push_str(argument.copied().unwrap_or_default());
            rest = after;
        }
        text + rest
    }

    /// "one · other".
    pub(crate) fn join(&self, one: &str, other: &str) -> String {
        self.fill(word::CORE_TITLE, &[one, other])
    }

    /// Texts that are spoken one after the other.
    pub(crate) fn sentences(&self, texts: &[String]) -> String {
        let sentence = |text: &String| format!("{}.", text.trim_end_matches('.'));
        texts.iter().map(sentence).collect::<Vec<String>>().join(" ")
    }

    /// A rounded number.
    pub(crate) fn number(&self, number: &RoundedNumber) -> String {
        self.digits(&number.digits())
    }

    /// A frequency; number and unit stay on one line.
    pub(crate) fn frequency(&self, frequency: &Rounded) -> String {
        format!("{}\u{a0}{}", self.digits(&frequency.digits()), frequency.unit.symbol())
    }

    /// A duration in minutes and seconds: "1:15".
    pub(crate) fn minutes_and_seconds(&self, ms: f64) -> String {
        let seconds = (ms / 1e3) as u64;
        self.digits(&format!("{}:{:02}", seconds / 60, seconds % 60))
    }

    /// English digits in the digits and separators of the language.
    pub(crate) fn digits(&self, english: &str) -> String {
        let zero = self.style.zero.chars().next().unwrap_or('0');
        let digit = |digit: u32| char::from_u32(u32::from(zero) + digit);
        let mut text = String::new();
        for c in english.chars() {
            match c {
                '.' => text.push_str(&self.style.decimal_point),
                ',' => text.push_str(&self.style.thousands),
                '-' | '\u{2212}' => text.push_str(&self.style.minus),
                _ => text.push(c.to_digit(10).and_then(digit).unwrap_or(c)),
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(language: &str, separators: [&str; 2], zero: &str) -> Language {
        let [decimal_point, thousands] = separators.map(str::to_owned);
        let (language, zero) = (language.to_owned(), zero.to_owned());
        Language::of(LocaleStyle { language, decimal_point, thousands, zero, ..LocaleStyle::default() })
    }

    #[test]
    fn a_language_is_found_by_its_first_part() {
        for (tag, text) in [
            ("de", "Verlust"),
            ("de-AT", "Verlust"),
            ("de_CH", "Verlust"),
            ("en-GB", "Loss"),
            ("fr", "Loss"),
            ("den", "Loss"),
            ("", "Loss"),
        ] {
            assert_eq!(language(tag, [".", ","], "0").say(word::SUSTAINED_LOSS), text, "{tag}");
        }
    }

    #[test]
    fn numbers_have_the_digits_and_separators_of_the_locale() {
        let number = RoundedNumber::new(-12_345.6, 1);
        assert_eq!(language("en", [".", ","], "0").number(&number), "−12,345.6");
        assert_eq!(language("de", [",", "."], "0").number(&number), "−12.345,6");
        assert_eq!(language("ar-EG", ["٫", "٬"], "٠").number(&number), "−١٢٬٣٤٥٫٦");
        assert_eq!(language("ar-EG", ["٫", "٬"], "٠").minutes_and_seconds(75_900.0), "١:١٥");
    }

    #[test]
    fn arguments_stand_in_their_places_and_are_not_filled_themselves() {
        let english = language("en", [".", ","], "0");
        assert_eq!(english.fill(word::SUSTAINED_ELAPSED, &["{1}", "5:00"]), "{1} of 5:00");
    }

    #[test]
    fn spoken_texts_end_with_one_full_stop_each() {
        let texts = ["Loss 22 %".to_owned(), "It fell.".to_owned()];
        assert_eq!(language("en", [".", ","], "0").sentences(&texts), "Loss 22 %. It fell.");
    }
}
