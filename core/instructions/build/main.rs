//! From the set of instructions, which is data (`src/*.tsv`), to the functions that run them.
//!
//! | file | what it holds |
//! |---|---|
//! | `table` | a line of the data: a form, its operands, its pairs, its values |
//! | `registers` | the registers of an architecture, by the names of each class |
//! | `chains` | which instructions a chain consists of: who depends on whom |
//! | `rust` | all of it as Rust source |
//!
//! The output is one file in the folder that cargo gives, included by `src/set.rs`.

mod chains;
mod registers;
mod rust;
mod table;

use std::path::Path;
use std::{env, fs};

fn main() {
    let architecture = env::var("CARGO_CFG_TARGET_ARCH").expect("cargo tells the architecture");
    println!("cargo::rerun-if-changed=build");
    let path = format!("src/{architecture}.tsv");
    println!("cargo::rerun-if-changed={path}");
    // An architecture without a table has no instructions to measure, as it has no chains.
    let set = fs::read_to_string(&path).map(|text| table::parse(&text)).unwrap_or_default();
    let whole = env::var_os("CARGO_FEATURE_ALL").is_some();
    let chosen: Vec<_> = set.into_iter().filter(|form| whole || form.has_mark("phone")).collect();
    let source = rust::source(&chosen, registers::Architecture::named(&architecture), whole);
    let out = env::var("OUT_DIR").expect("cargo gives a folder");
    fs::write(Path::new(&out).join("instructions.rs"), source).expect("the folder is writable");
}
