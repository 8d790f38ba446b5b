//! The nearest known core, in each output format.

use serde::Serialize;
use trueghz::report::phrases::{count, machine_line};
use trueghz::report::provenance::Provenance;
use trueghz_instructions::Table;
use trueghz_instructions::identify::{Class, Identification};
use trueghz_instructions::published;
use trueghz_report::markdown;
use trueghz_report::outline::{Outline, OutlineTable};

use super::{Format, csv_rows, json, outline};

/// Number of classes in text and Markdown.
const SHOWN: usize = 5;

/// The JSON output.
#[derive(Serialize)]
struct Answer<'a> {
    schema: &'static str,
    #[serde(flatten)]
    provenance: Provenance<'a>,
    #[serde(flatten)]
    identification: &'a Identification,
    table: &'a Table,
}

/// A known core with comparable latencies.
#[derive(Default, Serialize)]
struct Row {
    /// Index of the class, from 1 for the nearest. The latencies cannot distinguish cores of one
    /// class.
    class: usize,
    core: &'static str,
    name: &'static str,
    distance: f64,
    latencies: usize,
    /// Whether the core belongs to the nearest class, if that is near enough.
    is_near: bool,
}

/// Formats the result.
pub fn answer(form: Format, identification: &Identification, table: &Table) -> String {
    let provenance = table.provenance();
    match form {
        Format::Json => {
            json::answer(&Answer { schema: "trueghz-identify/2", provenance, identification, table })
        }
        Format::Csv if identification.classes.is_empty() => csv_rows::header((Row::default(), provenance)),
        Format::Csv => csv_rows::written(rows(identification).map(|row| (row, provenance))),
        Format::Markdown => markdown::outline(&in_words(identification, table), provenance),
        Format::Quiet => rows(identification).map(|row| quiet(&row)).collect(),
        Format::Text | Format::Verbose => text(&in_words(identification, table)),
    }
}

/// Known cores, nearest first.
fn rows(identification: &Identification) -> impl Iterator<Item = Row> {
    let is_near = identification.none_near.is_none();
    (1..).zip(&identification.classes).flat_map(move |(class, found)| {
        found.cores.iter().map(move |core| Row {
            class,
            core: core.core,
            name: published::name(core.core),
            distance: core.distance,
            latencies: core.pairs,
            is_near: is_near && class == 1,
        })
    })
}

fn in_words(identification: &Identification, table: &Table) -> Outline {
    let (nearest, summary) = match identification.nearest() {
        Ok(class) => (names(class), String::new()),
        Err(why) => ("no known core".to_owned(), format!("{why}.")),
    };
    let row =
        |class: &Class| vec![names(class), format!("{:.2}", class.distance()), count(class.cores[0].pairs)];
    Outline {
        title: "Nearest known core",
        verb: "identify",
        machine: machine_line(&table.measurement.machine),
        headline: None,
        facts: vec![("nearest".to_owned(), nearest)],
        tables: vec![OutlineTable {
            title: String::new(),
            head: vec!["core", "distance", "latencies compared"],
            rows: identification.classes.iter().take(SHOWN).map(row).collect(),
        }],
        summary,
    }
}

/// Formats one core per line: name, distance, number of latencies compared.
fn quiet(Row { core, distance, latencies, .. }: &Row) -> String {
    format!("{core}\t{distance:.2}\t{latencies}\n")
}

fn text(of: &Outline) -> String {
    let tables: String = of.tables.iter().map(outline::rows).collect();
    format!("{}\n{tables}{}", outline::facts(of), outline::summary(of))
}

fn names(class: &Class) -> String {
    class.cores.iter().map(|core| published::name(core.core)).collect::<Vec<_>>().join(" or ")
}
