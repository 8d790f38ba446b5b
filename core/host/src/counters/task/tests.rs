use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::*;
use crate::counters::{Counting, UnavailableCounter};

/// A kernel with preset results. The thread's time advances by a microsecond with each call.
#[derive(Clone)]
struct StandIn {
    basic: Result<([u64; BASIC_NUMBERS], u32), i32>,
    power: Result<u32, i32>,
    times: Rc<Times>,
}

struct Times {
    thread_ns: Cell<u64>,
    others_ns: Cell<u64>,
    energy_nj: Cell<u64>,
    /// Per nanosecond of the thread.
    energy_rate: Cell<u64>,
    is_on_performance_core: Cell<bool>,
    performance_ns: Cell<u64>,
    calls: RefCell<Vec<&'static str>>,
}

const BASIC_WORDS: u32 = 4;
const POWER_WORDS: u32 = 26;
/// The structure's first form.
const OLD_POWER_WORDS: u32 = 22;
const HZ: u64 = 3;

impl StandIn {
    fn new() -> StandIn {
        let times = Times {
            thread_ns: Cell::new(1_000_000),
            others_ns: Cell::new(7_000_000),
            energy_nj: Cell::new(500),
            energy_rate: Cell::new(2),
            is_on_performance_core: Cell::new(true),
            performance_ns: Cell::new(6_000_000),
            calls: RefCell::default(),
        };
        StandIn {
            basic: Ok(([0; BASIC_NUMBERS], BASIC_WORDS)),
            power: Ok(POWER_WORDS),
            times: Rc::new(times),
        }
    }

    /// The thread works for `ns`.
    fn work(&self, ns: u64) {
        let add = |cell: &Cell<u64>, ns| cell.set(cell.get() + ns);
        add(&self.times.thread_ns, ns);
        add(&self.times.energy_nj, ns * self.times.energy_rate.get());
        if self.times.is_on_performance_core.get() {
            add(&self.times.performance_ns, ns);
        }
    }

    fn open(&self) -> (crate::counters::Counters, Vec<UnavailableCounter>) {
        let mut found = Found::default();
        open_with(self.clone(), &mut found);
        found.finish()
    }
}

impl Kernel for StandIn {
    fn basic(&self) -> Result<Written<BASIC_NUMBERS>, CounterError> {
        self.times.calls.borrow_mut().push("basic");
        let (numbers, words) = self.basic.map_err(refusal)?;
        // Zero stays zero.
        let time = self.times.thread_ns.get() + self.times.others_ns.get();
        Ok(Written::new(numbers.map(|factor| factor * time), words))
    }

    fn power(&self) -> Result<Written<POWER_NUMBERS>, CounterError> {
        self.times.calls.borrow_mut().push("power");
        let words = self.power.map_err(refusal)?;
        let mut numbers = [0; POWER_NUMBERS];
        // Ticks of half a nanosecond, of which a quarter are the kernel's.
        let ticks = 2 * (self.times.thread_ns.get() + self.times.others_ns.get());
        (numbers[USER_TIME], numbers[SYSTEM_TIME]) = (ticks - ticks / 4, ticks / 4);
        (numbers[ENERGY], numbers[PERFORMANCE_TIME]) =
            (self.times.energy_nj.get(), 2 * self.times.performance_ns.get());
        Ok(Written::new(numbers, words))
    }

    fn thread_time(&self) -> Option<Duration> {
        self.work(1_000);
        Some(Duration::from_nanos(self.times.thread_ns.get()))
    }

    fn leave_processor(&self) {
        self.times.calls.borrow_mut().push("leave");
    }

    fn ticks_to_ns(&self, ticks: u64) -> u64 {
        ticks / 2
    }
}

/// Cycles and instructions for each nanosecond.
fn counting() -> StandIn {
    let mut kernel = StandIn::new();
    let mut numbers = [0; BASIC_NUMBERS];
    (numbers[CYCLES], numbers[INSTRUCTIONS]) = (HZ, 2 * HZ);
    kernel.basic = Ok((numbers, BASIC_WORDS));
    kernel
}

fn reasons(kernel: &StandIn) -> Vec<(Counter, CounterError)> {
    let (counters, missing) = kernel.open();
    assert_eq!(counters.available().len() + missing.len(), COUNTERS.len());
    missing.into_iter().map(|missing| (missing.counter, missing.why)).collect()
}

