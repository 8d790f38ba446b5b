//! Text of a turbo report.

use trueghz::Interval;
use trueghz::estimate::verdict::Verdict;
use trueghz::load::LoadClass;
use trueghz::report::number::RoundedNumber;
use trueghz::report::phrases::{machine_line, tolerance_ppm};
use trueghz_loads::turbo::{PLAIN, TurboReport, TurboRow};

use crate::moving::{UNKNOWN, whose};
use crate::outline::{Headline, Outline, OutlineTable, Outlined};

/// A smaller change is in parts per million.
const SMALL: f64 = 1e-3;

/// "3.2437 GHz ± 210 kHz", with a tilde if the clock varied, a question mark if it is
/// unconfirmed, and a star if a thread shared the core.
fn cell(row: &TurboRow) -> String {
    let reading = &row.reading;
    let Some(shown) = reading.display() else {
        let why = reading.reason.map_or("", |reason| reason.text());
        return format!("{}: {why}", reading.verdict.text());
    };
    let mark = match reading.verdict {
        Verdict::Varying => "~",
        Verdict::Unconfirmed => "?",
        _ => "",
    };
    let star = if row.is_shared() { "*" } else { "" };
    format!("{} \u{b1} {}{mark}{star}", shown.number, shown.uncertainty)
}

impl Outlined for TurboReport {
    fn outline(&self) -> Outline {
        let classes = self.classes();
        Outline {
            title: "Clock with busy processors",
            verb: "turbo",
            machine: machine_line(&self.machine),
            headline: headline(self),
            facts: work_facts(self),
            tables: self.cores().map(|rows| table(rows, &classes)).collect(),
            summary: marks_text(self),
        }
    }
}

/// Description of each class, with the operations per cycle of the first measured core.
fn work_facts(report: &TurboReport) -> Vec<(String, String)> {
    let first = report.cores().next().unwrap_or_default();
    let of = |class: &&'static str| {
        let row = first.iter().find(|row| row.class() == *class)?;
        let work = row.work.as_ref()?.loop_text();
        let done = row.operations.map(|operations| format!(", {}", operations.text()));
        Some(((*class).to_owned(), work + &done.unwrap_or_default()))
    };
    report.classes().iter().filter_map(of).collect()
}

/// Explains the marks; empty if there are none.
fn marks_text(report: &TurboReport) -> String {
    let has = |verdict| report.rows.iter().any(|row| row.reading.verdict == verdict);
    let mut marks = Vec::new();
    if has(Verdict::Varying) {
        marks.push("~ the clock moved.".to_owned());
    }
    if has(Verdict::Unconfirmed) {
        marks.push("? not confirmed.".to_owned());
    }
    let mut shared = report.rows.iter().filter(|row| row.is_shared()).map(|row| row.busy).peekable();
    if shared.peek().is_some() {
        let whose = match (shared.clone().any(|busy| busy == 1), shared.any(|busy| busy > 1)) {
            (true, false) => "a thread of another program",
            (false, _) => "a busy thread, or one of another program,",
            (true, true) => "a thread of another program, or from 2 on a busy one,",
        };
        marks.push(format!("* {whose} shared the core; the clock is that of the moments without it."));
    }
    marks.join(" ")
}

/// The clock of the fastest kind of core while as many CPUs as possible are busy with vector
/// work, or with other work if there was none.
fn headline(report: &TurboReport) -> Option<Headline> {
    let classes = report.classes();
    let vector = LoadClass::Vector.code();
    let class = if classes.contains(&vector) { vector } else { classes.first()? };
    let highest = |rows: &&[TurboRow]| rows.iter().filter_map(|row| row.reading.hz()).fold(0.0, f64::max);
    let rows = report.cores().max_by(|a, b| highest(a).total_cmp(&highest(b)))?;
    let of_class = rows.iter().filter(|row| row.class() == class);
    let with_number = || of_class.clone().filter_map(|row| Some((row, row.reading.display()?)));
    let ((alone, alone_shown), (all, all_shown)) = (with_number().next()?, with_number().next_back()?);
    let busy = |row: &TurboRow| match row.busy {
        1 => "one processor busy".to_owned(),
        busy => format!("{busy} processors busy"),
    };
    let on = if class == PLAIN { String::new() } else { format!(" ({class})") };
    let of = if alone.busy == all.busy {
        format!("with {}{on}", busy(all))
    } else {
        let change = change(alone.reading.repeatable_hz?, all.reading.repeatable_hz?);
        format!("with {}{on}, {change} {} with {}", busy(all), alone_shown.number, busy(alone))
    };
    let number = all_shown.number;
    Some(Headline { number: number.digits(), unit: number.unit.symbol(), of })
}

/// Difference of a clock from another one: "1.7 % below", "no difference from".
fn change(from: Interval, to: Interval) -> String {
    let overlap = to.low <= from.high && from.low <= to.high;
    let part = to.value / from.value - 1.0;
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

/// A line for each number of busy CPUs, a column for each class.
fn table(rows: &[TurboRow], classes: &[&'static str]) -> OutlineTable {
    let reading = &rows[0].reading;
    let line = |rows: &[TurboRow]| {
        let cell = |class: &&str| {
            let row = rows.iter().find(|row| row.class() == *class);
            row.map_or_else(|| UNKNOWN.to_owned(), cell)
        };
        std::iter::once(rows[0].busy.to_string()).chain(classes.iter().map(cell)).collect()
    };
    OutlineTable {
        title: whose(reading.cpu, &reading.kind),
        head: std::iter::once("busy").chain(classes.iter().copied()).collect(),
        rows: rows.chunk_by(|a, b| a.busy == b.busy).map(line).collect(),
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_change_is_told_of_what_and_only_if_there_is_one() {
        // An interval of 20 ppm on either side.
        let clock = |hz: f64| Interval::around(hz, hz * 2e-5);
        let from_3_ghz = |hz: f64| change(clock(3e9), clock(hz));
        assert_eq!(from_3_ghz(2.95e9), "1.7 % below");
        assert_eq!(from_3_ghz(3.3e9), "10 % above");
        assert_eq!(from_3_ghz(2.9998e9), "67 ppm below");
        assert_eq!(from_3_ghz(2.9999e9), "no difference from");
    }
}
