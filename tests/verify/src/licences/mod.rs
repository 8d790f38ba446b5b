//! The licences of everything that an artifact carries: found, compared with the permitted ones,
//! and written down as the apps show them.
//!
//! | file | what it holds |
//! |---|---|
//! | `policy` | which licences are allowed, and why |
//! | `crates` | the Rust crates of a product, as cargo lists them |
//! | `maven` | the JVM libraries that the AAR's POM asks for, and theirs |
//! | `linked` | what the linker adds: C libraries, unwinders, start files |

mod crates;
mod linked;
mod maven;
mod policy;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

/// The form of the file; a change that a reader would notice gets another number.
pub const SCHEMA: &str = "trueghz-licences/1";

/// A component in which a third party, or this project, holds the rights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// As its makers call it.
    pub name: String,
    /// Its version; empty if it has none of its own.
    pub version: String,
    /// The licence, as an SPDX expression.
    pub licence: String,
    /// Location of its source; empty if it is not stated.
    pub source: String,
    /// The words of the licence, and notices.
    pub texts: Vec<String>,
}

/// The licences of one product, as a front end shows them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    /// [`SCHEMA`].
    pub schema: String,
    /// Which product: `android`, `apple`, `linux`, `macos` or `windows`.
    pub product: String,
    /// Its parts, by name.
    pub parts: Vec<Entry>,
    /// The words, each once; parts name them by their place, from 0.
    pub texts: Vec<String>,
}

/// A part in a [`Book`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// As its makers call it.
    pub name: String,
    /// Its version; empty if it has none of its own.
    pub version: String,
    /// The licence, as an SPDX expression.
    pub licence: String,
    /// Location of its source; empty if it is not stated.
    pub source: String,
    /// Places in the list of texts.
    pub texts: Vec<usize>,
}

impl Book {
    /// Puts parts together: sorted, each text once.
    pub fn new(product: &str, mut parts: Vec<Part>) -> Self {
        parts.sort_by_key(|part| (part.name.to_lowercase(), part.version.clone()));
        parts.dedup();
        let (mut texts, mut places) = (Vec::new(), BTreeMap::new());
        let mut place = |text: String| {
            *places.entry(text.clone()).or_insert_with(|| {
                texts.push(text);
                texts.len() - 1
            })
        };
        let entry = |part: Part| Entry {
            name: part.name,
            version: part.version,
            licence: part.licence,
            source: part.source,
            texts: part.texts.into_iter().map(&mut place).collect(),
        };
        let parts = parts.into_iter().map(entry).collect();
        Self { schema: SCHEMA.to_owned(), product: product.to_owned(), parts, texts }
    }
}

/// Proves a file of licences: each part's is allowed, and its words are there.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove(bytes: &[u8]) -> Result<String> {
    let book: Book = serde_json::from_slice(bytes).context("no file of licences")?;
    ensure!(book.schema == SCHEMA, "has the form {:?}, not {SCHEMA:?}", book.schema);
    ensure!(!book.parts.is_empty(), "names no part");
    let mut used = BTreeMap::new();
    for part in &book.parts {
        let name = || format!("{} {}", part.name, part.version);
        *used.entry(policy::allowed(&part.licence).with_context(name)?).or_insert(0) += 1;
        ensure!(!part.texts.is_empty(), "{}: has no text", name());
        for place in &part.texts {
            let text = book.texts.get(*place).with_context(|| format!("{}: no text {place}", name()))?;
            ensure!(!text.trim().is_empty(), "{}: its text is empty", name());
        }
    }
    let used: Vec<String> = used.iter().map(|(licence, parts)| format!("{parts} {licence}")).collect();
    Ok(format!("{} parts, all allowed: {}", book.parts.len(), used.join(", ")))
}

/// Where the parts of products are looked up.
#[derive(Debug, Clone)]
pub struct Places {
    /// The workspace.
    pub root: PathBuf,
    /// The source of Rust's standard library that artifacts are compiled with.
    pub standard_library: PathBuf,
    /// Maven's repository of fetched packages.
    pub maven: PathBuf,
    /// The POM of the AAR.
    pub pom: PathBuf,
}

