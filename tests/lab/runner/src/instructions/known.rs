//! Cores that compute as a published one: does `trueghz identify` name it?
//!
//! Every form whose latency is published of the core takes as long as that says. Forms without a
//! published latency, and forms known only by the sum of both ways between two register files, have
//! the latency of their class. The published figures are those that the instrument compares with,
//! read here from the same table and put into the model by the words of each form.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use trueghz_lab_model::decode::{Field, Register, decode};
use trueghz_lab_model::machine::{Form, FormTiming, Machine};

use crate::emulator::{self, Error, Program};
use crate::list::Cell;

use super::listed::{Instance, Listed, Measure};

/// The published latencies.
const PUBLISHED: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../core/instructions/src/published_aarch64.tsv"
));

/// The results of a machine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Known {
    /// The measurement's number: the folder in which its files are kept.
    pub number: usize,
    /// The published core, as the table calls it.
    pub core: String,
    /// Forms that were given a published latency.
    pub given: usize,
    /// The cores of the nearest class.
    pub nearest: Vec<String>,
    /// Its distance, 0 to 1, and the latencies on which it rests.
    pub distance: Option<(f64, u64)>,
    /// Whether the program says that it is near.
    pub is_near: bool,
}

impl Known {
    /// Returns `true` if the core was identified.
    pub fn is_well(&self) -> bool {
        self.is_near && self.nearest.contains(&self.core)
    }
}

/// Gives a machine what is published of the cell's core, and lets the program name it.
pub fn identified(
    number: usize,
    cell: &Cell,
    mut machine: Machine,
    program: &Program,
    keep: &Path,
) -> Result<Known, Error> {
    let wrong = |reason: String| Error::Machine(cell.machine.clone(), reason);
    let core = cell.published.clone().ok_or_else(|| wrong("no published core is named".to_owned()))?;
    let mut listing = program.clone();
    listing.arguments = ["instructions", "--json"].map(str::to_owned).into();
    let list = super::list(&machine, &listing).map_err(wrong)?;
    let latencies = published(&core).ok_or_else(|| wrong(format!("nothing is published of {core}")))?;
    let forms = forms(&list, &latencies);
    let given = forms.len();
    machine.clusters[0].core.forms = forms;
    machine.check().map_err(|error| wrong(error.to_string()))?;
    let ran = emulator::linux(&machine, program, false, Some(keep))?;
    let said: Value = serde_json::from_str(&ran.stdout)
        .map_err(|_| wrong(format!("the instrument printed no JSON: {}{}", ran.stdout, ran.stderr)))?;
    let nearest = said["classes"][0]["cores"].as_array().map(Vec::as_slice).unwrap_or_default();
    let name = |core: &Value| core["core"].as_str().map(str::to_owned);
    let first = nearest.first();
    Ok(Known {
        number,
        core,
        given,
        nearest: nearest.iter().filter_map(name).collect(),
        distance: first.and_then(|core| core["distance"].as_f64().zip(core["pairs"].as_u64())),
        is_near: said["none_near"].is_null() && first.is_some(),
    })
}

/// Latencies of a core by the form's text, with classes in place of registers, and the places of
/// its operands, from 1.
type Latencies = BTreeMap<(String, String, String), f64>;

fn published(core: &str) -> Option<Latencies> {
    let mut lines = PUBLISHED.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t'));
    let column = lines.next()?.position(|name| name == core)?;
    let mut latencies = Latencies::new();
    for line in lines {
        let cells: Vec<&str> = line.collect();
        let (text, letters) = without_letters(cells[0]);
        let place = |letter: &str| match letter {
            "flags" => Some(letter.to_owned()),
            letter => letters.iter().position(|other| other == letter).map(|place| (place + 1).to_string()),
        };
        let pair = cells[1].split_once('>').and_then(|(from, to)| place(from).zip(place(to)));
        if let (Some((from, to)), Some(Ok(cycles))) = (pair, cells.get(column).map(|cell| cell.parse())) {
            latencies.insert((text, from, to), cycles);
        }
    }
    Some(latencies)
}

