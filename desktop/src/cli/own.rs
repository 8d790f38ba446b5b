//! Code of the user's own: `--asm`, `--bytes` or `--object`.

use clap::{Args, ValueHint};

/// The user's own code.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Code of your own")]
pub struct OwnArgs {
    /// Run this assembly text, in Intel syntax on x86-64; ";" separates instructions. Requires an
    /// assembler: as, clang or gcc
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["pattern", "bytes", "object"])]
    pub asm: Option<String>,
    /// Run this machine code, given as hexadecimal digits
    #[arg(long, value_name = "HEX", conflicts_with_all = ["pattern", "object"])]
    pub bytes: Option<String>,
    /// Run the code of a function in an object file, without its return instruction
    #[arg(long, value_name = "FILE:SYMBOL", value_hint = ValueHint::FilePath, conflicts_with = "pattern")]
    pub object: Option<String>,
    /// Assembly text that runs once before the loop, to set start values
    #[arg(long, value_name = "TEXT", conflicts_with = "pattern")]
    pub before: Option<String>,
    /// Measure the latency from register FROM to register TO. An instruction at the end of each
    /// step moves the result back to FROM, and its latency is included [default: cycles per step,
    /// with all dependencies between steps]
    #[arg(long, value_name = "FROM:TO", value_parser = registers, conflicts_with = "pattern")]
    pub latency: Option<(String, String)>,
}

/// Two registers.
fn registers(text: &str) -> Result<(String, String), String> {
    let is_register = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(|c| c.is_ascii_alphanumeric())
    };
    match text.split_once(':') {
        Some((from, to)) if is_register(from) && is_register(to) => Ok((from.to_owned(), to.to_owned())),
        _ => Err("write two registers, such as rbx:rax or x1:x0".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::registers;

    #[test]
    fn a_latency_is_between_two_registers() {
        assert_eq!(registers("xmm1:xmm0"), Ok(("xmm1".to_owned(), "xmm0".to_owned())));
        for wrong in ["rax", "rax:", ":rax", "rax:[rbx]", "1:2", "rax, rbx:rcx"] {
            assert!(registers(wrong).is_err(), "{wrong}");
        }
    }
}
