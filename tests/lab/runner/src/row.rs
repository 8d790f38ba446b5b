//! The result of one measurement, compared with the truth.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use trueghz_lab_model::UNITS_PER_CYCLE;
use trueghz_lab_model::clock::Clock;
use trueghz_lab_model::core::Core;
use trueghz_lab_model::machine::{Cluster, CoreTiming, Machine};
use trueghz_lab_model::timing::Timings;

use crate::apple;
use crate::emulator::{Guest, Ran};
use crate::list::{Cell, Part};
use crate::recording::Recording;

/// Below this rate a timer is called coarse: its limits are wider.
const COARSE_HZ: u64 = 13_000_000;
/// The worst error that is well, in ppm: 500 ms readings by a fine timer, 100 ms, and by a coarse
/// timer.
const WORST_PPM: f64 = 30.0;
const WORST_SHORT_PPM: f64 = 100.0;
const WORST_COARSE_PPM: f64 = 150.0;
/// Tolerance of the tight loop's cycles against the machine's.
const WORST_TIGHT: f64 = 0.005;
/// Tolerance of the ends of a varying clock's range against its lowest and highest state: 0.1 %, a
/// digit less than is shown of a range.
const WORST_STATE_PPM: f64 = 1000.0;
/// This tolerance with a coarse timer, with which points of the time line are off by 700 ppm at
/// 1.92 MHz, and more if they have few windows.
const WORST_STATE_COARSE_PPM: f64 = 5000.0;

/// A result.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Row {
    /// The measurement's number: the folder in which its files are kept.
    pub number: usize,
    /// Index of the core in the measurement.
    pub core: usize,
    /// The cluster that was measured.
    pub cluster: Cluster,
    /// Whether the instrument's kinds of core are the machine's clusters: none mixed, and each
    /// found once, unless the program was moved about.
    pub kinds_are_right: bool,
    /// The section of the report.
    pub part: Part,
    /// The machine's file, without its ending, and its changes.
    pub name: String,
    /// The machine, with its clock drawn.
    pub machine: Machine,
    /// The guest's observations.
    pub guest: Guest,
    /// Duration for which windows were taken, in ms.
    pub duration_ms: u32,
    /// The verdict.
    pub verdict: String,
    /// The verdicts that are right for this machine.
    pub expect: Vec<String>,
    /// The true clock while windows were taken: its lowest, its mean over time, its highest, in Hz.
    pub truth_hz: [f64; 3],
    /// The reading and its interval, in Hz; `None` if it was refused.
    pub reading_hz: Option<[f64; 3]>,
    /// Between what the clock moved, as it was read, in Hz.
    pub range_hz: Option<[f64; 2]>,
    /// Cycles of the tight loop: the machine's, and the reading's.
    pub tight_loop: (f64, Option<f64>),
    /// Cycles that the program got in a second of wall time, in Hz.
    pub effective_hz: Option<f64>,
    /// Duration of the warm-up in ms, and how it ended.
    pub warm_up: (f64, String),
    /// Windows kept, of those taken.
    pub windows: [u64; 2],
    /// Kinds that were not found as expected, warnings, and the reason of a refusal.
    pub named: Vec<String>,
}

impl Row {
    /// From what the instrument said and kept in `folder`: a row for each core that it measured.
    pub fn all(
        number: usize,
        cell: &Cell,
        machine: &Machine,
        ran: &Ran,
        folder: &Path,
    ) -> Result<Vec<Self>, String> {
        let said: Value = serde_json::from_str(&ran.stdout)
            .map_err(|_| format!("the instrument printed no JSON: {}{}", ran.stdout, ran.stderr))?;
        let cores = said["cores"].as_array().map(Vec::as_slice).unwrap_or_default();
        let kinds_are_right = match &cell.apple {
            Some(settings) => apple::kinds_are_right(machine, cores, settings),
            None => kinds_are_right(machine, cores),
        };
        let row = |(core, said)| {
            Self::of_core((number, core), cell, machine, ran, folder, said)
                .map(|row| Self { kinds_are_right, ..row })
        };
        cores.iter().enumerate().map(row).collect()
    }

