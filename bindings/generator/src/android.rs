//! Android's string resources.

use std::fmt::Write;

use crate::words::{LANGUAGES, Text, formatted, has_arguments};
use crate::{Words, Written};

/// A file for each language, the first in the folder that all others fall back to.
pub fn files(words: &Words) -> Vec<Written> {
    let file = |language: &&str| {
        let suffix = if *language == LANGUAGES[0] { String::new() } else { format!("-{language}") };
        let path = format!("android/app/src/main/res/values{suffix}/words.xml");
        Written { path, content: resources(words, language) }
    };
    LANGUAGES.iter().map(file).collect()
}

fn resources(words: &Words, language: &str) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    xml.push_str("<!-- Written by `make words` from bindings/words/app.toml. -->\n<resources>\n");
    for (key, text) in words.in_language(language) {
        let _ = writeln!(xml, "    <string name=\"{key}\"{}>{}</string>", attributes(&text), value(&text));
    }
    xml.push_str("</resources>\n");
    xml
}

/// Tells the resource compiler that a text without arguments is not formatted.
fn attributes(text: &Text) -> &'static str {
    if has_arguments(text) { "" } else { " formatted=\"false\"" }
}

fn value(text: &Text) -> String {
    formatted(text, escaped, |number| format!("%{}$s", number + 1))
}

/// What XML and Android's resource compiler would take for their own.
fn escaped(plain: &str) -> String {
    let mut escaped = String::new();
    for c in plain.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '\\' | '\'' | '"' | '@' | '?' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}
