//! Instructions that share units, on simulated cores with random units: the measurement finds the
//! groups and their common units.

use std::ops::Range;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use trueghz::run::event::NoObserver;
use trueghz::simulate::{CoreModel, CoreUnits, Disturbances, Machine, Profile, Timer};
use trueghz_instructions::simulated::with_units;
use trueghz_instructions::units::{UnitTable, measure_units_at};
use trueghz_instructions::{FORMS, InstructionForm, InstructionOptions};

use crate::environment::SimulatedEnvironment;

/// Forms of one run: as many as make a few hundred pairs.
const FORMS_OF_A_RUN: usize = 24;

/// Instructions that the core takes in, in a cycle: two more than it has units at the most.
const INTAKE: u32 = 10;

/// Some forms, each executed by one of five sets of units, most for a cycle.
fn drawn(seed: u64) -> CoreUnits {
    let mut random = SmallRng::seed_from_u64(seed);
    let all = random.random_range(3..=8);
    let sets: Vec<u32> = (0..5).map(|_| random.random_range(1..1 << all)).collect();
    let mut forms: Vec<&'static str> =
        FORMS.iter().filter(|form| form.is_present()).map(InstructionForm::name).collect();
    let mut units = CoreUnits { intake: INTAKE, ..CoreUnits::default() };
    // It is only taken in.
    units.forms.insert("nop", (0, 0.0));
    forms.retain(|form| *form != "nop");
    for _ in 0..FORMS_OF_A_RUN {
        let form = forms.swap_remove(random.random_range(0..forms.len()));
        let cycles = if random.random_bool(0.8) { 1.0 } else { random.random_range(2.0..6.0) };
        units.forms.insert(form, (sets[random.random_range(0..sets.len())], cycles));
    }
    units
}

fn measured(truth: &CoreUnits, disturbances: fn() -> Disturbances, seed: u64) -> UnitTable {
    const TICK_OF_24_MHZ: Timer = Timer { hz: 24_000_000, read_ns: 10.0, jitter_ns: 0.0 };
    let options = InstructionOptions::new().forms(truth.forms.keys().copied()).seed(seed);
    let truth = truth.clone();
    let machine = move || {
        let profile = Profile::Fixed(2.7e9);
        with_units(
            Machine::new(profile, CoreModel::default(), TICK_OF_24_MHZ, disturbances(), seed),
            truth.clone(),
        )
    };
    let session = measure_units_at(SimulatedEnvironment(machine), options, NoObserver).expect("threads");
    session.wait().expect("no panic")
}

/// Pairs of instructions: their number, the number of those with a result, and those with a wrong
/// one.
#[derive(Debug, Default)]
struct Score {
    pairs: usize,
    told: usize,
    wrong: Vec<String>,
}

impl Score {
    fn add(&mut self, found: &UnitTable, truth: &CoreUnits) {
        let grouped: Vec<(&str, &str)> = found
            .instructions
            .iter()
            .filter_map(|row| Some((row.form.as_str(), row.group.as_deref()?)))
            .collect();
        for (place, (form, group)) in grouped.iter().enumerate() {
            for (other, other_group) in &grouped[..place] {
                self.pairs += 1;
                let ((units, cycles), (other_units, other_cycles)) = (truth.forms[form], truth.forms[other]);
                let is_same = units == other_units;
                let relation = found.pairs.iter().find(|pair| {
                    pair.groups == [*group, *other_group] || pair.groups == [*other_group, *group]
                });
                let wrong = if group == other_group {
                    !is_same
                } else {
                    let Some(relation) = relation.and_then(|pair| pair.relation) else { continue };
                    let common = (units & other_units).count_ones();
                    let are_of_a_cycle = cycles == 1.0 && other_cycles == 1.0;
                    is_same
                        || relation.is_apart() != (common == 0)
                        || are_of_a_cycle && relation.units.is_some_and(|units| units != common)
                };
                self.told += 1;
                if wrong {
                    self.wrong.push(format!(
                        "{form} on {units:b} for {cycles}, {other} on {other_units:b} for {other_cycles}: {group}, \
                         {other_group}, {relation:?}"
                    ));
                }
            }
        }
    }
}

/// Measures cores drawn from these seeds: at least 90 % of the pairs have a result, and 99 % of
/// these are right.
fn come_back(seeds: Range<u64>, disturbances: fn() -> Disturbances) -> Score {
    let mut score = Score::default();
    for seed in seeds {
        let truth = drawn(seed);
        score.add(&measured(&truth, disturbances, seed), &truth);
    }
    let Score { pairs, told, wrong } = &score;
    assert!(told * 10 >= pairs * 9, "{told} of {pairs}");
    assert!(wrong.len() * 100 <= *told, "{} of {told}: {wrong:#?}", wrong.len());
    score
}

#[test]
fn units_that_are_drawn_come_back() {
    let score = come_back(0..8, Disturbances::default);
    assert!(score.pairs > 1000, "{} pairs", score.pairs);
}

#[test]
fn interrupts_do_not_regroup_them() {
    come_back(8..11, || Disturbances::interrupts(2_000.0));
}
