//! The clock beside busy processors, in words.

use super::{TurboReport, TurboRow};
use crate::report::display::FrequencyDisplay;
use crate::report::moving::{UNKNOWN, whose};
use crate::report::outline::{Headline, Outline, OutlineTable};
use crate::report::words::{machine_line, percent};

impl TurboRow {
    /// Whether one of the busy threads shared the core.
    pub fn is_shared(&self) -> bool {
        self.reading.warnings.iter().any(|warning| warning.code() == "shared_core")
    }

    /// How many processors were busy, with a star where one shared the core.
    pub fn busy_mark(&self) -> String {
        format!("{}{}", self.busy, if self.is_shared() { "*" } else { "" })
    }
}

impl TurboReport {
    /// The rows of each measured core.
    pub fn cores(&self) -> impl Iterator<Item = &[TurboRow]> {
        self.rows.chunk_by(|a, b| a.reading.cpu == b.reading.cpu)
    }

    /// The report in words.
    pub fn outline(&self) -> Outline {
        let shared = "* a busy thread shared the core; the clock is that of the moments without it.";
        Outline {
            title: "Clock with busy processors",
            machine: machine_line(&self.machine),
            headline: self.headline(),
            facts: Vec::new(),
            tables: self.cores().map(table).collect(),
            summary: if self.rows.iter().any(TurboRow::is_shared) { shared } else { "" }.to_owned(),
        }
    }

    /// What the fastest kind of core is left with when as many processors as possible are busy.
    fn headline(&self) -> Option<Headline> {
        let highest =
            |rows: &&[TurboRow]| rows.iter().filter_map(|row| row.reading.frequency_hz).fold(0.0, f64::max);
        let rows = self.cores().max_by(|a, b| highest(a).total_cmp(&highest(b)))?;
        let with_number = || rows.iter().filter_map(|row| Some((row, row.reading.display()?)));
        let ((alone, alone_shown), (all, all_shown)) = (with_number().next()?, with_number().next_back()?);
        let busy = |row: &TurboRow| match row.busy {
            1 => "one processor busy".to_owned(),
            busy => format!("{busy} processors busy"),
        };
        let of = if alone.busy == all.busy {
            format!("with {}", busy(all))
        } else {
            let change = alone.reading.frequency_hz.zip(all.reading.frequency_hz);
            let change = change.map(|(alone, all)| percent((all / alone - 1.0) * 100.0))?;
            let whole = |shown: &FrequencyDisplay| shown.number.to_string();
            format!("with {}, {change}; {} with {}", busy(all), whole(&alone_shown), busy(alone))
        };
        let number = all_shown.number;
        Some(Headline { number: number.digits(), unit: number.unit.symbol(), of })
    }
}

fn table(rows: &[TurboRow]) -> OutlineTable {
    let reading = &rows[0].reading;
    OutlineTable {
        title: whose(reading.cpu, &reading.kind),
        head: vec!["busy", "clock", "\u{b1} (95 %)", "verdict"],
        rows: rows.iter().map(row).collect(),
    }
}

fn row(row: &TurboRow) -> Vec<String> {
    let reading = &row.reading;
    let verdict = reading.verdict.text().to_owned();
    match reading.display() {
        Some(shown) => {
            vec![row.busy_mark(), shown.number.to_string(), shown.uncertainty.to_string(), verdict]
        }
        None => {
            let why = reading.reason.map_or("", |reason| reason.text());
            vec![row.busy_mark(), UNKNOWN.to_owned(), UNKNOWN.to_owned(), format!("{verdict}: {why}")]
        }
    }
}
