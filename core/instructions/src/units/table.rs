//! The result: groups of instructions, and the relations between the groups.

use serde::{Deserialize, Serialize};
use trueghz::Interval;
use trueghz::chain::ChainKind;
use trueghz::report::Measurement;
use trueghz::report::provenance::Provenance;

use super::relation::{Relation, Untold};
use crate::table::Missing;

/// The name of the JSON form of a [`UnitTable`] and of its version. Names in it stay; new ones may
/// come.
pub const UNITS_SCHEMA: &str = "trueghz-units/2";

/// Which instructions wait for the same units, on one core.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitTable {
    /// The name of the JSON form and of its version.
    pub schema: String,
    /// The version of this library.
    pub version: String,
    /// When the session began, in UTC as RFC 3339 has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<String>,
    /// The options, in the spelling of the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// The core's clock, measured immediately before, and the system's information on the machine.
    pub measurement: Measurement,
    /// The chain of one cycle per step with which mixes were compared; absent if none ran.
    pub reference: Option<ChainKind>,
    /// Instructions that the core takes in per cycle: the maximum over all measured instructions.
    /// Absent if none was measured.
    pub intake: Option<f64>,
    /// The instructions, in the order of the set.
    pub instructions: Vec<UnitRow>,
    /// The groups, those of the most units first.
    pub groups: Vec<UnitGroup>,
    /// Every two groups.
    pub pairs: Vec<UnitPair>,
    /// Every two instructions that were mixed, in the order of the set.
    pub mixes: Vec<UnitMix>,
}

/// An instruction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitRow {
    /// The form's text, with classes in place of registers.
    pub form: String,
    /// Its reciprocal throughput, in cycles per instruction; absent if there is none.
    pub cycles: Option<Interval>,
    /// Reciprocal throughput of the copies in a mix: higher, if these wait for each other.
    pub in_mix: Option<Interval>,
    /// The name of its group.
    pub group: Option<String>,
    /// Reason for belonging to no group.
    pub missing: Option<Ungrouped>,
}

/// Reason why an instruction belongs to no group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Ungrouped {
    /// No unit limits it: the core takes it in as fast as any.
    Intake,
    /// It orders those before and after it, carries a chain through the flags, or needs or writes
    /// registers of both halves.
    NotMixed,
    /// Its copies wait for each other: half of the registers are too few to keep its units busy.
    FewRegisters,
    /// It has no value.
    #[serde(untagged)]
    Missing(Missing),
}

/// Instructions that wait for the same units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitGroup {
    /// A letter.
    pub name: String,
    /// Instructions of the fastest form that begin in a cycle: the number of units, if each is
    /// executed by one. Absent if not an integer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_once: Option<u32>,
    /// The forms' texts, the quickest first.
    pub instructions: Vec<String>,
}

/// Two groups.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitPair {
    /// Their names.
    pub groups: [String; 2],
    /// Their relation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relation: Option<Relation>,
    /// Reason why the relation is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untold: Option<Untold>,
}

/// Two instructions that were mixed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitMix {
    /// The forms' texts.
    pub instructions: [String; 2],
    /// Their relation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relation: Option<Relation>,
    /// Reason why the relation is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untold: Option<Untold>,
}

impl UnitTable {
    /// When, by which version and with which options it was made.
    pub fn provenance(&self) -> Provenance<'_> {
        Provenance::of(&self.measured_at, &self.version, &self.options)
    }
}

/// The name of the group of this number: A to Z, then AA and so on.
pub(super) fn group_name(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    if number < 26 { letter.into() } else { format!("{}{letter}", group_name(number / 26 - 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_lettered() {
        assert_eq!([0, 25, 26, 27, 52].map(group_name), ["A", "Z", "AA", "AB", "BA"]);
    }

    #[test]
    fn a_reason_is_one_word_in_json() {
        let reasons = [Ungrouped::Missing(Missing::Absent), Ungrouped::Intake, Ungrouped::FewRegisters];
        let json = serde_json::to_value(reasons).unwrap();
        assert_eq!(json, serde_json::json!(["absent", "intake", "few_registers"]));
        assert_eq!(serde_json::from_value::<[Ungrouped; 3]>(json).unwrap(), reasons);
    }
}
