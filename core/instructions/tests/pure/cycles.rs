//! Instructions in cycles, on simulated cores with known cycles: the measurement finds them despite
//! all disturbances.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use trueghz::chain::ChainKind;
use trueghz::run::event::NoObserver;
use trueghz::simulate::{
    CoreModel, Disturbances, FormCycles, Hog, Interrupts, Machine, Profile, Sibling, Timer,
};
use trueghz_instructions::{
    FORMS, InstructionForm, InstructionOptions, Missing, Table, TableRow, measure_at,
};

use crate::environment::SimulatedEnvironment;

/// Maximum error of a row, in cycles.
const WITHIN: f64 = 0.02;

/// Cycles for every row of every form, by chance: whole ones, halves, thirds and quarters, and any,
/// from a sixth to 20.
fn drawn(seed: u64) -> FormCycles {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut cycles = || match random.random_range(0..4) {
        0 => f64::from(random.random_range(1..=20)),
        1 => f64::from(random.random_range(1..=12)) / f64::from(random.random_range(2..=4)),
        2 => 1.0 / f64::from(random.random_range(1..=6)),
        _ => random.random_range(0.2..20.0),
    };
    FORMS.iter().map(|form| (form.name(), form.properties().iter().map(|_| cycles()).collect())).collect()
}

struct Case {
    profile: Profile,
    timer: Timer,
    disturbances: fn() -> Disturbances,
}

const TICK_OF_24_MHZ: Timer = Timer { hz: 24_000_000, read_ns: 10.0, jitter_ns: 0.0 };
const TICK_OF_1_NS: Timer = Timer { hz: 1_000_000_000, read_ns: 20.0, jitter_ns: 2.0 };

/// Measures every `step`th form.
fn measured(case: &Case, truth: &FormCycles, step: usize, seed: u64) -> Table {
    let names = FORMS.iter().skip(seed as usize % step).step_by(step).map(InstructionForm::name);
    measured_forms(case, truth, names, seed)
}

fn measured_forms(
    case: &Case,
    truth: &FormCycles,
    names: impl IntoIterator<Item = &'static str>,
    seed: u64,
) -> Table {
    let (profile, timer, disturbances) = (case.profile.clone(), case.timer, case.disturbances);
    let truth = truth.clone();
    let machine = move || {
        Machine::new(profile.clone(), CoreModel::default(), timer, disturbances(), seed)
            .with_forms(truth.clone())
    };
    let options = InstructionOptions::new().forms(names).seed(seed);
    let session = measure_at(SimulatedEnvironment(machine), options, NoObserver).expect("threads");
    session.wait().expect("no panic")
}

/// The rows that are off, and how many rows there are.
fn misses(table: &Table, truth: &FormCycles) -> (Vec<String>, usize) {
    let mut misses = Vec::new();
    for rows in table.rows.chunk_by(|a, b| a.form == b.form) {
        for (row, &cycles) in rows.iter().zip(&truth[rows[0].form.as_str()]) {
            let found = row.cycles.map(|found| found.value);
            if found.is_none_or(|found| (found - cycles).abs() > WITHIN) {
                misses
                    .push(format!("{} {:?}: {cycles} came back as {:?}", row.form, row.measure, row.cycles));
            }
        }
    }
    (misses, table.rows.len())
}

fn comes_back(case: &Case, seed: u64) {
    let truth = drawn(seed);
    let table = measured(case, &truth, 7, seed);
    let (misses, rows) = misses(&table, &truth);
    assert!(rows > 10, "{rows} rows");
    assert!(misses.is_empty(), "{} of {rows}:\n{}", misses.len(), misses.join("\n"));
}

#[test]
fn on_a_quiet_core() {
    let case =
        Case { profile: Profile::Fixed(3.2e9), timer: TICK_OF_1_NS, disturbances: Disturbances::default };
    comes_back(&case, 1);
}

#[test]
fn with_the_tick_of_a_phone() {
    let case =
        Case { profile: Profile::Fixed(2.4e9), timer: TICK_OF_24_MHZ, disturbances: Disturbances::default };
    comes_back(&case, 2);
}

#[test]
fn while_the_clock_climbs() {
    let profile = Profile::Drift { from_hz: 1.6e9, to_hz: 3.2e9, start_ns: 0.0, over_ns: 4e9 };
    comes_back(&Case { profile, timer: TICK_OF_1_NS, disturbances: Disturbances::default }, 3);
}