/// A product, the package that it is built from, and the targets it is built for.
type Product = (&'static str, &'static str, &'static [&'static str]);

const PRODUCTS: [Product; 5] = [
    ("android", "trueghz-ffi", &["aarch64-linux-android", "x86_64-linux-android"]),
    (
        "apple",
        "trueghz-ffi",
        &[
            "aarch64-apple-ios",
            "aarch64-apple-ios-sim",
            "x86_64-apple-ios",
            "aarch64-apple-darwin",
            "x86_64-apple-darwin",
        ],
    ),
    ("linux", "trueghz-desktop", &["aarch64-unknown-linux-musl", "x86_64-unknown-linux-musl"]),
    ("macos", "trueghz-desktop", &["aarch64-apple-darwin"]),
    ("windows", "trueghz-desktop", &["x86_64-pc-windows-gnu"]),
];

/// Writes `PRODUCT.json` for each of the products named into a folder.
///
/// # Errors
/// If a product is not known, or a part cannot be read.
pub fn write(places: &Places, products: &[String], folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    for name in products {
        let Some((name, package, targets)) = PRODUCTS.iter().find(|(product, ..)| product == name) else {
            bail!("{name} is no product");
        };
        let mut parts = crates::of_workspace(places, package, targets)?;
        parts.extend(crates::of_standard_library(places, targets)?);
        parts.extend(linked::parts(name)?);
        if *name == "android" {
            parts.extend(maven::parts(&places.maven, &places.pom)?);
        }
        let text = serde_json::to_string_pretty(&Book::new(name, parts))?;
        std::fs::write(folder.join(format!("{name}.json")), text + "\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, licence: &str, texts: &[&str]) -> Part {
        Part {
            name: name.to_owned(),
            version: "1".to_owned(),
            licence: licence.to_owned(),
            source: String::new(),
            texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        }
    }

    fn proven(parts: Vec<Part>) -> Result<String, String> {
        let bytes = serde_json::to_vec(&Book::new("android", parts)).unwrap();
        prove(&bytes).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn a_book_holds_each_text_once_and_parts_by_name() {
        let parts = vec![part("b", "MIT", &["words"]), part("A", "MIT", &["words", "more"])];
        let book = Book::new("android", parts.clone());
        assert_eq!(book.texts, ["words", "more"]);
        let places: Vec<(&str, &[usize])> =
            book.parts.iter().map(|part| (part.name.as_str(), part.texts.as_slice())).collect();
        assert_eq!(places, [("A", &[0, 1][..]), ("b", &[0])]);
        assert_eq!(proven(parts).unwrap(), "2 parts, all allowed: 2 MIT");
    }

    #[test]
    fn what_is_not_allowed_or_has_no_words_is_refused() {
        let sound = part("a", "MIT", &["words"]);
        let refusal = |part| proven(vec![sound.clone(), part]).expect_err("spoiled");
        assert!(refusal(part("b", "GPL-3.0-only", &["words"])).contains("b 1: is under GPL-3.0-only"));
        assert!(refusal(part("b", "", &["words"])).contains("no SPDX expression"));
        assert!(refusal(part("b", "MIT", &[])).contains("b 1: has no text"));
        assert!(refusal(part("b", "MIT", &[" "])).contains("b 1: its text is empty"));
        assert!(proven(Vec::new()).expect_err("empty").contains("names no part"));
        assert!(prove(b"{}").is_err());
        let mut book = Book::new("android", vec![sound.clone()]);
        book.texts.clear();
        assert!(prove(&serde_json::to_vec(&book).unwrap()).unwrap_err().to_string().contains("no text 0"));
        let other = Book { schema: "other".to_owned(), ..Book::new("android", vec![sound]) };
        assert!(prove(&serde_json::to_vec(&other).unwrap()).unwrap_err().to_string().contains("the form"));
    }
}
