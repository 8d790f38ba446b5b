//! Text of the report of a sustained load.

use trueghz::Interval;
use trueghz::report::number::RoundedNumber;
use trueghz::report::phrases::{count, machine_line};
use trueghz_host::cpulist;
use trueghz_loads::sustained::throttling::{Alternation, Sustained};
use trueghz_loads::sustained::{
    SustainedFinding, SustainedLoad, SustainedReport, SustainedRun, SustainedSummary, shared, unseen_part,
};
use trueghz_loads::windows::timed::Step;

use crate::moving::{level, plus_minus, step, time_ms, whose};
use crate::outline::{Headline, Outline, Outlined};

/// Steps that are listed: as many as fit a line or two.
const SHOWN_STEPS: usize = 4;

impl Outlined for SustainedReport {
    fn outline(&self) -> Outline {
        let mut facts = vec![("core", whose(self.run.cpu, &self.run.kind)), ("load", load_text(&self.run))];
        facts.extend(work_text(self).map(|work| ("work", work)));
        facts.extend(self.found.iter().flat_map(found_facts));
        facts.extend(heat(self).map(|heat| ("heat", heat)));
        let missing = SustainedSummary::of(self).missing_s;
        facts.extend(missing.map(|s| ("left out", format!("{} s in the background", s.digits()))));
        Outline {
            title: "Clock under a steady load",
            verb: "sustained",
            machine: machine_line(&self.run.machine),
            headline: self.found.as_ref().map(headline),
            facts: facts.into_iter().map(|(label, value)| (label.to_owned(), value)).collect(),
            tables: Vec::new(),
            summary: summary(self),
        }
    }
}

/// "vector (AVX2 FMA, 4 doubles), 15.9 operations per cycle (15.2 to 16.0)"
fn work_text(report: &SustainedReport) -> Option<String> {
    let work = report.run.work.as_ref()?.text();
    Some(
        report.operations.map_or_else(|| work.clone(), |operations| format!("{work}, {}", operations.text())),
    )
}

/// The hottest sensor at the beginning and at its highest.
fn heat(report: &SustainedReport) -> Option<String> {
    let zones = || report.records.iter().flat_map(|record| &record.zones);
    let hottest = zones().max_by_key(|zone| zone.millicelsius)?;
    let first = zones().find(|zone| zone.name == hottest.name)?;
    let celsius = |millicelsius: i64| format!("{:.0} \u{b0}C", millicelsius as f64 / 1e3);
    let (first, most) = (celsius(first.millicelsius), celsius(hottest.millicelsius));
    Some(format!("{first} at first, {most} at most ({})", hottest.name))
}

fn summary(report: &SustainedReport) -> String {
    let Some(found) = &report.found else {
        return format!(
            "Too few windows were undisturbed to say what the clock did.{}",
            shared_text(report) + &elsewhere_text(report)
        );
    };
    let what = SustainedFinding::of(found).text();
    let windows = || report.records.iter().flat_map(|record| &record.windows);
    let interrupted = windows().filter(|window| window.interrupted).count();
    format!(
        "{what} {} of {} windows were interrupted; all took {:.2} % of the load's time.{}",
        count(interrupted - shared(&report.records)),
        count(windows().count()),
        report.window_time_fraction * 100.0,
        shared_text(report) + &elsewhere_text(report)
    )
}

fn elsewhere_text(report: &SustainedReport) -> String {
    match report.records.iter().map(|record| record.elsewhere).sum() {
        0 => String::new(),
        1 => " One more window was on another type of core, and is left out.".to_owned(),
        elsewhere => {
            format!(" {} more windows were on another type of core, and are left out.", count(elsewhere))
        }
    }
}

fn shared_text(report: &SustainedReport) -> String {
    let windows: usize = report.records.iter().map(|record| record.windows.len()).sum();
    let unseen = match unseen_part(&report.records) {
        0.0 => String::new(),
        part => format!(" Their intervals allow {:.1} % for sharing without a trace.", part * 100.0),
    };
    match shared(&report.records) {
        0 => String::new(),
        shared => format!(
            " Another thread shared the core in {:.0} % of the windows; the clock is that of the others.{unseen}",
            100.0 * shared as f64 / windows as f64
        ),
    }
}

