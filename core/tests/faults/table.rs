//! The table of faults: each fault, the required outcome and the observed one.
//!
//! The texts of a row are stated once, next to the function that proves it. `docs/faults.md`
//! contains them with the observed outcome. A group's test compares its section of the document
//! with the current outcome, and with `TRUEGHZ_WRITE_FAULTS=1` (`make faults`) writes it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// A fault and its proof.
pub struct Row {
    /// The fault.
    pub fault: &'static str,
    /// The required outcome.
    pub outcome: &'static str,
    /// Injects the fault, asserts the required outcome, and returns the observed one: in the same
    /// words on every machine.
    pub proof: fn() -> String,
}

/// Rows that belong together.
pub struct Group {
    /// The heading of its section.
    pub title: &'static str,
    /// Where and how it is proven.
    pub about: &'static str,
    /// The rows.
    pub rows: &'static [Row],
}

/// Set where the document is to be written.
const WRITE: &str = "TRUEGHZ_WRITE_FAULTS";

/// Groups are proven at the same time, and each writes its section.
static DOCUMENT: Mutex<()> = Mutex::new(());

impl Group {
    /// Proves every row, and asserts that the document states the observed outcome.
    pub fn prove(&self) {
        let mut failed = Vec::new();
        let mut section = format!("## {}\n\n{}\n\n", self.title, self.about);
        section += "| fault | required | seen |\n|---|---|---|\n";
        for Row { fault, outcome, proof } in self.rows {
            match catch_unwind(AssertUnwindSafe(proof)) {
                Ok(seen) => section += &format!("| {fault} | {outcome} | {seen} |\n"),
                Err(_) => failed.push(*fault),
            }
        }
        assert!(failed.is_empty(), "{}: not as required, see above: {failed:#?}", self.title);

        let _guard = DOCUMENT.lock().unwrap_or_else(PoisonError::into_inner);
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/faults.md");
        let document = std::fs::read_to_string(&path).expect("docs/faults.md");
        let (before, told, after) = parts(&document, self.title);
        if std::env::var_os(WRITE).is_some() {
            let gap = if after.is_empty() { "" } else { "\n" };
            let document = format!("{}\n\n{section}{gap}{after}", before.trim_end());
            std::fs::write(&path, document).expect("docs/faults.md is written");
        } else {
            assert_eq!(told.trim_end(), section.trim_end(), "docs/faults.md: `make faults` writes it anew");
        }
    }
}

/// The document before the section of this title, the section, and what follows. A new one comes
/// last.
fn parts<'a>(document: &'a str, title: &str) -> (&'a str, &'a str, &'a str) {
    let heading = format!("## {title}\n");
    let start = document.find(&heading).unwrap_or(document.len());
    let (before, rest) = document.split_at(start);
    let next = rest.get(1..).and_then(|rest| rest.find("\n## "));
    let (section, after) = rest.split_at(next.map_or(rest.len(), |at| at + 2));
    (before, section, after)
}
