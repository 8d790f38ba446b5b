//! What a reading claims: how often its interval holds the mean of a clock that stands or moves at random, how wide it is, and
//! whether `steady` is said of a number that is off. By today's estimator, and by the model that is to take its place on cores
//! that nothing can share.

use trueghz::Options;
use trueghz::estimate::recording::Recording;
use trueghz::estimate::verdict::Verdict;
use trueghz::estimate::{Estimate, estimate, estimate_unshared};
use trueghz::run::record::{Unwatched, record};
use trueghz::simulate::{CoreModel, Machine};

use super::motions::{Group, Setting, settings};
use super::neighbours::quantile;
use super::trial::run_all;

/// `steady` of a number that is off by more than this, in parts per million, and than its half-width is wrong.
const WRONG_PPM: f64 = 50.0;

const ESTIMATORS: [&str; 2] = ["today", "model"];

/// Prints the table of `runs` per setting.
pub fn table(runs: u64) {
    println!(
        "setting,group,tick_ns,estimator,readings,holds_percent,refused,unconfirmed,steady,varying,median_error_ppm,\
         half_width_ppm,wrongly_steady"
    );
    let mut pooled: Vec<(Group, [Vec<Outcome>; 2])> =
        [Group::Standing, Group::Moving, Group::Apart].map(|group| (group, [vec![], vec![]])).into();
    for setting in settings() {
        let readings = run_all(runs, |seed| trial(&setting, seed));
        let tick_ns = format!("{:.1}", 1e9 / setting.timer.hz as f64);
        for (of, estimator) in ESTIMATORS.iter().enumerate() {
            let outcomes: Vec<Outcome> = readings.iter().map(|reading| reading[of]).collect();
            row(&setting.name, setting.group, &tick_ns, estimator, &outcomes);
            let pool = pooled.iter_mut().find(|(group, _)| *group == setting.group);
            pool.expect("a group").1[of].extend(outcomes);
        }
    }
    for (group, outcomes) in &pooled {
        for (of, estimator) in outcomes.iter().zip(ESTIMATORS) {
            row("all", *group, "", estimator, of);
        }
    }
}

fn row(name: &str, group: Group, tick_ns: &str, estimator: &str, outcomes: &[Outcome]) {
    let count = |of: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| of(outcome)).count();
    let numbers = || outcomes.iter().filter_map(|outcome| outcome.number);
    println!(
        "{name},{},{tick_ns},{estimator},{},{:.1},{},{},{},{},{:.1},{:.1},{}",
        format!("{group:?}").to_lowercase(),
        outcomes.len(),
        count(&Outcome::holds) as f64 / outcomes.len() as f64 * 100.0,
        count(&|outcome| outcome.verdict == Verdict::Refused),
        count(&|outcome| outcome.verdict == Verdict::Unconfirmed),
        count(&|outcome| outcome.verdict == Verdict::Steady),
        count(&|outcome| outcome.verdict == Verdict::Varying),
        quantile(numbers().map(|(error, ..)| error.abs()), 0.5),
        quantile(numbers().map(|(_, half, _)| half), 0.5),
        count(&Outcome::is_wrongly_steady),
    );
}

#[derive(Debug, Clone, Copy)]
struct Outcome {
    verdict: Verdict,
    /// If there is a number: its error against the mean and half the interval in parts per million, and whether that holds the mean.
    number: Option<(f64, f64, bool)>,
}

impl Outcome {
    fn of(estimate: &Estimate, mean_hz: f64) -> Outcome {
        let ppm = |hz: f64| hz / mean_hz * 1e6;
        let number = estimate.frequency.map(|f| {
            let holds = (f.low_hz..=f.high_hz).contains(&mean_hz);
            (ppm(f.hz - mean_hz), ppm((f.high_hz - f.low_hz) / 2.0), holds)
        });
        Outcome { verdict: estimate.verdict, number }
    }

    /// Refused and unconfirmed readings do not.
    fn holds(&self) -> bool {
        let counts = matches!(self.verdict, Verdict::Steady | Verdict::Varying);
        counts && self.number.is_some_and(|(.., holds)| holds)
    }

    fn is_wrongly_steady(&self) -> bool {
        let off = |(error, half, _): (f64, f64, bool)| error.abs() > half.max(WRONG_PPM);
        self.verdict == Verdict::Steady && self.number.is_some_and(off)
    }
}

fn trial(setting: &Setting, seed: u64) -> [Outcome; 2] {
    let profile = setting.profile(seed);
    let disturbances = setting.disturbances.clone();
    let mut machine = Machine::new(profile.clone(), CoreModel::default(), setting.timer, disturbances, seed);
    match record(&mut machine, Some(0), &Options::new().seed(seed), &mut Unwatched) {
        Ok(recording) => {
            let recording = Recording { can_be_shared: Some(false), ..recording };
            let runs = machine.last_timed_runs(recording.windows.0.len());
            let span = runs.first().zip(runs.last());
            let mean_hz =
                span.map_or(f64::NAN, |(first, last)| profile.mean_hz(first.from_ns, last.until_ns));
            [estimate(&recording), estimate_unshared(&recording)]
                .map(|estimate| Outcome::of(&estimate, mean_hz))
        }
        Err(_) => [Outcome { verdict: Verdict::Refused, number: None }; 2],
    }
}
