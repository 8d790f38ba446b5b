//! The apps' words: what is committed is what their source says, core's codes all have theirs, and
//! mistakes are found.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use trueghz::Warning;
use trueghz_bindings_generator::{Words, read, written};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn what_is_committed_is_up_to_date() {
    for file in written(&read(root()).unwrap()) {
        let there = fs::read_to_string(root().join(&file.path)).unwrap_or_default();
        assert!(there == file.content, "{} is out of date: run `make words`", file.path);
    }
}

/// `trueghz-app` reads both files.
#[test]
fn the_texts_of_screens_follow_the_same_rules_and_repeat_no_key() {
    let text = fs::read_to_string(root().join("bindings/words/screens.toml")).unwrap();
    let (screens, shared) = (Words::parse(&text).unwrap(), read(root()).unwrap());
    let shared: BTreeSet<&str> = shared.keys().collect();
    let repeated: Vec<&str> = screens.keys().filter(|key| shared.contains(key)).collect();
    assert_eq!(repeated, Vec::<&str>::new());
}

#[test]
fn every_warning_has_its_words() {
    let words = read(root()).unwrap();
    let keys: BTreeSet<&str> = words.keys().collect();
    for code in Warning::CODES {
        for part in ["text", "advice"] {
            let key = format!("warning_{code}_{part}");
            assert!(keys.contains(key.as_str()), "{key} is missing");
        }
    }
}

#[test]
fn arguments_and_signs_come_out_as_each_platform_has_them() {
    let words = Words::parse("[key]\nen = \"{1}'s 5 % of <{0}>\"\nde = \"5 % von <{0}>, {1}\"").unwrap();
    let files = written(&words);
    let content = |part: &str| &files.iter().find(|file| file.path.contains(part)).unwrap().content;
    assert!(content("values/").contains(">%2$s\\'s 5 %% of &lt;%1$s></string>"));
    assert!(content("values-de/").contains(">5 %% von &lt;%1$s>, %2$s</string>"));
    assert!(content("xcstrings").contains("\"value\" : \"%2$@'s 5 %% of <%1$@>\""));
}

#[test]
fn only_keys_with_codes_are_looked_up_while_the_app_runs() {
    let text = "en = \"a\"\nde = \"a\"";
    let words =
        Words::parse(&format!("[warning_thermal_pressure_text]\n{text}\n[do_start]\n{text}")).unwrap();
    let files = written(&words);
    let kotlin = &files.iter().find(|file| file.path.ends_with(".kt")).unwrap().content;
    assert!(
        kotlin.contains(
            "        \"warning_thermal_pressure_text\" -> R.string.warning_thermal_pressure_text\n"
        ),
        "{kotlin}"
    );
    assert!(!kotlin.contains("do_start"), "{kotlin}");
}

#[test]
fn a_text_without_arguments_keeps_its_percent_signs() {
    let words = Words::parse("[key]\nen = \"95 %\"\nde = \"95 %\"").unwrap();
    for file in written(&words).iter().filter(|file| !file.path.ends_with(".kt")) {
        assert!(file.content.contains("95 %") && !file.content.contains("95 %%"), "{}", file.path);
    }
}

#[test]
fn mistakes_are_named() {
    for (toml, mistake) in [
        ("[Key]\nen = \"a\"\nde = \"a\"", "cannot be a key"),
        ("[key]\nen = \"a\"", "has the languages"),
        ("[key]\nen = \"a\"\nde = \"a\"\nfr = \"a\"", "has the languages"),
        ("[key]\nen = \"{0}\"\nde = \"a\"", "other arguments in de"),
        ("[key]\nen = \"{1}\"\nde = \"{1}\"", "each once, from 0"),
        ("[key]\nen = \"{0\"\nde = \"{0}\"", "`key`, en"),
    ] {
        let error = format!("{:#}", Words::parse(toml).expect_err(toml));
        assert!(error.contains(mistake), "{toml}: {error}");
    }
}
