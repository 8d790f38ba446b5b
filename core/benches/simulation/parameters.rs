//! Effect of each chosen parameter of the model: repeats every reading with the parameter a fifth
//! smaller and larger.

use trueghz::estimate::estimate;
use trueghz::estimate::parameters::{ALL, alter};
use trueghz::estimate::recording::Recording;
use trueghz::estimate::verdict::Verdict;

use super::claims::{holds, is_wrongly_steady};
use super::motions::{Group, settings};
use super::neighbours::quantile;
use super::trial::{Outcome, run_all};

/// Factors by which each parameter is multiplied.
const FACTORS: [f64; 2] = [0.8, 1.2];

/// A recording, with the clock's true mean.
struct Known {
    group: Group,
    recording: Recording,
    mean_hz: f64,
}

/// Prints the table with `runs` per setting. Readings without windows have no estimate to change,
/// and are left out.
pub fn table(runs: u64) {
    let settings = settings();
    let all = settings.len() as u64 * runs;
    let known: Vec<Known> = run_all(all, |place| {
        let setting = &settings[(place / runs) as usize];
        let (recording, mean_hz) = setting.record(place % runs).ok()?;
        Some(Known { group: setting.group, recording, mean_hz })
    })
    .into_iter()
    .flatten()
    .collect();
    println!(
        "parameter,factor,changed,standing_holds_percent,standing_steady_percent,standing_half_width_ppm,moving_holds_percent,\
         moving_wrongly_steady,moving_half_width_ppm,apart_holds_percent,apart_wrongly_steady"
    );
    let usual = outcomes(&known);
    row("none", 1.0, &known, &usual, &usual);
    for parameter in ALL {
        for factor in FACTORS {
            alter(parameter, factor);
            row(parameter.name, factor, &known, &outcomes(&known), &usual);
        }
    }
}

/// Estimates each recording with the current parameters.
fn outcomes(known: &[Known]) -> Vec<Outcome> {
    let mut placed = run_all(known.len() as u64, |place| {
        let Known { recording, mean_hz, .. } = &known[place as usize];
        (place, Outcome::of(&estimate(recording), *mean_hz))
    });
    placed.sort_unstable_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, outcome)| outcome).collect()
}

fn row(name: &str, factor: f64, known: &[Known], outcomes: &[Outcome], usual: &[Outcome]) {
    let changed = outcomes.iter().zip(usual).filter(|(outcome, usual)| outcome != usual).count();
    let of = |group: Group| {
        let of_group = known.iter().zip(outcomes).filter(move |(known, _)| known.group == group);
        of_group.map(|(_, outcome)| *outcome).collect::<Vec<Outcome>>()
    };
    let (standing, moving, apart) = (of(Group::Standing), of(Group::Moving), of(Group::Apart));
    let percent = |of: &[Outcome], counts: &dyn Fn(&Outcome) -> bool| {
        of.iter().filter(|outcome| counts(outcome)).count() as f64 / of.len() as f64 * 100.0
    };
    let half_ppm = |of: &[Outcome]| quantile(of.iter().filter_map(|outcome| Some(outcome.number?.1)), 0.5);
    let wrongly = |of: &[Outcome]| of.iter().filter(|outcome| is_wrongly_steady(outcome)).count();
    println!(
        "{name},{factor},{changed},{:.1},{:.1},{:.2},{:.1},{},{:.1},{:.1},{}",
        percent(&standing, &holds),
        percent(&standing, &|outcome| outcome.verdict == Verdict::Steady),
        half_ppm(&standing),
        percent(&moving, &holds),
        wrongly(&moving),
        half_ppm(&moving),
        percent(&apart, &holds),
        wrongly(&apart),
    );
}
