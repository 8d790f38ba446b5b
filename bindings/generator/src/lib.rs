//! The apps' words: one file in, the resources of both platforms out.

mod android;
mod apple;
mod words;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

pub use words::Words;

/// The words, from the project's root.
pub const SOURCE: &str = "bindings/words/app.toml";

/// A file that is written from the words.
pub struct Written {
    /// Where, from the project's root.
    pub path: String,
    /// Its contents.
    pub content: String,
}

/// All files that are written from `words`.
pub fn written(words: &Words) -> Vec<Written> {
    let mut files = android::files(words);
    files.push(apple::catalog(words));
    files
}

/// The words of the project at `root`.
pub fn read(root: &Path) -> Result<Words> {
    let text = fs::read_to_string(root.join(SOURCE)).with_context(|| format!("cannot read {SOURCE}"))?;
    Words::parse(&text)
}