    fn of_core(
        (number, core_number): (usize, usize),
        cell: &Cell,
        machine: &Machine,
        ran: &Ran,
        folder: &Path,
        core: &Value,
    ) -> Result<Self, String> {
        let cluster = if cell.apple.is_some() {
            apple::cluster(machine, core).clone()
        } else {
            // If threads cannot be pinned, there is one cluster.
            let cpu = core["cpu"].as_u64().unwrap_or_default() as usize;
            machine.cores().nth(cpu).ok_or_else(|| format!("there is no core {cpu}"))?.clone()
        };
        // A refusal may leave no windows.
        let recording = Recording::read(folder, core_number);
        let mut named = named(core);
        named.extend(recording.as_ref().err().cloned());
        let recording = recording.ok();
        let number_of = |name: &str| core[name].as_f64();
        let label = if cell.label.is_empty() { "" } else { ": " };
        let [from_ms, to_ms] =
            recording.as_ref().map_or([0.0, 0.0], |recording| recording.span_ms(&ran.guest));
        let count = |name: &str| core["windows"][name].as_u64().unwrap_or_default();
        let woken = f64::from(machine.events.interrupts_hz) * (to_ms - from_ms) / 1e3;
        if (ran.guest.timer_interrupts as f64) < woken {
            return Err(format!(
                "{} timer interrupts are too few: the load was not there",
                ran.guest.timer_interrupts
            ));
        }
        let of_several =
            if machine.clusters.len() > 1 { format!(", {}", cluster.name) } else { String::new() };
        Ok(Self {
            number,
            core: core_number,
            kinds_are_right: true,
            part: cell.part,
            name: format!("{}{label}{}{of_several}", cell.machine, cell.label),
            guest: ran.guest,
            duration_ms: cell.duration_ms,
            verdict: core["verdict"].as_str().unwrap_or("none").to_owned(),
            expect: cell.expect.clone(),
            truth_hz: truth_hz(&cluster.clock, from_ms, to_ms),
            // The timer is right, whatever the program reports of it.
            reading_hz: three(
                core["repeatable_hz"]["value"].as_f64(),
                core["repeatable_hz"]["low"].as_f64(),
                core["repeatable_hz"]["high"].as_f64(),
            ),
            range_hz: core["range"]["low_hz"]
                .as_f64()
                .zip(core["range"]["high_hz"].as_f64())
                .map(<[f64; 2]>::from),
            tight_loop: (tight_loop(&cluster.core), core["tight_loop"]["cycles_per_iteration"].as_f64()),
            effective_hz: number_of("effective_hz"),
            warm_up: recording.map_or((0.0, String::new()), |recording| recording.warm_up()),
            windows: [count("undisturbed"), count("total")],
            named,
            cluster,
            machine: machine.clone(),
        })
    }

    /// Returns `true` if the clock was constant while windows were taken.
    pub fn is_fixed(&self) -> bool {
        self.truth_hz[0] == self.truth_hz[2]
    }

    /// Returns `true` if the machine has no disturbances: its interval counts for the coverage.
    pub fn is_plain(&self) -> bool {
        matches!(self.part, Part::Timers | Part::Short | Part::Cores | Part::Clusters)
            && self.expect == ["steady"]
    }

    /// Returns `true` if the timer is coarse.
    pub fn is_coarse(&self) -> bool {
        self.machine.timer_hz < COARSE_HZ
    }

    /// Returns `true` if windows were taken for less than half a second.
    pub fn is_short(&self) -> bool {
        self.duration_ms < 500
    }

    /// The error of the reading against the mean over time, in ppm.
    pub fn error_ppm(&self) -> Option<f64> {
        self.reading_hz.map(|[hz, ..]| ppm(hz, self.truth_hz[1]))
    }

    /// Half of the stated interval, in ppm.
    pub fn half_width_ppm(&self) -> Option<f64> {
        self.reading_hz.map(|[hz, low, high]| (high - low) / 2.0 / hz * 1e6)
    }

    /// Returns `true` if the interval contains the truth.
    pub fn holds(&self) -> Option<bool> {
        self.reading_hz.map(|[_, low, high]| (low..=high).contains(&self.truth_hz[1]))
    }

    /// Errors of the ends of the range against the lowest and the highest state, in ppm.
    pub fn state_errors_ppm(&self) -> Option<[f64; 2]> {
        self.range_hz.map(|[low, high]| [ppm(low, self.truth_hz[0]), ppm(high, self.truth_hz[2])])
    }

    /// Error of the tight loop's cycles.
    pub fn tight_error(&self) -> Option<f64> {
        self.tight_loop.1.map(|cycles| cycles - self.tight_loop.0)
    }

    /// The worst error that is well, in ppm.
    pub fn limit_ppm(&self) -> f64 {
        match (self.is_coarse(), self.is_short(), self.part) {
            (false, false, part) if part != Part::Hog => WORST_PPM,
            (false, ..) => WORST_SHORT_PPM,
            (true, ..) => WORST_COARSE_PPM,
        }
    }

