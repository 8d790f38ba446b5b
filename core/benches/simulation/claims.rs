//! Coverage of the mean of a clock that is constant or varies at random, on a core that cannot be
//! shared; width of the interval, and errors of `steady` readings.

use trueghz::estimate::estimate;
use trueghz::estimate::verdict::Verdict;

use super::motions::{Group, Setting, settings};
use super::neighbours::quantile;
use super::trial::{Outcome, run_all};

/// Minimum error of a wrong `steady` value, in parts per million, if it also exceeds the
/// half-width.
const WRONG_PPM: f64 = 50.0;

/// Prints the table with `runs` per setting.
pub fn table(runs: u64) {
    println!(
        "setting,group,tick_ns,readings,holds_percent,refused,unconfirmed,steady,varying,median_error_ppm,half_width_ppm,\
         wrongly_steady"
    );
    let mut pooled: Vec<(Group, Vec<Outcome>)> =
        [Group::Standing, Group::Moving, Group::Apart].map(|group| (group, vec![])).into();
    let only = std::env::var("TRUEGHZ_BENCH_ONLY").unwrap_or_default();
    for setting in settings().into_iter().filter(|setting| setting.name.contains(&only)) {
        let outcomes = run_all(runs, |seed| trial(&setting, seed));
        let tick_ns = format!("{:.1}", 1e9 / setting.timer.hz as f64);
        row(&setting.name, setting.group, &tick_ns, &outcomes);
        let pool = pooled.iter_mut().find(|(group, _)| *group == setting.group);
        pool.expect("a group").1.extend(outcomes);
    }
    for (group, outcomes) in pooled.iter().filter(|(_, outcomes)| !outcomes.is_empty()) {
        row("all", *group, "", outcomes);
    }
}

fn row(name: &str, group: Group, tick_ns: &str, outcomes: &[Outcome]) {
    let count = |of: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| of(outcome)).count();
    let numbers = || outcomes.iter().filter_map(|outcome| outcome.number);
    println!(
        "{name},{},{tick_ns},{},{:.1},{},{},{},{},{:.1},{:.1},{}",
        format!("{group:?}").to_lowercase(),
        outcomes.len(),
        count(&holds) as f64 / outcomes.len() as f64 * 100.0,
        count(&|outcome| outcome.verdict == Verdict::Refused),
        count(&|outcome| outcome.verdict == Verdict::Unconfirmed),
        count(&|outcome| outcome.verdict == Verdict::Steady),
        count(&|outcome| outcome.verdict == Verdict::Varying),
        quantile(numbers().map(|(error, ..)| error.abs()), 0.5),
        quantile(numbers().map(|(_, half, _)| half), 0.5),
        count(&is_wrongly_steady),
    );
}

/// Returns `true` if the interval of a reading contains the mean. A refused or `unconfirmed`
/// reading does not count.
pub fn holds(outcome: &Outcome) -> bool {
    let counts = matches!(outcome.verdict, Verdict::Steady | Verdict::Varying);
    counts && outcome.number.is_some_and(|(.., holds)| holds)
}

/// Returns `true` if a reading is `steady`, but its value is wrong.
pub fn is_wrongly_steady(outcome: &Outcome) -> bool {
    let off = |(error, half, _): (f64, f64, bool)| error.abs() > half.max(WRONG_PPM);
    outcome.verdict == Verdict::Steady && outcome.number.is_some_and(off)
}

fn trial(setting: &Setting, seed: u64) -> Outcome {
    match setting.record(seed) {
        Ok((recording, mean_hz)) => Outcome::of(&estimate(&recording), mean_hz),
        Err(_) => Outcome { verdict: Verdict::Refused, number: None },
    }
}
