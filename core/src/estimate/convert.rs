//! Converts windows in ticks to samples in nanoseconds: at the nominal iteration count, without
//! waits, placed in time.

use crate::chain::{BodyLength, ChainKind, Role};

use super::recording::{ClockFacts, CpuSet, Window};
use super::sample::{Classification, Sample, WINDOW_TYPES, window_type};
use super::statistics::median;

/// Maximum length of a gap in a run, in nanoseconds: longer ones count as this long. The machine
/// slept, the program was stopped, or the clock jumped. Preemptions, of up to some 50 ms, are part
/// of a run; seconds would leave most of its slices empty.
const LONGEST_HOLE_NS: f64 = 50e6;

/// Number of rounds that represent any number of excluded ones: enough to keep windows of different
/// times from being compared.
pub(super) const LEFT_OUT: usize = 2;

/// Maximum duration of excluded rounds, in multiples of the same number of recorded ones: the
/// machine may have been that much busier during them. If it slept, at most a twentieth of the run
/// is empty, since a run with excluded rounds has at least 80 intervals (`run::thinned`).
const LEFT_OUT_AT_MOST: f64 = 4.0;

/// Nominal iteration count of each window type: the median over all lengths of the kind, so that
/// the loop overhead is equal in all of them and cancels. The lengths of a tight loop differ only
/// in their iteration counts, so each has its own.
pub(super) fn nominal_iterations(windows: &[Window]) -> [f64; WINDOW_TYPES] {
    let shared = |kind: ChainKind, length| match kind.role() {
        Role::TightLoop => window_type(kind, length),
        Role::OneCycle { .. } | Role::Ratio => window_type(kind, BodyLength::Long),
    };
    let mut by_sort: [Vec<f64>; WINDOW_TYPES] = std::array::from_fn(|_| Vec::new());
    for window in windows {
        by_sort[shared(window.kind, window.length)].push(f64::from(window.iterations));
    }
    let medians = by_sort.map(|mut iterations| median(&mut iterations).unwrap_or(f64::NAN));
    let mut nominal = [f64::NAN; WINDOW_TYPES];
    for &kind in ChainKind::ALL {
        for length in BodyLength::ALL {
            nominal[window_type(kind, length)] = medians[shared(kind, length)];
        }
    }
    nominal
}

pub(super) fn convert(
    windows: &[Window],
    clock: &ClockFacts,
    iterations: &[f64; WINDOW_TYPES],
    counting: Option<&CpuSet>,
) -> Vec<Sample> {
    let end_of = |window: &Window| window.start_ticks.wrapping_add_signed(window.elapsed_ticks);
    let mut last_end = windows.first().map_or(0, |first| first.start_ticks);
    let mut now_ns = 0.0;
    let (mut round, mut last_round) = (0, windows.first().map_or(0, |first| first.round));
    let is_elsewhere = |cpu: Option<u32>| counting.zip(cpu).is_some_and(|(set, cpu)| !set.contains(cpu));
    let mut last_cpu = None;
    let round_ns = round_ns(windows, clock);
    // Time by which the run is partitioned: it never goes back, and gaps are short.
    let passed = |ns: f64, left_out_ns: f64| ns.clamp(0.0, LONGEST_HOLE_NS + left_out_ns);
    let sample = |window: &Window| {
        let gap_ns = clock.timebase.ns_f64(window.start_ticks.wrapping_sub(last_end).cast_signed());
        last_end = end_of(window);
        let elapsed_ns = clock.timebase.ns_f64(window.elapsed_ticks);
        let rounds_on = window.round.saturating_sub(last_round);
        round += (rounds_on as usize).min(1 + LEFT_OUT);
        last_round = window.round;
        // It began where the window before it ended, unless windows between them were excluded.
        let began_on = last_cpu.filter(|_| rounds_on <= 1);
        last_cpu = window.ran_on;
        let left_out_ns = LEFT_OUT_AT_MOST * round_ns * f64::from(rounds_on.saturating_sub(1));
        let at_ns = now_ns + passed(gap_ns, left_out_ns);
        now_ns = at_ns + passed(elapsed_ns, 0.0);
        let waited_ns = clock.poll_cost_ns.unwrap_or(0.0) * f64::from(window.polls);
        let nominal_iterations = iterations[window_type(window.kind, window.length)];
        let scale = nominal_iterations / f64::from(window.iterations);
        Sample {
            kind: window.kind,
            length: window.length,
            round,
            at_ns,
            end_ns: now_ns,
            gap_ns,
            // The cost of the clock reads does not grow with the iteration count.
            time_ns: (elapsed_ns - waited_ns - clock.read_cost_ns) * scale,
            level: 0.0,
            level_ns: f64::NAN,
            excess_ns: f64::NAN,
            counts: true,
            nominal_steps: nominal_iterations * f64::from(window.kind.steps_per_iteration(window.length)),
            classification: if window.elapsed_ticks <= 0 {
                Classification::ClockFault
            } else if is_elsewhere(began_on) || is_elsewhere(window.ran_on) {
                Classification::Migrated
            } else {
                // Until it is judged, since a window that cannot be compared is not valid.
                Classification::Interrupted
            },
        }
    };
    windows.iter().map(sample).collect()
}

/// Mean time from the start of a round to the start of the next one, in nanoseconds, over
/// consecutive rounds; long gaps are shortened.
fn round_ns(windows: &[Window], clock: &ClockFacts) -> f64 {
    let begins: Vec<&Window> = windows.chunk_by(|a, b| a.round == b.round).map(|round| &round[0]).collect();
    let took_ns = |pair: &[&Window]| {
        let took_ticks = pair[1].start_ticks.wrapping_sub(pair[0].start_ticks).cast_signed();
        clock.timebase.ns_f64(took_ticks).clamp(0.0, LONGEST_HOLE_NS)
    };
    let follow = begins.windows(2).filter(|pair| pair[1].round.wrapping_sub(pair[0].round) == 1);
    let (count, sum) = follow.fold((0.0, 0.0), |(count, sum), pair| (count + 1.0, sum + took_ns(pair)));
    if count > 0.0 { sum / count } else { 0.0 }
}