#[test]
fn among_interrupts() {
    fn interrupts() -> Disturbances {
        Disturbances { interrupts: vec![Interrupts::per_second(2_000.0)], ..Disturbances::default() }
    }
    comes_back(&Case { profile: Profile::Fixed(3.2e9), timer: TICK_OF_1_NS, disturbances: interrupts }, 4);
}

#[test]
fn beside_a_hog_on_the_same_core() {
    fn hog() -> Disturbances {
        Disturbances { hog: Some(Hog { slice_ns: 3e6 }), ..Disturbances::default() }
    }
    comes_back(&Case { profile: Profile::Fixed(3.2e9), timer: TICK_OF_1_NS, disturbances: hog }, 5);
}

#[test]
fn beside_a_sibling_that_is_busy_half_of_the_time() {
    fn sibling() -> Disturbances {
        Disturbances { sibling: Some(Sibling { busy: 0.5, burst_ns: 2e6 }), ..Disturbances::default() }
    }
    comes_back(&Case { profile: Profile::Fixed(3.2e9), timer: TICK_OF_1_NS, disturbances: sibling }, 6);
}

#[test]
fn what_the_core_lacks_is_said_to_be_absent() {
    let mut truth = drawn(7);
    let lacking = FORMS[3].name();
    truth.remove(lacking);
    let case =
        Case { profile: Profile::Fixed(3.2e9), timer: TICK_OF_1_NS, disturbances: Disturbances::default };
    let table = measured_forms(&case, &truth, [lacking], 7);
    assert!(!table.rows.is_empty());
    assert!(table.rows.iter().all(|row| row.cycles.is_none() && row.missing == Some(Missing::Absent)));
}

#[test]
fn what_costs_nothing_is_not_resolved() {
    let left_out = FORMS[3].name();
    let mut truth = drawn(8);
    truth.get_mut(left_out).expect("the form's rows").fill(0.0);
    let case =
        Case { profile: Profile::Fixed(3.2e9), timer: TICK_OF_1_NS, disturbances: Disturbances::default };
    let table = measured_forms(&case, &truth, [left_out], 8);
    assert!(!table.rows.is_empty());
    let is_refused = |row: &TableRow| row.cycles.is_none() && row.missing == Some(Missing::Unresolved);
    assert!(table.rows.iter().all(is_refused), "{:?}", table.rows);
}

#[test]
fn where_no_chain_takes_whole_cycles_there_is_nothing_to_hold_a_row_against() {
    let cycles_per_step = (0..ChainKind::ALL.len()).map(|kind| 1.0 + 0.137 * (kind + 1) as f64).collect();
    let truth = drawn(9);
    let machine = move || {
        let core = CoreModel { cycles_per_step: Clone::clone(&cycles_per_step), ..CoreModel::default() };
        Machine::new(Profile::Fixed(3.2e9), core, TICK_OF_1_NS, Disturbances::default(), 9)
            .with_forms(truth.clone())
    };
    let options = InstructionOptions::new().forms([FORMS[3].name()]);
    let session = measure_at(SimulatedEnvironment(machine), options, NoObserver).expect("threads");
    let table = session.wait().expect("no panic");
    assert!(table.reading().hz().is_none(), "{:?}", table.reading());
    assert!(!table.rows.is_empty());
    assert!(table.rows.iter().all(|row| row.missing == Some(Missing::NoReference)), "{:?}", table.rows);
}

#[test]
fn who_stops_during_the_reading_is_not_told_of_a_missing_reference() {
    let machine = || {
        let core = CoreModel::default();
        Machine::new(Profile::Fixed(3.2e9), core, TICK_OF_1_NS, Disturbances::default(), 9)
            .with_forms(drawn(9))
    };
    let options = InstructionOptions::new().forms([FORMS[3].name()]);
    let session = measure_at(SimulatedEnvironment(machine), options, NoObserver).expect("threads");
    session.cancel();
    let table = session.wait().expect("no panic");
    assert!(!table.rows.is_empty());
    assert!(table.rows.iter().all(|row| row.missing == Some(Missing::Cancelled)), "{:?}", table.rows);
}
