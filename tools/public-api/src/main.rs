//! `trueghz-public-api check|write RUSTDOC.json LIST`: compares a crate's public surface with the
//! recorded one, or records it. Ends with 1 where they differ. `make public-api` and `make lint`
//! call it.
//!
//! Listed are the items and the traits that are implemented by hand. What derives and the compiler
//! add would make the list twice as long and show nothing that the types do not.

mod count;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use public_api::Builder;

use count::Count;

fn main() -> Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [verb, rustdoc, list] = arguments.as_slice() else {
        bail!("usage: trueghz-public-api check|write RUSTDOC.json LIST");
    };
    let surface = surface(Path::new(rustdoc))?;
    match verb.as_str() {
        "write" => std::fs::write(list, surface).with_context(|| list.clone())?,
        "check" => {
            let recorded = std::fs::read_to_string(list).with_context(|| list.clone())?;
            if recorded != surface {
                report(list, &recorded, &surface);
                return Ok(ExitCode::FAILURE);
            }
        }
        other => bail!("{other} is neither check nor write"),
    }
    Ok(ExitCode::SUCCESS)
}

/// The number of items, and a line for each item, field, variant and method.
fn surface(rustdoc: &Path) -> Result<String> {
    let api = Builder::from_rustdoc_json(rustdoc)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .with_context(|| rustdoc.display().to_string())?;
    let Count { public, hidden } = Count::of(rustdoc)?;
    Ok(format!("{public} public items, and {hidden} hidden from the documentation\n{api}"))
}

/// The lines that only one of the two has.
fn report(list: &str, recorded: &str, surface: &str) {
    let [recorded, surface] = [recorded, surface].map(|text| text.lines().collect::<BTreeSet<_>>());
    eprintln!("The public surface is not the one in {list}:");
    recorded.difference(&surface).for_each(|line| eprintln!("- {line}"));
    surface.difference(&recorded).for_each(|line| eprintln!("+ {line}"));
    eprintln!("If that is meant, `make public-api` records it; CHANGELOG.md says what users must change.");
}
