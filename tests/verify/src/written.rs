//! Whether a program writes the bodies of its instructions at run time: asked of the program
//! itself, where this host runs it.
//!
//! It writes a body only if what it copies is what the assembler made of each step
//! (core/instructions/src/written.rs).

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use object::Architecture;
use serde_json::Value;

/// Every shape in which the program measures instructions, as it lists them.
const SHAPES: [&str; 3] = ["100x100", "1000x10", "1000x1"];

/// Runs a static program for Linux; returns a line about its output, or the reason why it was not
/// run.
///
/// # Errors
/// If the program does not run, or cannot write the body of one of its rows.
pub fn prove(program: &Path, architecture: Architecture) -> Result<String> {
    let mut command = match (architecture, std::env::var_os("TRUEGHZ_EMULATOR")) {
        (Architecture::X86_64, _) if cfg!(all(target_os = "linux", target_arch = "x86_64")) => {
            Command::new(program)
        }
        (Architecture::Aarch64, Some(emulator)) if Path::new(&emulator).exists() => {
            let mut command = Command::new(emulator);
            command.arg(program);
            command
        }
        _ => return Ok("its written bodies not run".to_owned()),
    };
    let output = command.args(["instructions", "--list", "--json"]).output()?;
    ensure!(output.status.success(), "does not run: {}", String::from_utf8_lossy(&output.stderr).trim());
    let rows = check(&serde_json::from_slice(&output.stdout).context("its list of instructions")?)?;
    Ok(format!("{rows} bodies of 1,000 steps written"))
}

/// Number of rows in a list; each has every shape.
fn check(listed: &Value) -> Result<usize> {
    let forms = listed.as_array().context("no list of instructions")?;
    let mut rows = 0;
    for form in forms {
        for row in form["rows"].as_array().context("a form without rows")? {
            ensure!(row["shapes"] == serde_json::json!(SHAPES), "writes no body of {}", form["form"]);
            rows += 1;
        }
    }
    ensure!(rows > 0, "lists no instruction");
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::check;

    #[test]
    fn a_row_without_its_long_body_is_refused() {
        let of = |shapes: &[&str]| check(&json!([{ "form": "add", "rows": [{ "shapes": shapes }] }]));
        assert_eq!(of(&["100x100", "1000x10", "1000x1"]).unwrap(), 1);
        assert!(of(&["100x100"]).unwrap_err().to_string().contains("add"));
        assert!(check(&json!([])).is_err());
    }
}
