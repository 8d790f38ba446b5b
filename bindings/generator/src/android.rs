//! Android's string resources, and those of core's codes in Kotlin.

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
    let by_code = "android/app/src/main/kotlin/org/trueghz/app/ui/WordsByCode.kt";
    let by_code = Written { path: by_code.into(), content: by_code_in_kotlin(words) };
    LANGUAGES.iter().map(file).chain([by_code]).collect()
}

/// How keys begin of which core's code is a part: the app makes them while it runs.
const WITH_CODES: [&str; 8] = [
    "chain_",
    "claim_source_",
    "finding_",
    "instructions_group_",
    "instructions_mark_",
    "reason_",
    "verdict_",
    "warning_",
];

/// A choice of the compiler's: a look-up by name would hide from the shrinker of resources which
/// are used.
fn by_code_in_kotlin(words: &Words) -> String {
    let mut kotlin = String::from("// Written by `make words` from bindings/words/app.toml.\n");
    kotlin.push_str("package org.trueghz.app.ui\n\nimport org.trueghz.app.R\n\n");
    kotlin.push_str(
        "/** The text of a key with one of core's codes; null if this app does not know the code. */\n",
    );
    kotlin.push_str("@Suppress(\"CyclomaticComplexMethod\", \"LongMethod\")\n");
    kotlin.push_str("internal fun textOfCode(key: String): Int? =\n    when (key) {\n");
    for key in words.keys().filter(|key| WITH_CODES.iter().any(|beginning| key.starts_with(beginning))) {
        let _ = writeln!(kotlin, "        \"{key}\" -> R.string.{key}");
    }
    kotlin.push_str("        else -> null\n    }\n");
    kotlin
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

/// Escapes the characters that XML and Android's resource compiler would interpret.
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
