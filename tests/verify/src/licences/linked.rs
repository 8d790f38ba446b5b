//! The parts that the linker adds to an artifact in addition to crates: parts of Debian's packages,
//! whose `copyright` files state the licences.

use anyhow::Result;

use super::{Part, policy};

/// A part, the products that carry it, its licence, where its source is, and whose it is.
type Linked = (&'static str, &'static [&'static str], &'static str, &'static str, &'static str);

const LINKED: [Linked; 4] = [
    ("musl", &["linux"], "MIT", "https://musl.libc.org", "Copyright © 2005-2020 Rich Felker, et al."),
    (
        "libunwind",
        &["android", "linux"],
        "Apache-2.0 WITH LLVM-exception",
        "https://github.com/llvm/llvm-project",
        "The LLVM Project",
    ),
    (
        "mingw-w64 runtime",
        &["windows"],
        "ZPL-2.1",
        "https://www.mingw-w64.org",
        "Copyright (c) 2009 - 2013 by the mingw-w64 project",
    ),
    (
        "libgcc and GCC's start files",
        &["linux", "windows"],
        "GPL-3.0-or-later WITH GCC-exception-3.1",
        "https://gcc.gnu.org",
        "Copyright (C) Free Software Foundation, Inc.",
    ),
];

/// The parts that a product carries.
///
/// # Errors
/// If a licence has no words.
pub fn parts(product: &str) -> Result<Vec<Part>> {
    let carried = LINKED.iter().filter(|(_, products, ..)| products.contains(&product));
    let part = |(name, _, licence, source, whose): &Linked| {
        Ok(Part {
            name: (*name).to_owned(),
            version: String::new(),
            licence: (*licence).to_owned(),
            source: (*source).to_owned(),
            texts: policy::texts(licence)?.into_iter().map(|text| format!("{whose}\n\n{text}")).collect(),
        })
    };
    carried.map(part).collect()
}