#[test]
fn all_is_counted_of_a_thread_that_is_alone() {
    let kernel = counting();
    let (mut counters, missing) = kernel.open();
    assert_eq!((counters.available(), missing), (&COUNTERS[..], vec![]));
    let before = Counting::read(&mut counters);
    kernel.work(250_000);
    let counted = Counting::read(&mut counters).difference(&before);
    // A reading takes the thread 2 µs.
    let expected = [
        (Counter::TaskCycles, 252_000 * HZ),
        (Counter::TaskInstructions, 504_000 * HZ),
        (Counter::TaskPerformanceTime, 252_000),
        (Counter::TaskEnergy, 504_000),
    ];
    assert_eq!(counted.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn the_thread_leaves_its_processor_before_each_reading() {
    let kernel = counting();
    let (mut counters, _) = kernel.open();
    Counting::read(&mut counters);
    assert_eq!(*kernel.times.calls.borrow(), ["leave", "power", "basic", "leave", "power", "basic"]);
}

#[test]
fn on_an_efficiency_core_no_time_is_of_performance_cores() {
    let kernel = counting();
    let (mut counters, _) = kernel.open();
    kernel.times.is_on_performance_core.set(false);
    let before = Counting::read(&mut counters);
    kernel.work(250_000);
    let counted = Counting::read(&mut counters).difference(&before);
    assert_eq!(counted.get(Counter::TaskPerformanceTime), Some(0));
}

#[test]
fn nothing_is_counted_while_other_threads_run() {
    let kernel = counting();
    let (mut counters, _) = kernel.open();
    let mut others = |ns| {
        let before = Counting::read(&mut counters);
        kernel.work(250_000);
        kernel.times.others_ns.set(kernel.times.others_ns.get() + ns);
        Counting::read(&mut counters).difference(&before).iter().count()
    };
    assert_eq!(others(0), COUNTERS.len());
    assert_eq!(others(BOOKS_APART_NS), COUNTERS.len(), "no more than the books are apart");
    assert_eq!(others(BOOKS_APART_NS + 3_000), 0);
    assert_eq!(others(0), COUNTERS.len());
}

#[test]
fn zeros_are_no_counts() {
    let mut kernel = StandIn::new();
    kernel.times.energy_nj.set(0);
    kernel.times.energy_rate.set(0);
    kernel.times.performance_ns.set(0);
    kernel.times.is_on_performance_core.set(false);
    assert_eq!(reasons(&kernel), COUNTERS.map(|counter| (counter, CounterError::StandsStill)));
    // A virtual machine's cycles and the energy of cores without a counter of it.
    kernel = StandIn::new();
    assert_eq!(
        reasons(&kernel),
        [Counter::TaskCycles, Counter::TaskInstructions].map(|counter| (counter, CounterError::StandsStill))
    );
}

#[test]
fn a_task_that_was_on_efficiency_cores_only_has_no_time_on_others() {
    let kernel = counting();
    kernel.times.performance_ns.set(0);
    kernel.times.is_on_performance_core.set(false);
    assert_eq!(reasons(&kernel), []);
}

#[test]
fn a_refusal_and_an_absence_are_named() {
    for (status, why) in [
        (5, CounterError::Refused { status: 5 }),
        (53, CounterError::Refused { status: 53 }),
        (46, CounterError::NotInTheSystem),
        (-303, CounterError::NotInTheSystem),
    ] {
        let kernel = StandIn { basic: Err(status), ..StandIn::new() };
        assert_eq!(
            reasons(&kernel),
            [Counter::TaskCycles, Counter::TaskInstructions].map(|counter| (counter, why.clone()))
        );
        // Without the task's times it is unknown whether other threads ran.
        let kernel = StandIn { power: Err(status), ..counting() };
        assert_eq!(reasons(&kernel), COUNTERS.map(|counter| (counter, why.clone())));
    }
}

#[test]
fn what_a_structure_is_too_short_for_is_absent() {
    let absent = |counters: &[Counter]| {
        counters.iter().map(|&counter| (counter, CounterError::NotInTheSystem)).collect::<Vec<_>>()
    };
    let kernel = StandIn { power: Ok(OLD_POWER_WORDS), ..counting() };
    assert_eq!(reasons(&kernel), absent(&[Counter::TaskPerformanceTime]));
    // A word of 32 bits is half of a number.
    let kernel = StandIn { power: Ok(OLD_POWER_WORDS - 1), ..counting() };
    assert_eq!(reasons(&kernel), absent(&[Counter::TaskPerformanceTime, Counter::TaskEnergy]));
    let kernel = StandIn { power: Ok(3), ..counting() };
    assert_eq!(reasons(&kernel), absent(&COUNTERS));
    let kernel = StandIn { basic: counting().basic.map(|(numbers, _)| (numbers, 2)), ..counting() };
    assert_eq!(reasons(&kernel), absent(&[Counter::TaskCycles]));
}

#[test]
fn a_length_beyond_the_structure_is_not_believed() {
    assert_eq!(
        Written::new([7; BASIC_NUMBERS], u32::MAX).number(BASIC_NUMBERS),
        Err(CounterError::NotInTheSystem)
    );
}
