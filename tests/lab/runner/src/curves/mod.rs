//! Varying clocks, as `trueghz ramp` and `trueghz sustained` follow them: compares each window and
//! each time with the profile.
//!
//! | file | what it holds |
//! |---|---|
//! | `truth` | what the profile is at each moment |

mod truth;

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use trueghz_lab_model::machine::Machine;

use crate::apple;
use crate::emulator::{self, Error, Program, Ran, Reference};
use crate::list::{Cell, Instrument};
use truth::Truth;

/// Minimum share of windows that must be unflagged.
const UNFLAGGED: f64 = 0.95;

/// The least jump that has to be found.
const JUMP: f64 = 0.03;

/// Tolerances of the times of a ramp: a fraction of the time since the clock left its first value,
/// and a minimum in milliseconds.
const TIMES: [(&str, f64, f64, f64); 3] =
    [("t50_ms", 0.5, 0.02, 0.1), ("t90_ms", 0.9, 0.02, 0.1), ("t99_ms", 0.99, 0.05, 0.2)];

/// Tolerance of a step change's time, in ms: a window of a ramp and a half, the distance of two
/// windows under a load.
const RAMP_JUMP_MS: f64 = 0.06;
const LOAD_JUMP_MS: f64 = 10.0;

/// Tolerance of a constant clock, as a fraction.
const LEVEL: f64 = 1e-3;

/// The verdict of a cell of which nothing may be found...
const REFUSED: &str = "refused";

/// ...and how the program says that no report can be had, as it does not know on which type of core
/// it is.
const NO_TYPE: &str = "on which type of core";

/// A required figure.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Check {
    /// Its name.
    pub what: String,
    /// The true value.
    pub truth: f64,
    /// The value found, if any.
    pub found: Option<f64>,
    /// Its tolerance.
    pub within: f64,
}

impl Check {
    /// Returns `true` if the value found is within the tolerance.
    pub fn is_met(&self) -> bool {
        self.found.is_some_and(|found| (found - self.truth).abs() <= self.within)
    }

    /// The value found and the true value, as text.
    pub fn text(&self) -> String {
        let found = self.found.map_or("none".to_owned(), |found| format!("{found:.3}"));
        let mark = if self.is_met() { "" } else { " **(off)**" };
        format!("{} {found} ({:.3}){mark}", self.what, self.truth)
    }
}

/// The results of one machine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Followed {
    /// The measurement's number: the folder in which its files are kept.
    pub number: usize,
    /// The machine's file, without its ending, and its changes.
    pub name: String,
    /// The machine, with its clock drawn.
    pub machine: Machine,
    /// Whether the clock alternates: then windows of the lower level look like interrupted ones.
    pub alternates: bool,
    /// Windows.
    pub windows: usize,
    /// Those that were not flagged as interrupted.
    pub unflagged: usize,
    /// Number of these whose time equals the profile's, within a step of the clock and a read.
    pub within: usize,
    /// All else.
    pub checks: Vec<Check>,
}

impl Followed {
    /// Returns `true` if all checks are met.
    pub fn is_well(&self) -> bool {
        // A refused result has no windows.
        (self.windows > 0 || self.checks.iter().any(|check| check.what == "refused"))
            && self.flags_few()
            && self.within == self.unflagged
            && self.checks.iter().all(Check::is_met)
    }

    /// Returns `true` if enough windows are unflagged.
    pub fn flags_few(&self) -> bool {
        self.alternates || self.unflagged as f64 >= UNFLAGGED * self.windows as f64
    }
}

/// Measures a cell.
pub fn measured(
    number: usize,
    cell: &Cell,
    machine: Machine,
    program: &Program,
    keep: &Path,
) -> Result<Followed, Error> {
    let ran = emulator::linux(&machine, program, false, Some(keep))?;
    let followed = followed(number, cell, machine, &ran);
    followed.map_err(|reason| Error::Machine(cell.machine.clone(), reason))
}

