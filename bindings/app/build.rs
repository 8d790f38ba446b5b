//! Writes a constant for each text of the apps: a misspelt key does not compile, and the compiler
//! reports a text of `screens.toml` that no screen uses.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The languages of a text, in the order of `language::LANGUAGES`.
const LANGUAGES: [&str; 2] = ["en", "de"];

fn main() {
    let mut rust = String::new();
    // Texts that Swift, Kotlin or a layout uses, too.
    rust += "#[allow(dead_code)]\nmod shared {\nuse super::Word;\n";
    rust += &constants("../words/app.toml");
    rust += "}\npub(crate) use shared::*;\n";
    rust += &constants("../words/screens.toml");
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&folder).join("words.rs"), rust).expect("the folder is writable");
}

fn constants(file: &str) -> String {
    println!("cargo::rerun-if-changed={file}");
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let words: BTreeMap<String, BTreeMap<String, String>> =
        toml::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut rust = String::new();
    for (key, texts) in &words {
        let texts = LANGUAGES.map(|language| texts.get(language).expect("each text has each language"));
        let arguments = texts.map(|text| arguments(text));
        assert!(
            arguments.iter().all(|one| *one == arguments[0]),
            "{key}: arguments differ between languages"
        );
        let name = key.to_uppercase();
        writeln!(rust, "pub(crate) const {name}: Word = Word({texts:?});").expect("a string takes all");
    }
    rust
}

/// The arguments of a text, `{0}`, `{1}`, in ascending order.
fn arguments(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> =
        text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect();
    found.sort_unstable();
    found
}
