//! The hardware counters alongside the chains, on a simulated core that counts.

use trueghz::Options;
use trueghz::host::counters::{Counter, CounterError, UnavailableCounter};
use trueghz::report::{Counted, Reading};
use trueghz::run::event::NoObserver;
use trueghz::run::measure::measure_at;
use trueghz::simulate::{CoreModel, Disturbances, FormCycles, Interrupts, Machine, Profile, Timer};
use trueghz_instructions as instructions;
use trueghz_instructions::{Events, FORMS, InstructionForm, InstructionOptions, Table, UncountedEvent};

use crate::environment::SimulatedEnvironment;

const CLOCK_HZ: f64 = 3.2e9;
const TICK_HZ: f64 = 2.4e9;
const TIMER: Timer = Timer { hz: 1_000_000_000, read_ns: 20.0, jitter_ns: 2.0 };

fn machine() -> Machine {
    let disturbances =
        Disturbances { interrupts: vec![Interrupts::per_second(300.0)], ..Disturbances::default() };
    Machine::new(Profile::Fixed(CLOCK_HZ), CoreModel::default(), TIMER, disturbances, 11)
}

fn reading(machine: fn() -> Machine) -> Reading {
    let session = measure_at(SimulatedEnvironment(machine), Options::new(), NoObserver).expect("threads");
    session.wait().expect("no panic").measurement.cores.remove(0)
}

fn of(reading: &Reading, counter: Counter) -> Counted {
    let counters = reading.counters.as_ref().expect("counters");
    *counters.counted.iter().find(|counted| counted.counter == counter).expect("it counts")
}

#[test]
fn cycles_are_compared_with_the_chain_in_ppm() {
    let reading = reading(|| machine().with_counters(40.0, TICK_HZ));
    let cycles = of(&reading, Counter::PerfCycles);
    let ppm = cycles.difference_ppm().expect("it counts cycles");
    assert!((ppm.value - 40.0).abs() < 2.0, "{ppm:?}");
    // Interrupts take time, in which the thread runs no cycles: the median's pairs had none.
    let per_second = cycles.per_second;
    assert!((per_second.value / CLOCK_HZ / 1.000_04 - 1.0).abs() < 20e-6, "{per_second:?}");
    assert!(reading.hz().is_some_and(|hz| (hz / CLOCK_HZ - 1.0).abs() < 20e-6));
}

#[test]
fn ticks_of_a_fixed_rate_are_no_cycles() {
    let reading = reading(|| machine().with_counters(0.0, TICK_HZ));
    let ticks = of(&reading, Counter::Tsc);
    assert_eq!((ticks.per_step, ticks.difference_ppm()), (None, None));
    assert!((ticks.per_second.value / TICK_HZ - 1.0).abs() < 20e-6, "{ticks:?}");
}

#[test]
fn what_cannot_be_read_is_named() {
    let with = reading(|| machine().with_counters(0.0, TICK_HZ));
    let missing = with.counters.expect("counters").missing;
    assert_eq!(
        missing,
        [UnavailableCounter { counter: Counter::PerfInstructions, why: CounterError::NoEvent }]
    );
    assert_eq!(reading(machine).counters, None, "nothing was asked");
}

#[test]
fn a_row_has_the_counters_cycles_beside_its_own() {
    fn machine_with_forms() -> Machine {
        let forms: FormCycles = FORMS
            .iter()
            .map(|form| (form.name(), form.properties().iter().map(|_| 3.25).collect()))
            .collect();
        machine().with_counters(0.0, TICK_HZ).with_forms(forms)
    }
    let options = InstructionOptions::new().forms(FORMS.iter().take(3).map(InstructionForm::name));
    let session = instructions::measure_at(SimulatedEnvironment(machine_with_forms), options, NoObserver);
    let table = session.expect("threads").wait().expect("no panic");
    assert!(!table.rows.is_empty());
    for row in &table.rows {
        let counted = row.counted_cycles().expect("it counts");
        assert!((counted - 3.25).abs() < 0.001, "{}: {counted}", row.form);
        assert!(row.shapes.iter().all(|shape| shape.counted_instructions.is_none()));
    }
}

/// Rows of `add`, with these events, on a machine on which each takes 3.25 cycles.
fn with_events(events: Events, counts: bool) -> Table {
    let forms: FormCycles =
        FORMS.iter().map(|form| (form.name(), vec![3.25; form.properties().len()])).collect();
    let machine = move || {
        let machine = machine().with_forms(forms.clone());
        if counts { machine.with_counters(0.0, TICK_HZ) } else { machine }
    };
    let names = FORMS.iter().map(InstructionForm::name).filter(|name| name.starts_with("add "));
    let options = InstructionOptions::new().forms(names).events(events);
    let session =
        instructions::measure_at(SimulatedEnvironment(machine), options, NoObserver).expect("threads");
    session.wait().expect("no panic")
}

#[test]
fn events_are_counted_for_each_row() {
    let table = with_events(Events::Operations, true);
    assert!(!table.rows.is_empty());
    for row in &table.rows {
        let counts: Vec<(&str, f64)> =
            row.events.iter().map(|counted| (counted.event.as_str(), counted.per_step.value)).collect();
        let [("cycles", all), ("every_second_cycle", half)] = counts[..] else { panic!("{counts:?}") };
        assert!((all - 3.25).abs() < 0.001 && (half - 1.625).abs() < 0.001, "{counts:?}");
    }
    let idle = UncountedEvent { event: "nothing".to_owned(), why: CounterError::StandsStill };
    assert_eq!(table.uncounted, [idle], "an event that never occurs is no zero");
    assert!(table.to_csv().contains("cycles=3.25"), "{}", table.to_csv());
}

#[test]
fn an_event_that_cannot_be_counted_is_named_with_its_reason() {
    let absent = |event: &str, why| UncountedEvent { event: event.to_owned(), why };
    let named = Events::Named(vec!["cycles".to_owned(), "op_retired".to_owned()]);
    assert_eq!(with_events(named.clone(), true).uncounted, [absent("op_retired", CounterError::NoEvent)]);
    let without = with_events(named, false);
    assert_eq!(without.uncounted, ["cycles", "op_retired"].map(|event| absent(event, CounterError::NoEvent)));
    assert!(without.rows.iter().all(|row| row.cycles.is_some() && row.events.is_empty()));
    assert!(with_events(Events::None, true).rows.iter().all(|row| row.events.is_empty()), "none requested");
}
