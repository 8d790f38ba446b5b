//! Pages of random readings: whatever the numbers are, a page is sound, and a browser finds no
//! overlapping labels (tests/html).
//!
//! `TRUEGHZ_WRITE_PAGES=FOLDER` keeps the pages.

use std::path::Path;
use std::time::Duration;

use roxmltree::{Document, ParsingOptions};
use trueghz::estimate::UncertaintyBudget;
use trueghz::estimate::variation::Range;
use trueghz::estimate::verdict::Verdict;
use trueghz::load::{LoadClass, LoadFacts};
use trueghz::report::{RawMeasurement, Reading};
use trueghz::simulate::{CoreModel, Disturbances, Interrupts, Machine, Profile, Timer};
use trueghz::{Interval, NoObserver};
use trueghz_loads::operations::OperationsPerCycle;
use trueghz_loads::ramp::{RampOptions, ramp_at};
use trueghz_loads::sustained::{SustainedOptions, sustained_at};
use trueghz_loads::turbo::{TURBO_SCHEMA, TurboReport, TurboRow};
use trueghz_report::html;

use crate::environment::SimulatedEnvironment;

/// Number of pages of each type.
const PAGES: u64 = 6;

/// Numbers in a fixed order: Marsaglia, Xorshift RNGs, 2003.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn part(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.part()
    }

    /// As often of each size.
    fn of_any_size(&mut self, low: f64, high: f64) -> f64 {
        self.between(low.ln(), high.ln()).exp()
    }

    fn once_in(&mut self, times: f64) -> bool {
        self.part() < 1.0 / times
    }
}

fn recorded() -> (RawMeasurement, Vec<Option<trueghz::report::histogram::WindowHistogram>>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/raw-two-cores-100ms.json");
    let raw = RawMeasurement::from_json(&std::fs::read_to_string(path).unwrap()).unwrap();
    let histograms = trueghz::report::histogram::WindowHistogram::of_each(&raw);
    (raw, histograms)
}

/// A reading of any clock, uncertainty and curve.
fn changed(reading: &mut Reading, random: &mut Random) {
    let hz = random.of_any_size(0.3e9, 6e9);
    let scale = hz / reading.hz().expect("a number");
    let half_ppm = random.of_any_size(0.5, 20_000.0);
    let upwards = if random.once_in(3.0) { random.of_any_size(1.2, 30.0) } else { 1.0 };
    let [low, high] = [-half_ppm, half_ppm * upwards].map(|ppm| hz * (1.0 + ppm * 1e-6));
    reading.frequency_hz = Some(Interval { value: hz, low, high });
    let mut of_half = || half_ppm * random.of_any_size(0.01, 1.0);
    reading.uncertainty = Some(UncertaintyBudget {
        quantisation_ppm: of_half(),
        batch_spread_ppm: of_half(),
        chain_disagreement_ppm: of_half(),
        undetected_ppm: of_half(),
        reference_ppm: of_half(),
    });
    let noise = random.of_any_size(1e-7, 0.1);
    for point in &mut reading.time_line {
        point.hz *= scale * random.between(1.0 - noise, 1.0 + noise);
        point.error_hz = hz * random.of_any_size(1e-7, 1e-3);
    }
    let from = random.of_any_size(0.1, 1.0);
    let rises = random.between(0.0, 1.0);
    let count = reading.warm_up_curve.len() as f64;
    for (place, point) in reading.warm_up_curve.iter_mut().enumerate() {
        let part = if (place as f64) < rises * count { from } else { 1.0 };
        point.hz *= scale * part * if random.once_in(9.0) { random.between(0.1, 1.0) } else { 1.0 };
    }
    for chain in &mut reading.chains {
        chain.error_cycles = Some(random.of_any_size(1e-7, 1e-2));
        chain.cycles_per_step = chain
            .cycles_per_step
            .map(|cycles| cycles.round() * (1.0 + random.between(-1.0, 1.0) * noise.min(1e-3)));
    }
    if let Some(claim) = &mut reading.claim {
        claim.hz = hz * random.of_any_size(0.4, 2.5);
        claim.difference_percent = Some((hz / claim.hz - 1.0) * 100.0);
    }
    if random.once_in(3.0) {
        reading.verdict = Verdict::Varying;
        reading.range =
            Some(Range { low_hz: hz * random.between(0.5, 1.0), high_hz: hz * random.between(1.0, 1.3) });
    }
    if random.once_in(3.0) {
        reading.kind = "Intel(R) Xeon(R) Platinum 8488C processor".to_owned();
    }
}