fn followed(number: usize, cell: &Cell, machine: Machine, ran: &Ran) -> Result<Followed, String> {
    let said = serde_json::from_str::<Value>(&ran.stdout)
        .map_err(|_| format!("the instrument printed no JSON: {}{}", ran.stdout, ran.stderr));
    let is_ramp = cell.instrument == Instrument::Ramp;
    let label = if cell.label.is_empty() { "" } else { ": " };
    let name = format!("{}{label}{}", cell.machine, cell.label);
    if cell.expect == [REFUSED] {
        // Without a report, or one that finds nothing of the clock.
        let finds_nothing = said.as_ref().map_or(ran.stderr.contains(NO_TYPE), |said| {
            let found = if is_ramp { &said["runs"][0]["ramp"] } else { &said["found"] };
            found.is_null()
        });
        let checks = vec![count("refused", usize::from(finds_nothing), 1)];
        let nothing = Followed {
            number,
            name,
            machine,
            alternates: false,
            windows: 0,
            unflagged: 0,
            within: 0,
            checks,
        };
        return Ok(nothing);
    }
    let said = said?;
    let (run, found) = if is_ramp { (&said["runs"][0], "ramp") } else { (&said["run"], "found") };
    let about = if is_ramp { &said } else { run };
    let reference = Reference::named(&about["clock"])?;
    let number_of = |value: &Value| value.as_f64().ok_or_else(|| format!("a number is missing: {value}"));
    let ns_per_tick = number_of(&about["timebase"]["numer"])? / number_of(&about["timebase"]["denom"])?;
    let began_ms =
        (number_of(&run["start_ticks"])? * ns_per_tick - ran.guest.began_ns(reference, ns_per_tick)) / 1e6;
    let windows = if is_ramp { windows(&run["windows"]) } else { records(&said["records"]) };
    let end_ms = windows.last().map_or(0.0, |window| window.at_ms + window.elapsed_ms);
    let found = if is_ramp { &run[found] } else { &said[found] };
    let cluster = match &cell.apple {
        Some(_) => {
            let kind = about["kind"].as_str().unwrap_or_default();
            apple::cluster_of_kind(&machine, kind, found["last"]["hz"].as_f64().unwrap_or_default())
        }
        None => &machine.clusters[0],
    };
    let profile = Truth::of(&cluster.clock, began_ms, began_ms + end_ms);
    // `truth` is the clock under the load, by the machine's file; `clock` is the clock of each
    // window, by the plugin's report. They differ before the first window: the core may pause for
    // longer than vectors lower its clock.
    let has_vectors =
        cell.instrument == Instrument::Sustained && cell.load_class.as_deref() != Some("scalar");
    let always: &[_] = if has_vectors { &[[f64::NEG_INFINITY, f64::INFINITY]] } else { &[] };
    let truth = profile.lowered_by(cluster.vectors, always);
    let clock = profile.lowered_by(cluster.vectors, &ran.low_ms(0));
    let quantum_ms = number_of(&about["quantum_ns"])? / 1e6;
    let unflagged: Vec<&Window> = windows.iter().filter(|window| !window.interrupted).collect();
    let is_within = |window: &&&Window| {
        let from_ms = began_ms + window.at_ms;
        let mean_hz = clock.mean_hz(from_ms, from_ms + window.elapsed_ms);
        let expected_ms = window.elapsed_ms * window.hz / mean_hz;
        (window.elapsed_ms - expected_ms).abs() <= quantum_ms
    };
    let checks = if is_ramp { ramp(found, &truth, began_ms) } else { load(found, &truth, began_ms) };
    Ok(Followed {
        number,
        name,
        alternates: alternates(&truth),
        windows: windows.len(),
        within: unflagged.iter().filter(is_within).count(),
        unflagged: unflagged.len(),
        checks,
        machine,
    })
}

/// A window, in ms since the first instruction.
struct Window {
    at_ms: f64,
    elapsed_ms: f64,
    hz: f64,
    interrupted: bool,
}

