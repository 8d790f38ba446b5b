//! The table of faults: what goes wrong, what must come of it, and what was seen.
//!
//! The texts of a row stand once, beside the function that proves it. `docs/faults.md` holds them with what was
//! seen; a group's test compares its section of the document with what it sees now, and with
//! `TRUEGHZ_WRITE_FAULTS=1` (`make faults`) writes it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// A fault and its proof.
pub struct Row {
    /// What goes wrong.
    pub fault: &'static str,
    /// What must come of it.
    pub outcome: &'static str,
    /// Makes it go wrong, asserts that what must come of it does, and tells what came: the same words on
    /// every machine.
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
    /// Proves every row, and that the document tells what was seen.
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

/// The document before the section of this title, the section, and what follows. A new one comes last.
fn parts<'a>(document: &'a str, title: &str) -> (&'a str, &'a str, &'a str) {
    let heading = format!("## {title}\n");
    let start = document.find(&heading).unwrap_or(document.len());
    let (before, rest) = document.split_at(start);
    let next = rest.get(1..).and_then(|rest| rest.find("\n## "));
    let (section, after) = rest.split_at(next.map_or(rest.len(), |at| at + 2));
    (before, section, after)
}