/// Text of the busy cores: "all cores: 0-6 besides".
fn load_text(run: &SustainedRun) -> String {
    let what = match run.load {
        SustainedLoad::One => "this core",
        SustainedLoad::Kind => "all cores of its type",
        SustainedLoad::All => "all cores",
    };
    if run.others.is_empty() {
        what.to_owned()
    } else {
        format!("{what}: {} besides", cpulist::format(&run.others))
    }
}

fn headline(found: &Sustained) -> Headline {
    let clocks =
        format!("{} at the end, {} at the peak", plus_minus(&found.last_hz), plus_minus(&found.peak_hz));
    if !found.loss.is_above(0.0) {
        let of = format!("{}: {clocks}", interval(&found.loss));
        return Headline { number: "no".to_owned(), unit: "loss", of };
    }
    Headline { number: percent(found.loss.value), unit: "%", of: format!("lost: {clocks}") }
}

fn found_facts(found: &Sustained) -> Vec<(&'static str, String)> {
    let Sustained { peak_hz, last_hz, last_ms, loss, throttled_ms, alternation, steps, .. } = found;
    let mut facts = vec![
        ("peak", plus_minus(peak_hz)),
        ("at the end", format!("{}, the last {}", plus_minus(last_hz), time_ms(*last_ms))),
        ("lost", lost(loss)),
    ];
    facts.extend(throttled_ms.as_ref().map(|ms| ("throttled", format!("after {}", when(ms)))));
    facts.extend(alternation.as_ref().map(|levels| ("two levels", two_levels(levels))));
    if !steps.is_empty() {
        facts.push(("steps", listed(steps)));
    }
    facts
}

fn percent(part: f64) -> String {
    RoundedNumber::new(part * 100.0, 2).digits()
}

/// The loss in percent, with its interval; "no loss" if the interval contains zero.
fn lost(loss: &Interval) -> String {
    let part = if loss.is_above(0.0) { format!("{} %", percent(loss.value)) } else { "no loss".to_owned() };
    format!("{part} {}", interval(loss))
}

/// "(\u{2212}0.15 to +0.50 %)", "(24.00 to 26.00 %)"
fn interval(loss: &Interval) -> String {
    let ends = [loss.low, loss.high].map(|part| RoundedNumber::new(part * 100.0, 2));
    let [low, high] = ends.map(|end| if loss.is_above(0.0) { end.digits() } else { end.signed() });
    format!("({low} to {high} %)")
}

fn two_levels(levels: &Alternation) -> String {
    let Alternation { high_hz, low_hz, high_fraction } = levels;
    format!(
        "{} in {:.0} % of the windows, {} in the others",
        level(high_hz),
        high_fraction * 100.0,
        level(low_hz)
    )
}

/// A time with the half-width of its interval.
fn when(ms: &Interval) -> String {
    format!("{} s \u{b1} {:.0} ms", RoundedNumber::new(ms.value / 1e3, 2).digits(), ms.half_width())
}

fn listed(steps: &[Step]) -> String {
    let shown: Vec<String> = steps.iter().take(SHOWN_STEPS).map(step).collect();
    let more = match steps.len().saturating_sub(SHOWN_STEPS) {
        0 => String::new(),
        more => format!(", and {more} more (see --json)"),
    };
    format!("{}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_loss_is_no_number_with_a_sign() {
        let loss = |low: f64, part: f64, high: f64| lost(&Interval { value: part, low, high });
        assert_eq!(loss(-0.0015, 0.0018, 0.005), "no loss (\u{2212}0.15 to +0.50 %)");
        assert_eq!(loss(-0.005, -0.0018, 0.0015), "no loss (\u{2212}0.50 to +0.15 %)");
        assert_eq!(loss(0.24, 0.25, 0.26), "25.00 % (24.00 to 26.00 %)");
    }
}