    /// Returns `true` if it was read as it should be: a right verdict, and, if it vouches for a
    /// number, a right number.
    pub fn is_well(&self) -> bool {
        let right = match self.verdict.as_str() {
            "steady" => {
                let error = self.error_ppm().is_some_and(|error| error.abs() <= self.limit_ppm());
                let tight = self.tight_error().is_some_and(|error| error.abs() <= WORST_TIGHT);
                self.is_fixed() && error && tight
            }
            "varying" => {
                let worst = if self.is_coarse() { WORST_STATE_COARSE_PPM } else { WORST_STATE_PPM };
                let right = |errors: [f64; 2]| errors.iter().all(|error| error.abs() <= worst);
                self.state_errors_ppm().is_some_and(right)
            }
            _ => true,
        };
        let told = |name: &String| name == "migrated" || name == "affinity_refused";
        // The first core is the one that the program was moved from.
        let told = self.part != Part::Migration || self.core > 0 || self.named.iter().any(told);
        right && told && self.kinds_are_right && self.expect.contains(&self.verdict)
    }
}

/// Returns `true` if each core was reported to stand for just its cluster, and every cluster was
/// measured once. A program that was moved may have measured one twice, and another not at all.
fn kinds_are_right(machine: &Machine, cores: &[Value]) -> bool {
    let mut next = 0;
    let mut clusters: Vec<Vec<u64>> = Vec::new();
    for cluster in &machine.clusters {
        clusters.push((next..next + u64::from(cluster.cores)).collect());
        next += u64::from(cluster.cores);
    }
    let said =
        |core: &Value| core["cpus"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let said: Vec<Vec<u64>> = cores.iter().map(said).collect();
    if machine.events.migrate.is_none() {
        return said == clusters;
    }
    let is_of = |(core, cpus): (&Value, &Vec<u64>)| {
        clusters.contains(cpus) && core["cpu"].as_u64().is_some_and(|cpu| cpus.contains(&cpu))
    };
    !cores.is_empty() && cores.iter().zip(&said).all(is_of)
}

fn ppm(read: f64, truth: f64) -> f64 {
    (read / truth - 1.0) * 1e6
}

fn three(a: Option<f64>, b: Option<f64>, c: Option<f64>) -> Option<[f64; 3]> {
    Some([a?, b?, c?])
}

/// The lowest, the mean and the highest clock of a stretch of the profile.
fn truth_hz(clock: &Clock, from_ms: f64, to_ms: f64) -> [f64; 3] {
    let fs = |ms: f64| (ms.max(0.0) * trueghz_lab_model::clock::FS_PER_MS) as u64;
    let (from, to) = (fs(from_ms), fs(to_ms));
    let pieces = clock.pieces_between(from, to);
    let ends = pieces.iter().skip(1).map(|piece| piece.from_fs).chain([to]);
    let mut cycles = 0.0;
    for (piece, end) in pieces.iter().zip(ends) {
        cycles += (end - piece.from_fs.max(from)) as f64 * piece.hz as f64;
    }
    let all = || pieces.iter().map(|piece| piece.hz as f64);
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    // The mean of a constant clock is not computed as a quotient.
    let mean = if low == high { low } else { cycles / (to - from) as f64 };
    [low, mean, high]
}

/// Kinds that were not found as expected, warnings, the reason of a refusal.
fn named(core: &Value) -> Vec<String> {
    let list = |name: &str| core[name].as_array().into_iter().flatten();
    let kind = |chain: &Value| match (chain["kind"].as_str(), chain["finding"].as_str()) {
        (_, Some("as_expected")) => None,
        (Some(kind), Some(finding)) => Some(format!("{kind}: {finding}")),
        _ => None,
    };
    let mut named: Vec<String> = list("chains").filter_map(kind).collect();
    let code = |warning: &Value| warning["code"].as_str().map(str::to_owned);
    // That a kind disagrees has been said already, and how.
    named.extend(list("warnings").filter_map(code).filter(|code| code != "chain_disagrees"));
    named.extend(core["reason"].as_str().map(str::to_owned));
    named
}

/// Cycles an iteration of `subs x0, x0, #1; b.ne`, from the model itself.
fn tight_loop(timing: &CoreTiming) -> f64 {
    const SUBS: u32 = 0xf100_0400;
    const BRANCH: u32 = 0x54ff_ffe1;
    /// Long enough that every window is full, and a multiple of every period.
    const ITERATIONS: u32 = 8400;
    let (mut core, timings) = (Core::new(timing), Timings::new(timing));
    let (subs, branch) = (timings.of(SUBS), timings.of(BRANCH));
    let mut run = || {
        for _ in 0..ITERATIONS {
            core.step(&subs);
            core.step(&branch);
            core.taken_branch();
        }
        core.now()
    };
    let first = run();
    let second = run();
    (second - first) as f64 / f64::from(ITERATIONS) / UNITS_PER_CYCLE as f64
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use trueghz_lab_model::event::{Events, Migration};

    /// A machine of 1 GHz that was read with this error, ± 1 ppm.
    pub fn row(verdict: &str, error_ppm: f64) -> Row {
        let machine = r#"

            timer_hz = 24_000_000
            cpu = "cortex-a72"
            cluster = [{ name = "core", clock = { mhz = 1000 }, core = { width = 4, window = 100 } }]
        "#;
        let machine: Machine = toml::from_str(machine).unwrap();
        let hz = 1e9 + error_ppm * 1e3;
        Row {
            number: 0,
            core: 0,
            cluster: machine.clusters[0].clone(),
            kinds_are_right: true,
            part: Part::Timers,
            name: "a machine".into(),
            machine,
            guest: Guest { began_ns: 0, began_count: 0, timer_interrupts: 0 },
            duration_ms: 500,
            verdict: verdict.into(),
            expect: vec!["steady".into()],
            truth_hz: [1e9; 3],
            reading_hz: Some([hz, hz - 1e3, hz + 1e3]),
            range_hz: None,
            tight_loop: (1.0, Some(1.0)),
            effective_hz: None,
            warm_up: (50.0, "flat".into()),
            windows: [0, 0],
            named: Vec::new(),
        }
    }

    #[test]
    fn a_wrong_number_is_not_well() {
        assert!(row("steady", 29.0).is_well());
        assert!(!row("steady", 31.0).is_well(), "31 ppm off");
        let tight_loop = (1.0, Some(1.006));
        assert!(!Row { tight_loop, ..row("steady", 0.0) }.is_well(), "the tight loop is off");
        assert!(!row("unconfirmed", 0.0).is_well(), "not a verdict for this machine");
        let expect = vec!["unconfirmed".into()];
        assert!(Row { expect, ..row("unconfirmed", 1e6) }.is_well(), "nobody vouches for this number");
        assert!(!Row { reading_hz: None, ..row("steady", 0.0) }.is_well(), "no number at all");
        let truth_hz = [0.9e9, 1e9, 1.1e9];
        assert!(!Row { truth_hz, ..row("steady", 0.0) }.is_well(), "it moved, and nobody noticed");
    }

    #[test]
    fn both_states_must_be_right() {
        let varying = |low: f64, high: f64| Row {
            expect: vec!["varying".into()],
            truth_hz: [600e6, 1e9, 1200e6],
            range_hz: Some([low, high]),
            ..row("varying", 0.0)
        };
        assert!(varying(600.5e6, 1199e6).is_well());
        assert!(!varying(601e6, 1200e6).is_well());
        assert!(!varying(600e6, 1190e6).is_well());
        assert!(!Row { range_hz: None, ..varying(0.0, 0.0) }.is_well());
    }

    #[test]
    fn the_truth_of_a_moving_clock_is_that_of_the_windows() {
        let points = "[{ at_ms = 0, mhz = 600 }, { at_ms = 100, mhz = 1000 }, { at_ms = 200, mhz = 2000 }]";
        let clock: toml::Table = format!("profile = {{ points = {points} }}").parse().unwrap();
        let clock: Clock = clock.try_into().unwrap();
        assert_eq!(truth_hz(&clock, 110.0, 190.0), [1e9; 3]);
        assert_eq!(truth_hz(&clock, 150.0, 250.0).map(f64::round), [1e9, 1.5e9, 2e9]);
        assert_eq!(truth_hz(&clock, 300.0, 400.0), [2e9; 3]);
    }
    #[test]
    fn every_cluster_is_one_kind() {
        let core =
            |name: &str, cores: u32| Cluster { name: name.into(), cores, ..row("steady", 0.0).cluster };
        let clusters = vec![core("little", 2), core("big", 1)];
        let machine = Machine { clusters, ..row("steady", 0.0).machine };
        let said = |cpus: &[&[u32]]| {
            let cores: Vec<Value> = cpus.iter().map(|cpus| serde_json::json!({ "cpus": cpus })).collect();
            kinds_are_right(&machine, &cores)
        };
        assert!(said(&[&[0, 1], &[2]]));
        assert!(!said(&[&[0, 1]]), "one is missed");
        assert!(!said(&[&[0], &[1, 2]]), "two are mixed");
        assert!(!said(&[&[0, 1], &[2], &[2]]), "one is found twice");
        let moved = |cpu: u32, cpus: &[u32]| {
            let migrate = Some(Migration { at_ms: 40.0, to_core: 2 });
            let events = Events { migrate, ..machine.events };
            let core = serde_json::json!({ "cpu": cpu, "cpus": cpus });
            kinds_are_right(&Machine { events, ..machine.clone() }, &[core])
        };
        assert!(moved(2, &[2]), "it may have missed one");
        assert!(!moved(2, &[0, 1]), "the number of one core under the name of the other kind");
        let migrated = Row { part: Part::Migration, ..row("steady", 0.0) };
        assert!(!migrated.is_well(), "it was not said");
        assert!(Row { named: vec!["migrated".into()], ..migrated }.is_well());
        assert!(!Row { kinds_are_right: false, ..row("steady", 0.0) }.is_well());
    }
}
