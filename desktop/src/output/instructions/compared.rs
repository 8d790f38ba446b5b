//! Measured and published figures of a known core, as text.

use trueghz::report::number::RoundedNumber;
use trueghz_instructions::published::{self, ReferenceFigures};
use trueghz_instructions::{Compared, Measure, Table};
use trueghz_report::lines::shared_warnings;

use super::lines::number;
use super::text::head;
use crate::format::{paragraph, shortened, table};
use crate::output::words;
use crate::style::{ATTENTION, NUMBER, QUIET, paint};

/// Maximum width of a form's text, so that a row has at most 72 columns.
const FORM_WIDTH: usize = 30;

/// Formats every row with a published figure.
pub fn compared(measured: &Table, core: usize) -> String {
    let published = ReferenceFigures::here();
    let rows = measured.beside(published, core);
    let header = ["instruction", "", "here", "published", ""].map(|word| paint(QUIET, word)).to_vec();
    let mut lines = vec![header];
    lines.extend(rows.iter().map(line));
    let differ = rows.iter().filter(|row| row.differs).count();
    let name = published::name(published.cores()[core]);
    let said = format!(
        "Cycles. ReferenceFigures: {name}; its source is in docs/sources.md. {differ} of {} rows differ by more than 3 % and \
         0.05 cycles.",
        rows.len()
    );
    let text = format!(
        "{}  {}\n{}\n{}",
        head(measured),
        paint(NUMBER, name),
        table(&lines, &[2, 3]),
        paragraph(&said, 2)
    );
    text + &words::all_warnings(&shared_warnings(&measured.measurement))
}

fn line(compared: &Compared<'_>) -> Vec<String> {
    let row = compared.row;
    let what = match &row.measure {
        Measure::Latency { from, to, .. } => format!("{from}>{to}"),
        Measure::Throughput => "throughput".to_owned(),
    };
    let mark = if compared.differs { paint(ATTENTION, "differs") } else { String::new() };
    let figure = RoundedNumber::new(compared.published, 2).digits();
    vec![shortened(&row.form, FORM_WIDTH), what, number(row), figure, mark]
}
