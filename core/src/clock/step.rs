//! The smallest observed step of a clock.

/// Number of steps after which the smallest is accepted: with a counter scaled by a fraction (41 or
/// 42 ticks for one of 24 MHz) a few show both.
const STEPS: usize = 16;

/// Reads after which a clock that has not moved is given up: 1 ms at 50 ns a read.
const READS: usize = 20_000;

/// The smallest positive difference of two consecutive reads, in ticks; `None` if the clock never
/// moved.
///
/// Never less than the true resolution. If a read takes longer than a step it is the read cost,
/// which is then the smallest interval that the clock distinguishes.
pub(super) fn smallest_step(read: impl Fn() -> u64) -> Option<u64> {
    let mut last = read();
    let steps = (0..READS).filter_map(|_| {
        let now = read();
        let step = now.wrapping_sub(last).cast_signed();
        last = now;
        (step > 0).then_some(step.cast_unsigned())
    });
    steps.take(STEPS).min()
}
