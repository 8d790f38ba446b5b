//! The text of a file that may come from others: characters that a terminal or an editor would act
//! on are replaced before the text is parsed, so that no value and no message contains them.

use std::borrow::Cow;

/// Replaces a character that is not shown.
const REPLACED: char = '\u{fffd}';

/// Returns `true` if a terminal or an editor may act on a character instead of showing it: control
/// characters, characters that change the direction of writing, and line ends.
pub fn is_acted_on(c: char) -> bool {
    let is_bidirectional = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || is_bidirectional || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Returns the text with blanks instead of characters on which a terminal would act.
pub fn in_a_line(text: &str) -> String {
    text.replace(is_acted_on, " ")
}

/// Returns the JSON without characters in its strings, written or escaped, on which a terminal
/// would act. Blanks and ends of lines between its values stay.
pub fn harmless(json: &str) -> Cow<'_, str> {
    let is_blank = |c: char| matches!(c, '\n' | '\r' | '\t');
    if !json.contains(|c: char| c == '\\' || (is_acted_on(c) && !is_blank(c))) {
        return Cow::Borrowed(json);
    }
    let mut text = String::with_capacity(json.len());
    let mut rest = json.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => escape(&mut text, &mut rest),
            // JSON allows these between values alone: within a string they are the reader's error.
            c if is_acted_on(c) && !is_blank(c) => text.push(REPLACED),
            c => text.push(c),
        }
    }
    Cow::Owned(text)
}

/// Takes an escape, the backslash of which was read.
fn escape(text: &mut String, rest: &mut std::str::Chars<'_>) {
    let after = rest.as_str();
    match rest.next() {
        Some('b' | 'f' | 'n' | 'r' | 't') => text.push(REPLACED),
        Some('u') => {
            let code = after.get(1..5).and_then(|digits| u32::from_str_radix(digits, 16).ok());
            if code.and_then(char::from_u32).is_some_and(is_acted_on) {
                text.push(REPLACED);
                *rest = after[5..].chars();
            } else {
                text.push_str("\\u");
            }
        }
        Some(other) => text.extend(['\\', other]),
        None => text.push('\\'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> String {
        serde_json::from_str(&harmless(json)).expect("a string")
    }

    #[test]
    fn strings_have_nothing_on_which_a_terminal_acts() {
        for (json, string) in [
            (r#""\u001b]52;c;AAAA\u0007""#, "\u{fffd}]52;c;AAAA\u{fffd}"),
            (r#""a\nb\r\tc""#, "a\u{fffd}b\u{fffd}\u{fffd}c"),
            ("\"\u{9b}2J \u{202e}x\u{2028}\"", "\u{fffd}2J \u{fffd}x\u{fffd}"),
            (r#""\u202Ex\u2069""#, "\u{fffd}x\u{fffd}"),
        ] {
            assert_eq!(read(json), string, "{json}");
        }
    }

    #[test]
    fn what_is_harmless_stays() {
        for (json, string) in [
            (r#""\\u001b \" \/ \u00e9 \ud83d\ude00""#, "\\u001b \" / \u{e9} \u{1f600}"),
            ("\n\t\"AMD \u{b5}\"\r\n", "AMD \u{b5}"),
        ] {
            assert_eq!(read(json), string, "{json}");
        }
        assert!(matches!(harmless("{\n\t\"a\": 1\r\n}"), Cow::Borrowed(_)));
        // Invalid JSON stays invalid.
        for json in ["\"\\", "\"\\u00", "\"\\u00\u{e9}\"", "\"\\uzzzz\""] {
            assert!(serde_json::from_str::<String>(&harmless(json)).is_err(), "{json}");
        }
    }
}
