//! Hardware counters over a loop of known length: `cargo run -p trueghz --example counters`.
//!
//! Counts two lengths and takes the difference, which is free of the cost of reads and calls. With
//! `--exact`, for the lab's machine that counts instructions (`make lab-counters`): `perf_event`
//! must be available, and its instructions and cycles must equal those of the loop, to the last
//! one; so must events by name and by number.

use std::process::ExitCode;

use trueghz::host::counters::{Counter, CounterError, Counters, Difference, open_event};
use trueghz::host::{LiveSystem, current_cpu, pin_to};

/// Iterations of the shorter loop; the longer one has twice as many.
const ITERATIONS: u64 = 1_000_000;

/// Instructions of an iteration.
const INSTRUCTIONS: u64 = 2;

/// Number of readings, of which the least counts: interrupts only add.
const READINGS: u32 = 8;

#[cfg(target_arch = "aarch64")]
fn run(iterations: u64) {
    // SAFETY: counts a register down to zero: no memory, no stack.
    unsafe {
        std::arch::asm!("2:", "subs {n}, {n}, #1", "b.ne 2b", n = inout(reg) iterations => _, options(nomem, nostack));
    }
}

#[cfg(target_arch = "x86_64")]
fn run(iterations: u64) {
    // SAFETY: as above.
    unsafe {
        std::arch::asm!("2:", "dec {n}", "jnz 2b", n = inout(reg) iterations => _, options(nomem, nostack));
    }
}

#[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
fn run(iterations: u64) {
    for turn in 0..iterations {
        std::hint::black_box(turn);
    }
}

fn counted(counters: &mut Counters, iterations: u64) -> Difference {
    let before = counters.read();
    run(iterations);
    counters.read().difference(&before)
}

/// Counts an event by its name or number; `None` if a count was incomplete.
fn event(name: &str) -> Result<Option<u64>, CounterError> {
    let mut event = open_event(&LiveSystem, current_cpu(), name)?;
    let mut count = |iterations| event.count(&mut || run(iterations));
    let net: Option<Vec<u64>> =
        (0..READINGS).map(|_| count(2 * ITERATIONS)?.checked_sub(count(ITERATIONS)?)).collect();
    Ok(net.and_then(|net| net.into_iter().min()))
}

fn main() -> ExitCode {
    let exact = std::env::args().any(|argument| argument == "--exact");
    let _pinned = current_cpu().and_then(|cpu| pin_to(cpu).ok());
    let (mut counters, missing) = Counters::open(&LiveSystem, current_cpu());
    for missing in missing {
        println!("{}: {}", missing.counter, missing.why);
    }
    let mut least: Vec<(Counter, u64)> = Vec::new();
    for _ in 0..READINGS {
        let short = counted(&mut counters, ITERATIONS);
        let net = counted(&mut counters, 2 * ITERATIONS).minus(&short);
        for (counter, count) in net.iter() {
            match least.iter_mut().find(|(known, _)| *known == counter) {
                Some((_, known)) => *known = count.min(*known),
                None => least.push((counter, count)),
            }
        }
    }
    for (counter, count) in &least {
        println!("{counter}: {count} in {ITERATIONS} iterations");
    }
    let expected = ITERATIONS * INSTRUCTIONS;
    let is_exact = |counter| least.contains(&(counter, expected));
    // INST_RETIRED by name and by number: Arm ARM, D13.
    let events = ["inst_retired", "r8"].map(|name| (name, event(name)));
    for (name, count) in &events {
        match count {
            Ok(Some(count)) => println!("{name}: {count} in {ITERATIONS} iterations"),
            Ok(None) => println!("{name}: not counted all the time"),
            Err(why) => println!("{name}: {why}"),
        }
    }
    if exact && events.iter().any(|(_, count)| *count != Ok(Some(expected))) {
        println!("not exact: {expected} instructions were run during the events");
        return ExitCode::FAILURE;
    }
    if exact && !(is_exact(Counter::PerfInstructions) && is_exact(Counter::PerfCycles)) {
        println!("not exact: {expected} instructions, of a cycle each, were run");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
