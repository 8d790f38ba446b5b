//! The timing of a form: of all words that differ in their registers' numbers only.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::class::Pipe;
use crate::decode::{Field, form};
use crate::machine::{Invalid, within};

/// An instruction but for its registers' numbers. In a file: the word in hexadecimal, as
/// `"0x9b000000"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Form(u32);

impl Form {
    /// The form of a word.
    pub fn of(word: u32) -> Self {
        Self(form(word))
    }

    /// The word, with zeros where registers stand.
    pub const fn word(self) -> u32 {
        self.0
    }
}

impl TryFrom<String> for Form {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        let word = text.strip_prefix("0x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
        word.filter(|word| form(*word) == *word).map(Self).ok_or(Invalid::Form(text))
    }
}

impl From<Form> for String {
    fn from(form: Form) -> Self {
        format!("{:#010x}", form.0)
    }
}

/// Timing of a form. The latency from a source to a result is the result's latency minus the
/// source's permitted delay.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormTiming {
    /// Cycles from the start to a result, by the result's place; that of the class where a place is
    /// not named. `n`, where a base register is written back.
    #[serde(default)]
    pub latency: BTreeMap<Field, f64>,
    /// Cycles after the start by which a source must be ready, by its place; 0 for places not
    /// listed. Example: an addend that is needed late.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub late: BTreeMap<Field, f64>,
    /// Cycles for which an instruction keeps its pipe; that of the class if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occupancy: Option<f64>,
    /// The pipes it runs in; those of the class if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pipe: Option<Pipe>,
    /// The pipes it may use, counted from 0; all of them if the list is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of_pipes: Vec<u32>,
}

impl FormTiming {
    pub(crate) fn check(&self, form: Form) -> Result<(), Invalid> {
        let name = String::from(form);
        for (place, cycles) in &self.latency {
            within(&format!("the latency of {name} to {place:?}"), *cycles, 0.0, 200.0, "0 to 200 cycles")?;
        }
        let shortest = self.latency.values().copied().fold(200.0, f64::min);
        for (place, cycles) in &self.late {
            let what = format!("what {name} needs late from {place:?}");
            within(&what, *cycles, 0.0, shortest, "0 to the form's shortest latency")?;
        }
        if let Some(cycles) = self.occupancy {
            within(&format!("the occupancy of {name}"), cycles, 0.0, 200.0, "0 to 200 cycles")?;
        }
        for pipe in &self.of_pipes {
            within(&format!("a pipe of {name}"), f64::from(*pipe), 0.0, 31.0, "0 to 31")?;
        }
        Ok(())
    }
}
