//! Compares a measured table with the published figures of a known core.

use super::form::{InstructionForm, InstructionProperty};
use super::identify::{Identification, Latency, identify};
use super::published::{ReferenceFigures, THROUGHPUT};
use super::set::FORMS;
use super::table::{Measure, Table, TableRow};

/// Relative difference above which a row differs from the published figure...
const DIFFERS_BY_PART: f64 = 0.03;

/// ...if it is also more than this many cycles: published figures are rounded to a hundredth, and
/// below one cycle 3 % is less than this.
const DIFFERS_BY_CYCLES: f64 = 0.05;

/// The standard error of a 95 % interval, as a fraction of its width.
const ERROR_OF_WIDTH: f64 = 1.0 / (2.0 * 1.96);

/// A measured row and the published figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared<'a> {
    /// The row.
    pub row: &'a TableRow,
    /// Published cycles.
    pub published: f64,
    /// Whether the two differ by more than 3 %, and by more than 0.05 cycles.
    pub differs: bool,
}

/// Returns `true` if cycles differ from another `figure` by more than 3 % of it and by more than
/// 0.05.
pub fn is_apart(cycles: f64, figure: f64) -> bool {
    let off = (cycles - figure).abs();
    off > DIFFERS_BY_CYCLES && off > DIFFERS_BY_PART * figure
}

impl Table {
    /// The rows with both a measured value and a published one of this core (a column of
    /// `published`), in their order.
    pub fn beside<'a>(&'a self, published: &ReferenceFigures, core: usize) -> Vec<Compared<'a>> {
        let mut compared = Vec::new();
        for rows in self.rows.chunk_by(|a, b| a.form == b.form) {
            let Some(form) = form_of(&rows[0]) else { continue };
            let keys: Vec<(&str, Option<f64>)> = rows
                .iter()
                .map(|row| (key_of(form, row).unwrap_or_default(), row.cycles.map(|cycles| cycles.value)))
                .collect();
            for (row, figure) in rows.iter().zip(published.beside(form.key, &keys, core)) {
                if let (Some(cycles), Some(figure)) = (row.cycles, figure) {
                    compared.push(Compared {
                        row,
                        published: figure,
                        differs: is_apart(cycles.value, figure),
                    });
                }
            }
        }
        compared
    }

    /// Finds the nearest known core, from the latencies alone.
    pub fn identify(&self, published: &ReferenceFigures) -> Identification {
        let latency = |row: &TableRow| {
            let form = form_of(row)?;
            let (pair, cycles) = (key_of(form, row)?, row.cycles?);
            let error = (cycles.high - cycles.low) * ERROR_OF_WIDTH;
            (pair != THROUGHPUT).then_some(Latency { form: form.key, pair, cycles: cycles.value, error })
        };
        identify(published, &self.rows.iter().filter_map(latency).collect::<Vec<_>>())
    }
}

fn form_of(row: &TableRow) -> Option<&'static InstructionForm> {
    FORMS.iter().find(|form| form.name() == row.form)
}

fn key_of(form: &'static InstructionForm, row: &TableRow) -> Option<&'static str> {
    form.properties()
        .iter()
        .find(|own: &&InstructionProperty| Measure::from(own.metric()) == row.measure)
        .map(|own| own.key)
}
