//! `trueghz-verify-calls SWIFT XCFRAMEWORK`: proves that the libraries define what the generated
//! Swift calls.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use trueghz_verify::calls::prove;

fn main() -> ExitCode {
    match run() {
        Ok(lines) => {
            lines.iter().for_each(|line| println!("sound   {line}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("UNSOUND {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<Vec<String>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: trueghz-verify-calls SWIFT XCFRAMEWORK";
    let (swift, framework) = (arguments.next().context(usage)?, arguments.next().context(usage)?);
    let swift = std::fs::read_to_string(&swift).with_context(|| format!("{swift} cannot be read"))?;
    prove(&swift, Path::new(&framework))
}
