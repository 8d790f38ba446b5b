//! Compares the program's finding of which forms share units with the pipes that each was given.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use trueghz_lab_model::machine::{Form, FormTiming, Machine};

use crate::emulator::Ran;
use crate::list::Cell;

use super::listed::Listed;

/// Every two forms of a machine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Shared {
    /// The measurement's number: the folder in which its files are kept.
    pub number: usize,
    /// The machine's file, without its ending, and its changes.
    pub name: String,
    /// Forms with pipes of their own that stand in a group.
    pub forms: usize,
    /// The groups.
    pub groups: usize,
    /// Pairs of such forms.
    pub pairs: usize,
    /// Number of pairs for which the program reports their common units.
    pub told: usize,
    /// Pairs that are reported wrongly, as text.
    pub wrong: Vec<String>,
}

/// The program's output, as far as it is compared.
#[derive(Deserialize)]
struct Said {
    instructions: Vec<SaidForm>,
    groups: Vec<Value>,
    pairs: Vec<SaidPair>,
}

#[derive(Deserialize)]
struct SaidForm {
    form: String,
    group: Option<String>,
}

#[derive(Deserialize)]
struct SaidPair {
    groups: [String; 2],
    relation: Option<SaidRelation>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct SaidRelation {
    units: Option<usize>,
}

impl Shared {
    /// Compares the program's output with the truth.
    ///
    /// # Errors
    /// If it printed no such table.
    pub fn new(
        number: usize,
        cell: &Cell,
        machine: &Machine,
        list: &[Listed],
        ran: &Ran,
    ) -> Result<Self, String> {
        let said: Said = serde_json::from_str(&ran.stdout)
            .map_err(|error| format!("no table of units: {error}: {}{}", ran.stdout, ran.stderr))?;
        let given = given(machine, list);
        let forms: Vec<(&str, &str, &FormTiming)> = said
            .instructions
            .iter()
            .filter_map(|row| {
                Some((row.form.as_str(), row.group.as_deref()?, *given.get(row.form.as_str())?))
            })
            .collect();
        let mut shared = Self {
            number,
            name: format!("{}{}", cell.machine, cell.label),
            forms: forms.len(),
            groups: said.groups.len(),
            pairs: 0,
            told: 0,
            wrong: Vec::new(),
        };
        for (place, one) in forms.iter().enumerate() {
            for other in &forms[..place] {
                shared.add(one, other, &said.pairs);
            }
        }
        Ok(shared)
    }

    fn add(
        &mut self,
        (form, group, given): &(&str, &str, &FormTiming),
        (other, other_group, other_given): &(&str, &str, &FormTiming),
        pairs: &[SaidPair],
    ) {
        self.pairs += 1;
        let is_here = |pipe: &&u32| given.pipe == other_given.pipe && given.of_pipes.contains(pipe);
        let common = other_given.of_pipes.iter().filter(is_here).count();
        let is_same = given.pipe == other_given.pipe && given.of_pipes == other_given.of_pipes;
        let right = if group == other_group {
            is_same
        } else {
            let between = [*group, *other_group];
            let pair =
                pairs.iter().find(|pair| between.iter().all(|group| pair.groups.iter().any(|g| g == group)));
            let Some(relation) = pair.and_then(|pair| pair.relation) else { return };
            !is_same && relation.units == Some(common)
        };
        self.told += 1;
        if !right {
            let units = |given: &FormTiming| format!("{:?} {:?}", given.pipe, given.of_pipes);
            self.wrong.push(format!(
                "{form} ({}) in {group} and {other} ({}) in {other_group}",
                units(given),
                units(other_given)
            ));
        }
    }

    /// Returns `true` if most pairs are reported, and 99 % of them rightly.
    pub fn is_well(&self) -> bool {
        self.pairs > 0 && self.told * 10 >= self.pairs * 9 && self.wrong.len() * 100 <= self.told
    }
}

/// The forms that were given pipes, by their text.
fn given<'a>(machine: &'a Machine, list: &'a [Listed]) -> BTreeMap<&'a str, &'a FormTiming> {
    let forms = &machine.clusters[0].core.forms;
    let of = |form: &'a Listed| {
        let instance = form.instance()?;
        let [word] = instance.words[..] else { return None };
        Some((form.form.as_str(), forms.get(&Form::of(word))?))
    };
    list.iter().filter_map(of).collect()
}
