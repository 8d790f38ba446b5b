//! Measures simulated phones and writes the raw data: `phones FOLDER`.
//!
//! The screens of the apps are tested with these: every verdict, several core types, heat, a core
//! that refuses. They are measured by the same code as hardware; their names state that they are
//! simulated.

#[path = "phones/load.rs"]
mod load;

use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use serde_json::{Value, json};
use trueghz::Options;
use trueghz::Warning;
use trueghz::chain::ChainKind;
use trueghz::clock::quality::ToleranceSource;
use trueghz::clock::{ClockId, Timebase};
use trueghz::estimate::verdict::Reason;
use trueghz::host::{Claim, ClaimSource, Conditions, ThermalStatus, ThreadPriority};
use trueghz::report::{CoreContext, CoreOutcome, RAW_SCHEMA, RawCore, RawMeasurement};
use trueghz::run::record::{NoProgress, record};
use trueghz::simulate::{CoreModel, Disturbances, Machine, Profile, Timer};

/// The counter of many phones: a tick of 52 ns.
const TIMER: Timer = Timer { hz: 19_200_000, read_ns: 25.0, jitter_ns: 5.0 };

/// Source that the simulated timer acts as, as on a phone.
const CLOCK: ClockId = ClockId::MonotonicRaw;

/// Long enough for a reading with five digits, short enough for a small file.
const LASTS: Duration = Duration::from_millis(120);

/// A core type: its name, its numbers, the claimed clock, and its behaviour.
struct Cores {
    name: &'static str,
    cpus: Vec<u32>,
    claim_khz: u64,
    profile: Profile,
    model: CoreModel,
    refused: Option<Reason>,
}

impl Cores {
    /// Cores that rise to `hz` within `rise_ms`.
    fn rising(name: &'static str, cpus: &[u32], claim_khz: u64, hz: f64, rise_ms: f64) -> Cores {
        let profile = Profile::Drift { from_hz: 0.42 * hz, to_hz: hz, start_ns: 6e6, over_ns: rise_ms * 1e6 };
        let model = CoreModel::default();
        Cores { name, cpus: cpus.to_vec(), claim_khz, profile, model, refused: None }
    }

    fn refused(self, reason: Reason) -> Cores {
        Cores { refused: Some(reason), ..self }
    }

    fn with_model(self, model: CoreModel) -> Cores {
        Cores { model, ..self }
    }

    fn moving(self, profile: Profile) -> Cores {
        Cores { profile, ..self }
    }

    fn claim(&self) -> Claim {
        Claim { hz: self.claim_khz * 1000, source: ClaimSource::CpuinfoMaxFreq }
    }

    fn measured(&self, seed: u64, conditions: Conditions, warnings: Vec<Warning>) -> RawCore {
        let context = CoreContext {
            // An inaccessible type has no core that was tried.
            cpu: self.cpus.last().copied().filter(|_| self.refused != Some(Reason::CoreTypeUnreachable)),
            has_os_cpu_ids: true,
            urgency: ThreadPriority::default(),
            kind: self.name.to_owned(),
            cpus: self.cpus.clone(),
            claim: Some(self.claim()),
            siblings: Vec::new(),
            load: None,
            clock_tolerance_ppm: 50.0,
            clock_correction_ppm: 0.0,
            claims: Vec::new(),
            limits: Vec::new(),
            clock_tolerance_source: ToleranceSource::Assumed,
            warnings,
            time_to_first_estimate_ms: Some(11.0),
            conditions,
            counters: None,
        };
        let outcome = match self.refused {
            Some(reason) => CoreOutcome::Refused(reason),
            None => self.recorded(seed),
        };
        RawCore { context, outcome }
    }

    fn recorded(&self, seed: u64) -> CoreOutcome {
        let disturbances = Disturbances::interrupts(600.0);
        let cpu = self.cpus.last().copied();
        let mut machine = Machine::new(self.profile.clone(), self.model.clone(), TIMER, disturbances, seed)
            .with_migrations([(0.0, cpu.unwrap_or(0))]);
        let options = Options::new().duration(LASTS).seed(seed);
        match record(&mut machine, cpu, &options, &mut NoProgress) {
            Ok(mut recording) => {
                recording.clock.id = CLOCK;
                recording.session.primary.id = CLOCK;
                CoreOutcome::Recorded(Box::new(recording))
            }
            Err(reason) => CoreOutcome::Refused(reason),
        }
    }
}

/// A phone: its cores, and its conditions of heat and power.
struct Phone {
    cores: Vec<Cores>,
    conditions: Conditions,
    warnings: Vec<Warning>,
}

impl Phone {
    fn of(cores: Vec<Cores>) -> Phone {
        let conditions = Conditions { thermal: Some(ThermalStatus::Nominal), ..Default::default() };
        Phone { cores, conditions, warnings: Vec::new() }
    }

    fn measured(&self) -> RawMeasurement {
        let core =
            |(seed, cores): (u64, &Cores)| cores.measured(seed, self.conditions, self.warnings.clone());
        RawMeasurement {
            schema: RAW_SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            measured_at: None,
            options: None,
            clock: CLOCK,
            timebase: Timebase::from_hz(TIMER.hz).expect("a rate"),
            rate_from: None,
            machine: serde_json::from_value(self.machine()).expect("a machine"),
            cores: (1_u64..).zip(&self.cores).map(core).collect(),
        }
    }