fn measurement(random: &mut Random) -> String {
    let (raw, mut histograms) = recorded();
    let mut measurement = raw.estimate();
    if random.once_in(2.0) {
        measurement.cores.truncate(1);
        histograms.truncate(1);
    }
    measurement.cores.iter_mut().for_each(|reading| changed(reading, random));
    html::page(&measurement, &histograms)
}

fn turbo(random: &mut Random) -> String {
    let measurement = recorded().0.estimate();
    let kinds = 1 + random.between(0.0, 2.0) as usize;
    let most = random.of_any_size(1.0, 130.0) as usize;
    let asks_for_cores = !random.once_in(3.0);
    let classes = 1 + random.between(0.0, 3.0) as usize;
    let mut row = |kind: usize, busy: usize, class: LoadClass| {
        let mut reading = measurement.cores[kind].clone();
        changed(&mut reading, random);
        reading.cpu = reading.cpu.filter(|_| asks_for_cores);
        let median = random.of_any_size(0.01, 128.0);
        let operations = Some(OperationsPerCycle { median, low: median * 0.9, high: median * 1.1 });
        let work =
            LoadFacts { class, instructions: "SVE FMA, 16 doubles".to_owned(), stream_bytes: Some(1 << 30) };
        TurboRow { busy, others: (1..busy as u32).collect(), work: Some(work), operations, reading }
    };
    let points = (0..kinds).flat_map(|kind| (1..=most).map(move |busy| (kind, busy)));
    let of_point =
        |(kind, busy)| LoadClass::ALL.into_iter().take(classes).map(move |class| (kind, busy, class));
    let rows = points.flat_map(of_point);
    html::turbo_page(&TurboReport {
        schema: TURBO_SCHEMA.to_owned(),
        version: measurement.version.clone(),
        measured_at: Some("2026-11-25T10:00:00Z".to_owned()),
        options: Some("--busy 1,2".to_owned()),
        rows: rows.map(|(kind, busy, class)| row(kind, busy, class)).collect(),
        machine: measurement.machine.clone(),
    })
}

/// A machine whose clock goes through a few levels at times up to `until_ns`.
fn simulated(
    random: &mut Random,
    until_ns: f64,
) -> SimulatedEnvironment<impl FnMut() -> Machine + Send + 'static> {
    let highest = random.of_any_size(0.5e9, 5e9);
    let mut steps = vec![(0.0, highest * random.between(0.2, 1.0))];
    for _ in 0..random.between(0.0, 4.0) as usize {
        steps.push((random.between(0.0, until_ns), highest * random.between(0.5, 1.0)));
    }
    steps.sort_by(|a, b| a.0.total_cmp(&b.0));
    let timer_hz = [1_920_000, 24_000_000, 1_000_000_000][random.between(0.0, 3.0) as usize];
    let interrupted = random.of_any_size(10.0, 2_000.0);
    let seed = random.0;
    SimulatedEnvironment(move || {
        let timer = Timer { hz: timer_hz, read_ns: 20.0, jitter_ns: 0.0 };
        let interrupts = vec![Interrupts::per_second(interrupted)];
        let disturbances = Disturbances { interrupts, ..Disturbances::default() };
        Machine::new(Profile::Steps(steps.clone()), CoreModel::default(), timer, disturbances, seed)
    })
}

fn ramp(random: &mut Random) -> String {
    let options = RampOptions::new().rest(Duration::from_millis(20)).repeat(2);
    let session = ramp_at(simulated(random, 150e6), options, NoObserver).expect("a session");
    html::ramp_page(&session.wait().expect("no panic").expect("a report"))
}

fn sustained(random: &mut Random) -> String {
    let seconds = random.of_any_size(1.0, 10.0);
    let options = SustainedOptions::new().duration(Duration::from_secs_f64(seconds));
    let session = sustained_at(simulated(random, seconds * 1e9), options, NoObserver).expect("a session");
    html::sustained_page(&session.wait().expect("no panic").expect("a report"))
}

#[test]
fn any_reading_has_a_sound_page() {
    for seed in 0..PAGES {
        let pages = [
            ("measurement", measurement(&mut Random::new(seed))),
            ("turbo", turbo(&mut Random::new(seed))),
            ("ramp", ramp(&mut Random::new(seed))),
            ("sustained", sustained(&mut Random::new(seed))),
        ];
        for (name, page) in pages {
            if let Some(folder) = std::env::var_os("TRUEGHZ_WRITE_PAGES") {
                std::fs::write(Path::new(&folder).join(format!("random-{name}-{seed}.html")), &page).unwrap();
            }
            let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
            Document::parse_with_options(&page, options)
                .unwrap_or_else(|error| panic!("{name} {seed}: {error}"));
            assert!(
                !page.contains("NaN") && !page.contains("inf%") && !page.contains("inf "),
                "{name} {seed}"
            );
        }
    }
}
