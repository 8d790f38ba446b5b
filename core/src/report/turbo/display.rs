//! The clock beside busy processors, in words.

use super::{TurboReport, TurboRow};
use crate::estimate::Frequency;
use crate::report::moving::{UNKNOWN, whose};
use crate::report::number::RoundedNumber;
use crate::report::outline::{Headline, Outline, OutlineTable};
use crate::report::words::{machine_line, tolerance_ppm};

/// A smaller change is in parts per million.
const SMALL: f64 = 1e-3;

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
        Outline {
            title: "Clock with busy processors",
            verb: "turbo",
            machine: machine_line(&self.machine),
            headline: self.headline(),
            facts: Vec::new(),
            tables: self.cores().map(table).collect(),
            summary: self.shared_text(),
        }
    }

    /// Whose threads the stars mark; empty where there is no star.
    fn shared_text(&self) -> String {
        let mut shared = self.rows.iter().filter(|row| row.is_shared()).map(|row| row.busy).peekable();
        if shared.peek().is_none() {
            return String::new();
        }
        let whose = match (shared.clone().any(|busy| busy == 1), shared.any(|busy| busy > 1)) {
            (true, false) => "a thread of another program",
            (false, _) => "a busy thread, or one of another program,",
            (true, true) => "a thread of another program, or from 2 on a busy one,",
        };
        format!("* {whose} shared the core; the clock is that of the moments without it.")
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
            let change = change(&alone.reading.repeatable_frequency()?, &all.reading.repeatable_frequency()?);
            format!("with {}, {change} {} with {}", busy(all), alone_shown.number, busy(alone))
        };
        let number = all_shown.number;
        Some(Headline { number: number.digits(), unit: number.unit.symbol(), of })
    }
}

/// How far a clock lies from another one: "1.7 % below", "no difference from".
fn change(from: &Frequency, to: &Frequency) -> String {
    let overlap = to.low_hz <= from.high_hz && from.low_hz <= to.high_hz;
    let part = to.hz / from.hz - 1.0;
    let size = if part.abs() < SMALL {
        tolerance_ppm(part.abs() * 1e6)
    } else {
        format!("{} %", RoundedNumber::percent(part.abs() * 100.0).digits())
    };
    match part {
        _ if overlap => "no difference from".to_owned(),
        part if part < 0.0 => format!("{size} below"),
        _ => format!("{size} above"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::UncertaintyParts;

    #[test]
    fn a_change_is_told_of_what_and_only_if_there_is_one() {
        let parts = UncertaintyParts {
            quantisation_ppm: 0.0,
            batch_spread_ppm: 0.0,
            chain_disagreement_ppm: 0.0,
            undetected_ppm: 0.0,
            reference_ppm: 0.0,
        };
        // An interval of 20 ppm on either side.
        let clock = |hz: f64| Frequency { hz, low_hz: hz * (1.0 - 2e-5), high_hz: hz * (1.0 + 2e-5), parts };
        let from_3_ghz = |hz: f64| change(&clock(3e9), &clock(hz));
        assert_eq!(from_3_ghz(2.95e9), "1.7 % below");
        assert_eq!(from_3_ghz(3.3e9), "10 % above");
        assert_eq!(from_3_ghz(2.9998e9), "67 ppm below");
        assert_eq!(from_3_ghz(2.9999e9), "no difference from");
    }
}