/// `add {d:x}, {a:x}` as the list has it, `add x, x`, and the letters of its operands in their
/// order.
fn without_letters(form: &str) -> (String, Vec<String>) {
    let (mut text, mut letters) = (String::new(), Vec::<String>::new());
    let mut rest = form;
    while let Some((before, operand)) = rest.split_once('{') {
        text.push_str(before);
        // A list of vectors, `{v.16b}`, is none of our marks.
        let marked =
            operand.split_once('}').and_then(|(inside, after)| Some((inside.split_once(':')?, after)));
        let Some(((letter, class), after)) = marked else {
            text.push('{');
            rest = operand;
            continue;
        };
        text.push_str(class);
        if !letters.iter().any(|other| other == letter) {
            letters.push(letter.to_owned());
        }
        rest = after;
    }
    text.push_str(rest);
    (text, letters)
}

/// The timing of each form of one word of which a latency is published.
fn forms(list: &[Listed], latencies: &Latencies) -> BTreeMap<Form, FormTiming> {
    let mut forms = BTreeMap::new();
    for form in list {
        let Some(instance) = form.instance() else { continue };
        let [word] = instance.words[..] else { continue };
        let pairs: Vec<(Field, Field, f64)> = form
            .rows
            .iter()
            .filter_map(|row| match &row.measure {
                Measure::Latency { from, to, via: None } => {
                    let cycles = latencies.get(&(form.form.clone(), from.clone(), to.clone()))?;
                    let [from, to] = [from, to].map(|place| place_of(&instance, word, place));
                    Some((from?, to?, *cycles))
                }
                _ => None,
            })
            .collect();
        if !pairs.is_empty() {
            forms.insert(Form::of(word), timing(&pairs));
        }
    }
    forms
}

/// The place in the word of an operand of the text.
fn place_of(instance: &Instance, word: u32, operand: &str) -> Option<Field> {
    let register: Register = instance.register(operand)?;
    let op = decode(word);
    let operands = op.results.iter().chain(&op.sources);
    operands.into_iter().find(|operand| operand.register == register).map(|operand| operand.field)
}

/// The longest way to a result is its latency; whatever is quicker may come later.
fn timing(pairs: &[(Field, Field, f64)]) -> FormTiming {
    let mut latency = BTreeMap::<Field, f64>::new();
    for &(_, to, cycles) in pairs {
        let longest = latency.entry(to).or_default();
        *longest = longest.max(cycles);
    }
    let mut late = BTreeMap::new();
    for &(from, to, cycles) in pairs {
        let by = latency[&to] - cycles;
        if by > 0.0 {
            late.insert(from, by);
        }
    }
    FormTiming { latency, late, ..FormTiming::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_operands_are_read() {
        let (text, letters) = without_letters("tbl {d:v}.16b, {t0.16b}, {a:v}.16b");
        assert_eq!(
            (text.as_str(), letters),
            ("tbl v.16b, {t0.16b}, v.16b", vec!["d".to_owned(), "a".to_owned()])
        );
    }

    #[test]
    fn every_core_has_latencies() {
        for core in ["firestorm_ocxtal", "neoverse_v1_graviton3", "cortex_a53_rpi3"] {
            let latencies = published(core).expect("a column");
            assert!(latencies.len() > 80, "{core}: {}", latencies.len());
            assert_eq!(latencies[&("add x, x, x".to_owned(), "2".to_owned(), "1".to_owned())], 1.0);
        }
        assert!(published("none").is_none());
    }

    #[test]
    fn what_is_quicker_than_the_longest_way_may_come_late() {
        let timing = timing(&[(Field::N, Field::D, 4.0), (Field::D, Field::D, 1.0)]);
        assert_eq!((timing.latency[&Field::D], timing.late[&Field::D]), (4.0, 3.0));
        assert!(!timing.late.contains_key(&Field::N));
    }
}
