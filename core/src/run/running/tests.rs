//! Histories of a core without any noise.

use super::*;
use crate::chain::{BodyLength, ChainKind};
use crate::clock::{ClockId, Timebase};
use crate::estimate::verdict::Verdict;

/// The clock of tests of what keeps windows.
pub(in crate::run) const CLOCK: ClockFacts = ClockFacts {
    id: ClockId::Mock,
    timebase: Timebase::NANOSECONDS,
    step_ns: 1.0,
    read_cost_ns: 0.0,
    poll_cost_ns: None,
};

/// Rounds of a core at 1 GHz, without any noise: a step of one cycle takes a tick.
fn rounds(count: u32) -> Vec<Window> {
    let mut now = 1_000;
    let mut windows = Vec::new();
    for round in 0..count {
        for &kind in ChainKind::ALL {
            for length in [BodyLength::Short, BodyLength::Long] {
                let iterations = 100;
                let cycles = if kind.role() == crate::chain::Role::Ratio { 3 } else { 1 };
                let elapsed = i64::from(iterations * kind.steps_per_iteration(length) * cycles);
                let start_ticks = now;
                now += elapsed.cast_unsigned() + 10;
                windows.push(Window {
                    kind,
                    length,
                    iterations,
                    round,
                    start_ticks,
                    elapsed_ticks: elapsed,
                    polls: 0,
                    ran_on: None,
                });
            }
        }
    }
    windows
}

#[test]
fn a_short_run_is_kept_to_the_last_tick() {
    let all = rounds(100);
    let mut history = RunningWindows::new(CLOCK, None, None);
    for piece in all.chunks(77) {
        history.extend(piece);
    }
    assert_eq!(history.recording().windows.0, all);
}

#[test]
fn however_long_the_run_what_is_kept_is_bounded_and_spans_it() {
    let all = rounds(5_000);
    let mut history = RunningWindows::new(CLOCK, None, None);
    for piece in all.chunks(80) {
        history.extend(piece);
        assert!(history.windows() <= MOST_WINDOWS);
    }
    assert!(history.windows() >= MOST_WINDOWS / 3, "{}", history.windows());
    let running = history.estimate();
    assert_eq!((running.verdict, running.warnings.len()), (Verdict::Steady, 0), "{:?}", running.warnings);
    let clock_hz = running.frequency.unwrap().hz;
    assert_eq!(running.effective_hz, Some(clock_hz.value), "what was left out is no lost time");
    let end_ticks = |window: &Window| window.start_ticks.wrapping_add_signed(window.elapsed_ticks);
    let run_ms = end_ticks(all.last().unwrap()) as f64 / 1e6;
    let line = &running.time_line;
    let (first, last) = (line[0].at_ms, line[line.len() - 1].at_ms);
    assert!(first < 0.1 * run_ms && last > 0.8 * run_ms && last < run_ms, "{first} to {last} of {run_ms}");
}
