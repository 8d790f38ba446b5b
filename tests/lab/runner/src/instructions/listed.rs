//! The instructions that the program would measure, with the machine words of each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use trueghz_lab_model::decode::{FLAGS, Field, Register, decode};

/// A form, as `trueghz instructions --list --json` has it.
#[derive(Debug, Clone, Deserialize)]
pub struct Listed {
    /// Its text, with classes in place of registers.
    pub form: String,
    /// Whether the guest's core has it.
    pub present: bool,
    /// The rows that would be measured of it.
    pub rows: Vec<ListedRow>,
}

/// A row that would be measured of a form.
#[derive(Debug, Clone, Deserialize)]
pub struct ListedRow {
    /// The property measured.
    pub measure: Measure,
    /// The words of a step: those of the form, and of the way back if there is one.
    pub words: Vec<u32>,
    /// For throughput, number of independent copies.
    #[serde(default)]
    pub copies: Option<u32>,
}

/// The measured property of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// From an operand to another.
    Latency {
        /// The operand that is waited for: its place in the text, from 1, or `flags`.
        from: String,
        /// The result.
        to: String,
        /// The instruction that leads back.
        #[serde(default)]
        via: Option<String>,
    },
    /// Reciprocal throughput of independent instructions.
    Throughput,
}

impl std::fmt::Display for Measure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Latency { from, to, via: None } => write!(f, "{from}→{to}"),
            Self::Latency { from, to, via: Some(via) } => write!(f, "{from}→{to} and {via}"),
            Self::Throughput => f.write_str("throughput"),
        }
    }
}

/// The words of a form in which each operand has a register of its own, and which operand has
/// which.
#[derive(Debug, Clone)]
pub struct Instance {
    /// The words.
    pub words: Vec<u32>,
    /// The registers, in the order of the text.
    operands: Vec<Register>,
}

impl Listed {
    /// The form by itself. Not taken from a chain, which has operands in common: which operand has
    /// which register is read from a disassembler's text.
    pub fn instance(&self) -> Option<Instance> {
        let of_copies = self.rows.iter().find(|row| row.measure == Measure::Throughput);
        let words = match of_copies {
            Some(row) => row.words.clone(),
            None => vec![with_registers_of_their_own(*self.rows.first()?.words.first()?)],
        };
        let mut operands = Vec::new();
        for word in &words {
            for name in disassembled(*word)?.split(|letter: char| !letter.is_ascii_alphanumeric()).skip(1) {
                let Some(register) = register(name) else { continue };
                // A table of vectors that the form names itself is none of its operands.
                let is_fixed = self.form.contains(&format!("{name}."));
                if !is_fixed && !operands.contains(&register) {
                    operands.push(register);
                }
            }
        }
        Some(Instance { words, operands })
    }
}

impl Instance {
    /// The register of an operand, or the flags.
    pub fn register(&self, operand: &str) -> Option<Register> {
        match operand {
            "flags" => Some(FLAGS),
            place => self.operands.get(place.parse::<usize>().ok()?.checked_sub(1)?).copied(),
        }
    }
}

/// A word whose registers all differ.
fn with_registers_of_their_own(word: u32) -> u32 {
    let numbers = BTreeMap::from([(Field::D, 2), (Field::N, 3), (Field::A, 4), (Field::M, 5)]);
    let operands = decode(word).operands().map(|operand| operand.field);
    operands.fold(word, |word, field| match numbers.get(&field) {
        Some(number) => word & !field.mask() | number << field.mask().trailing_zeros(),
        None => word,
    })
}

fn disassembled(word: u32) -> Option<String> {
    use disarm64::InsnDisplay;
    Some(disarm64::decoder::decode(word)?.display_at(0).to_string())
}

/// A register by its name, as the model numbers it. The zero register is none, the stack pointer no
/// operand of any form.
fn register(name: &str) -> Option<Register> {
    let (letter, number) = name.split_at_checked(1)?;
    let number: Register = number.parse().ok().filter(|number| *number < 32)?;
    match letter {
        "x" | "w" => Some(number),
        "b" | "h" | "s" | "d" | "q" | "v" => Some(32 + number),
        _ => None,
    }
}
