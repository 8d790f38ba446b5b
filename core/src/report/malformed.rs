//! Errors in a text that should be JSON, in sentences of our own: serde's messages are written for
//! programmers.

use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::json_text::harmless;

/// Bytes of the file that are shown before the error: they usually name the field.
const SHOWN_BEFORE: usize = 40;

/// Beginnings of serde's own messages about a wrong value.
const OF_SERDE: [&str; 5] = ["invalid ", "unknown ", "duplicate ", "data did not match ", "expected "];

/// Parses a value from the text, or describes the error. A byte order mark, which editors of
/// Windows put at the start, is skipped (RFC 8259, 8.1).
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let text = harmless(text.strip_prefix('\u{feff}').unwrap_or(text));
    serde_json::from_str(&text).map_err(|error| malformed(&text, &error))
}

fn malformed(text: &str, error: &serde_json::Error) -> String {
    let words = error.to_string();
    // Messages end in " at line 1 column 2", which is of little use in a file of one long line.
    let words = words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words);
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let end = error.column().min(line.len());
    let before = String::from_utf8_lossy(&line.as_bytes()[end.saturating_sub(SHOWN_BEFORE)..end]);
    let before = before.replace(char::is_control, " ");
    let place = format!("line {}, column {}, after {before}", error.line(), error.column());
    match error.classify() {
        _ if text.trim_start().is_empty() => "it is empty".to_owned(),
        Category::Eof => "it ends in the middle".to_owned(),
        // A number may be cut, too: "23.".
        Category::Syntax if words == "invalid number" && is_at_the_end(text, error) => {
            "it ends in the middle".to_owned()
        }
        Category::Syntax | Category::Io => format!("no JSON ({place})"),
        Category::Data => match words.strip_prefix("missing field ") {
            Some(field) => format!("the field {field} is missing"),
            // Our own checks describe the error.
            None if !OF_SERDE.iter().any(|start| words.starts_with(start)) => words.to_owned(),
            None => format!("a value is not of the kind that belongs there ({place})"),
        },
    }
}

fn is_at_the_end(text: &str, error: &serde_json::Error) -> bool {
    let last = text.lines().last().unwrap_or_default();
    error.line() == text.lines().count() && error.column() >= last.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_cut_ends_in_the_middle_wherever_that_is() {
        let text = r#"[12.5, "a"]"#;
        for length in 1..text.len() {
            let said = read_json::<(f64, String)>(&text[..length]).expect_err("it is cut");
            assert_eq!(said, "it ends in the middle", "{length}");
        }
        let said = read_json::<(f64, String)>("[12.x, 1]").expect_err("no number");
        assert!(said.starts_with("no JSON "), "{said}");
    }
}
