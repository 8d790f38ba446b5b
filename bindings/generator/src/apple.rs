//! Apple's string catalog.

use serde_json::{Value, json};

use crate::words::{LANGUAGES, Text, formatted};
use crate::{Words, Written};

/// The catalog, in the order and spacing in which Xcode writes one, so that Xcode leaves it
/// unchanged.
pub fn catalog(words: &Words) -> Written {
    let mut strings: serde_json::Map<String, Value> = words
        .keys()
        .map(|key| (key.to_owned(), json!({ "extractionState": "manual", "localizations": {} })))
        .collect();
    for language in LANGUAGES {
        for (key, text) in words.in_language(language) {
            let unit = json!({ "stringUnit": { "state": "translated", "value": value(&text) } });
            strings[key]["localizations"][language] = unit;
        }
    }
    let catalog = json!({ "sourceLanguage": LANGUAGES[0], "strings": strings, "version": "1.0" });
    let content = serde_json::to_string_pretty(&catalog).expect("texts are JSON").replace("\": ", "\" : ");
    Written { path: "ios/TrueGHz/Localizable.xcstrings".to_owned(), content: content + "\n" }
}

fn value(text: &Text) -> String {
    formatted(text, str::to_owned, |number| format!("%{}$@", number + 1))
}