    /// System information of the phone.
    fn machine(&self) -> Value {
        let known = |value: Value| json!({"state": "known", "value": value, "source": "simulated"});
        let unknown = json!({"state": "unknown", "reason": "simulated"});
        let core = |cpu: u32, cluster: usize, cores: &Cores| {
            json!({
                "cpu": cpu, "online": true, "cluster": cluster, "smt_siblings": [], "capacity": unknown,
                "kind": {"name": known(json!(cores.name)), "id": unknown, "class": unknown},
                "claims": [cores.claim()],
            })
        };
        let all = self.cores.iter().enumerate();
        let cores: Vec<Value> =
            all.clone().flat_map(|(place, c)| c.cpus.iter().map(move |&cpu| core(cpu, place, c))).collect();
        let cluster = |(index, cores): (usize, &Cores)| {
            json!({
                "index": index, "name": cores.name, "cpus": cores.cpus, "capacity": unknown,
                "claim": cores.claim(),
            })
        };
        json!({
            "system": {"platform": "android", "name": "Android", "version": known(json!("16"))},
            "device": known(json!("Simulated phone")),
            "chip": known(json!("Simulated chip")),
            "architecture": "aarch64",
            "virtualisation": known(json!("none")),
            "cores": cores,
            "clusters": all.map(cluster).collect::<Vec<_>>(),
            "has_os_cpu_ids": true,
            "thermal": unknown, "low_power": unknown, "load": unknown,
        })
    }
}

/// Three kinds of core, as many phones have.
fn three_kinds() -> Vec<Cores> {
    vec![
        Cores::rising("Cortex-A510", &[0, 1, 2, 3], 2_016_000, 2.0159e9, 18.0),
        Cores::rising("Cortex-A715", &[4, 5, 6], 2_803_200, 2.8029e9, 24.0),
        Cores::rising("Cortex-X3", &[7], 3_187_200, 3.1868e9, 34.0),
    ]
}

/// Every core of a phone whose largest this process may not use; the clock of one of the others
/// moves.
fn all_but_a_kind() -> Vec<Cores> {
    let slowing = Profile::Alternating { hz: 2.8029e9, other_hz: 2.5341e9, each_ns: 31e6 };
    let every = (0..7_u32).map(|cpu| match cpu {
        0..4 => Cores::rising("Cortex-A510", &[cpu], 2_016_000, 2.0159e9 + f64::from(cpu) * 1e4, 18.0),
        4 => Cores::rising("Cortex-A715", &[cpu], 2_803_200, 2.8029e9, 24.0).moving(slowing.clone()),
        _ => Cores::rising("Cortex-A715", &[cpu], 2_803_200, 2.8029e9 + f64::from(cpu) * 1e4, 24.0),
    });
    let largest =
        Cores::rising("Cortex-X3", &[7], 3_187_200, 3.1868e9, 34.0).refused(Reason::CoreTypeUnreachable);
    every.chain([largest]).collect()
}

/// Every phone by the name of its file.
fn phones() -> Vec<(&'static str, Phone)> {
    let slowing = Profile::Alternating { hz: 3.1868e9, other_hz: 2.9188e9, each_ns: 31e6 };
    let varying =
        three_kinds().into_iter().map(|c| if c.name == "Cortex-X3" { c.moving(slowing.clone()) } else { c });
    let odd = CoreModel::default().with(ChainKind::Multiply, 7.0).with(ChainKind::FloatMultiply, 9.0);
    let heat =
        Conditions { thermal: Some(ThermalStatus::Severe), power_saving: Some(true), ..Default::default() };
    let throttled = vec![
        Cores::rising("Cortex-A510", &[0, 1, 2, 3], 2_016_000, 1.4399e9, 12.0),
        Cores::rising("Cortex-A715", &[4, 5, 6], 2_803_200, 1.6511e9, 16.0),
        Cores::rising("Cortex-X3", &[7], 3_187_200, 1.7664e9, 20.0),
    ];
    let mut four = three_kinds();
    four.insert(1, Cores::rising("Cortex-A710", &[3], 2_803_200, 2.8029e9, 20.0).refused(Reason::Offline));
    let twelve = (0..12_u32).map(|cpu| {
        let (name, claim_khz, hz) = match cpu {
            0..4 => ("Cortex-A520", 2_265_600, 2.2655e9),
            4..9 => ("Cortex-A720", 2_956_800, 2.9567e9),
            _ => ("Cortex-X4", 3_302_400, 3.3022e9),
        };
        Cores::rising(name, &[cpu], claim_khz, hz + f64::from(cpu) * 1e4, 20.0)
    });
    vec![
        ("three-kinds", Phone::of(three_kinds())),
        ("varying", Phone::of(varying.collect())),
        (
            "unconfirmed",
            Phone::of(vec![
                Cores::rising("Unknown core", &[0, 1, 2, 3], 2_400_000, 2.3998e9, 9.0).with_model(odd),
            ]),
        ),
        (
            "refused",
            Phone::of(vec![
                Cores::rising("Cortex-A55", &[0, 1, 2, 3], 1_804_800, 1.8e9, 9.0)
                    .refused(Reason::NoConsensus),
            ]),
        ),
        (
            "hot",
            Phone {
                conditions: heat,
                warnings: vec![Warning::LowPower, Warning::ThermalPressure],
                ..Phone::of(throttled)
            },
        ),
        ("one-refused-of-four", Phone::of(four)),
        ("twelve-cores", Phone::of(twelve.collect())),
        ("all-but-a-kind", Phone::of(all_but_a_kind())),
    ]
}

fn main() {
    let folder = PathBuf::from(env::args_os().nth(1).expect("usage: phones FOLDER"));
    fs::create_dir_all(&folder).expect("the folder can be made");
    for (name, phone) in phones() {
        let file = folder.join(format!("{name}.json"));
        fs::write(file, phone.measured().to_json()).expect("the recording can be written");
    }
    let phone = Phone::of(three_kinds()).machine();
    for (name, load) in [("load-throttles", load::throttles()), ("load-holds", load::holds())] {
        load::write(&load, phone.clone(), &folder.join(format!("{name}.jsonl")));
    }
}