fn windows(list: &Value) -> Vec<Window> {
    let window = |value: &Value| {
        Some(Window {
            at_ms: value["at_ns"].as_f64()? / 1e6,
            elapsed_ms: value["elapsed_ns"].as_f64()? / 1e6,
            hz: value["hz"].as_f64()?,
            interrupted: value["interrupted"].as_bool()?,
        })
    };
    list.as_array().into_iter().flatten().filter_map(window).collect()
}

fn records(list: &Value) -> Vec<Window> {
    list.as_array().into_iter().flatten().flat_map(|record| windows(&record["windows"])).collect()
}

/// The figures that a ramp must find.
fn ramp(found: &Value, truth: &Truth, began_ms: f64) -> Vec<Check> {
    let mut checks = vec![
        level("MHz at first", &found["idle_hz"], truth.first_hz()),
        level("MHz at last", &found["last_hz"], truth.last_hz()),
    ];
    let moves = truth.leaves_ms();
    for (name, part, relative, least_ms) in TIMES {
        let Some((leaves_ms, crosses_ms)) = moves.zip(truth.crosses_ms(part)) else { continue };
        checks.push(Check {
            what: name.replace("_ms", " in ms"),
            truth: crosses_ms - began_ms,
            found: found[name]["value"].as_f64(),
            within: least_ms.max(relative * (crosses_ms - leaves_ms)),
        });
    }
    checks.extend(jumps(found, truth, began_ms, RAMP_JUMP_MS));
    checks
}

/// The figures that a sustained load must find.
fn load(found: &Value, truth: &Truth, began_ms: f64) -> Vec<Check> {
    let alternates = alternates(truth);
    let mut checks = vec![level("MHz of the peak", &found["peak_hz"], truth.highest_hz())];
    checks.push(Check {
        what: "two levels".into(),
        truth: f64::from(alternates),
        found: Some(f64::from(!found["alternation"].is_null())),
        within: 0.0,
    });
    if alternates {
        return checks;
    }
    checks.push(level("MHz at last", &found["last_hz"], truth.last_hz()));
    match truth.falls_below_ms(truth.highest_hz() * (1.0 - JUMP)) {
        Some(falls_ms) => checks.push(Check {
            what: "throttled after ms".into(),
            truth: falls_ms - began_ms,
            found: found["throttled_ms"]["value"].as_f64(),
            within: LOAD_JUMP_MS,
        }),
        None => checks.push(count("throttled", usize::from(!found["throttled_ms"].is_null()), 0)),
    }
    checks.extend(jumps(found, truth, began_ms, LOAD_JUMP_MS));
    checks
}

fn alternates(truth: &Truth) -> bool {
    truth.jumps(JUMP).len() > 3
}

fn level(what: &str, found: &Value, truth_hz: f64) -> Check {
    Check {
        what: what.into(),
        truth: truth_hz / 1e6,
        found: found["value"].as_f64().map(|hz| hz / 1e6),
        within: LEVEL * truth_hz / 1e6,
    }
}

fn count(what: &str, found: usize, truth: usize) -> Check {
    Check { what: what.into(), truth: truth as f64, found: Some(found as f64), within: 0.0 }
}

/// As many steps as the profile has, each at its time.
fn jumps(found: &Value, truth: &Truth, began_ms: f64, within: f64) -> Vec<Check> {
    let steps: Vec<f64> =
        found["steps"].as_array().into_iter().flatten().filter_map(|step| step["at_ms"].as_f64()).collect();
    let jumps = truth.jumps(JUMP);
    let times = steps.iter().zip(&jumps).map(|(at_ms, jump)| Check {
        what: "step at ms".into(),
        truth: jump.at_ms - began_ms,
        found: Some(*at_ms),
        within,
    });
    std::iter::once(count("steps", steps.len(), jumps.len())).chain(times).collect()
}
