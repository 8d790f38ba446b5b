//! The words themselves, as `app.toml` has them.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// The languages, the one that others fall back to first.
pub const LANGUAGES: [&str; 2] = ["en", "de"];

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text to be used verbatim.
    Plain(String),
    /// The argument of this number, from 0.
    Argument(usize),
}

/// A text in pieces.
pub type Text = Vec<Piece>;

/// The text of each key, in each language. Keys are in order, so that what is written is the same
/// each time.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Words(BTreeMap<String, BTreeMap<String, String>>);

impl Words {
    /// Reads the words.
    ///
    /// # Errors
    /// Keys that a resource cannot be called, languages that are missing or unknown, arguments that
    /// differ between languages.
    pub fn parse(toml: &str) -> Result<Words> {
        let words: Words = toml::from_str(toml)?;
        for (key, texts) in &words.0 {
            let sound = key.starts_with(|c: char| c.is_ascii_lowercase())
                && key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
            ensure!(sound, "`{key}` cannot be a key: a-z, 0-9 and _ only");
            let languages: Vec<&str> = texts.keys().map(String::as_str).collect();
            let mut wanted = LANGUAGES.to_vec();
            wanted.sort_unstable();
            ensure!(languages == wanted, "`{key}` has the languages {languages:?}, not {wanted:?}");
            let arguments = |language: &str| -> Result<Vec<usize>> {
                let mut numbers: Vec<usize> = pieces(&texts[language])
                    .with_context(|| format!("`{key}`, {language}"))?
                    .iter()
                    .filter_map(|piece| match piece {
                        Piece::Argument(number) => Some(*number),
                        Piece::Plain(_) => None,
                    })
                    .collect();
                numbers.sort_unstable();
                Ok(numbers)
            };
            let first = arguments(LANGUAGES[0])?;
            let from_zero: Vec<usize> = (0..first.len()).collect();
            ensure!(first == from_zero, "`{key}` has the arguments {first:?}: each once, from 0");
            for language in LANGUAGES {
                ensure!(arguments(language)? == first, "`{key}` has other arguments in {language}");
            }
        }
        Ok(words)
    }

    /// Each key with its text in `language`, in the keys' order.
    pub fn in_language<'a>(&'a self, language: &'a str) -> impl Iterator<Item = (&'a str, Text)> + 'a {
        let text = |text: &str| pieces(text).expect("texts were read when they were parsed");
        self.0.iter().map(move |(key, texts)| (key.as_str(), text(&texts[language])))
    }

    /// Each key, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// A text as a format string: plain pieces as `plain` writes them, arguments as `argument` does.
///
/// A text without arguments is never formatted, so its percent signs stand for themselves.
pub fn formatted(text: &Text, plain: impl Fn(&str) -> String, argument: impl Fn(usize) -> String) -> String {
    let percent = if has_arguments(text) { "%%" } else { "%" };
    let piece = |piece: &Piece| match piece {
        Piece::Plain(words) => plain(words).replace('%', percent),
        Piece::Argument(number) => argument(*number),
    };
    text.iter().map(piece).collect()
}

/// Returns `true` if a text takes arguments.
pub fn has_arguments(text: &Text) -> bool {
    text.iter().any(|piece| matches!(piece, Piece::Argument(_)))
}

/// Cuts a text at its arguments, `{0}`, `{1}` ...
fn pieces(text: &str) -> Result<Text> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((plain, after)) = rest.split_once('{') {
        let (number, after) = after.split_once('}').context("`{` without `}`")?;
        if !plain.is_empty() {
            pieces.push(Piece::Plain(plain.to_owned()));
        }
        let number = number.parse().with_context(|| format!("`{{{number}}}` is no number"))?;
        pieces.push(Piece::Argument(number));
        rest = after;
    }
    ensure!(!rest.contains('}'), "`}}` without `{{`");
    if !rest.is_empty() {
        pieces.push(Piece::Plain(rest.to_owned()));
    }
    Ok(pieces)
}
