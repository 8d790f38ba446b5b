//! `trueghz identify`: which known core is nearest, from latencies alone.

use serde::Serialize;
use trueghz::instructions::identify::{Class, Identification};
use trueghz::instructions::published::{self, Published};
use trueghz::instructions::{FORMS, Form, InstructionOptions, Property, Row, Shape, Table};
use trueghz::report::provenance::Provenance;

use super::instructions::measured;
use super::interrupt::Interrupt;
use crate::cli::IdentifyArgs;
use crate::format::{labelled, paragraph, table};
use crate::outcome::{Failure, Outcome, print};
use crate::output::json;
use crate::style::{NUMBER, QUIET, paint};

/// Classes that are shown besides the nearest.
const SHOWN: usize = 5;

/// The JSON answer.
#[derive(Serialize)]
struct Answer<'a> {
    schema: &'static str,
    #[serde(flatten)]
    provenance: Provenance<'a>,
    #[serde(flatten)]
    identification: &'a Identification,
    table: &'a Table,
}

/// Measures the latencies, and compares.
pub fn run(args: IdentifyArgs) -> Result<Outcome, Failure> {
    let interrupt = Interrupt::listen()?;
    let has_latency = |row: &Row| matches!(row.property(), Property::Latency { .. });
    let forms = FORMS.iter().filter(|form| form.rows().iter().any(has_latency)).map(Form::name);
    let options = InstructionOptions::new().forms(forms).shapes([Shape::Looped]).cpu(args.cpu);
    let table = measured(options, &interrupt)?;
    let identification = table.identify(Published::here());
    let answer = Answer {
        schema: "trueghz-identify/1",
        provenance: table.provenance(),
        identification: &identification,
        table: &table,
    };
    print(&if args.json { json::answer(&answer) } else { text(&identification) })?;
    Ok(interrupt.outcome(identification.none_near.is_none()))
}

fn text(identification: &Identification) -> String {
    let mut text = match identification.nearest() {
        Ok(class) => {
            let nearest = class.cores[0];
            let found = format!("  {}\n", paint(NUMBER, names(class)));
            let pairs = format!("{} latencies compared", nearest.pairs);
            found + &labelled("distance", &format!("{:.2}, of {pairs}", nearest.distance))
        }
        Err(why) => {
            let words = why.to_string();
            format!("  {}\n{}", paint(NUMBER, "no known core is near"), paragraph(&words, 2))
        }
    };
    let row = |class: &Class| {
        vec![format!("{:.2}", class.distance()), class.cores[0].pairs.to_string(), names(class)]
    };
    let header = ["distance", "latencies", "core"].map(|word| paint(QUIET, word)).to_vec();
    let rows: Vec<Vec<String>> =
        std::iter::once(header).chain(identification.classes.iter().take(SHOWN).map(row)).collect();
    text.push('\n');
    text.push_str(&table(&rows, &[0, 1]));
    text
}

fn names(class: &Class) -> String {
    class.cores.iter().map(|core| published::name(core.core)).collect::<Vec<_>>().join(", or ")
}
