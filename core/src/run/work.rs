//! What keeps a core busy.

use std::hint::black_box;

/// Rounds of one call: some ten microseconds, so that whoever looks at a clock in between spends little time on it.
const ROUNDS: u32 = 1_000;

/// Values that do not wait for each other, so that all units have something to do: more than the cycles of a multiplication
/// on any core times its pipes.
const WIDTH: usize = 16;

/// Works on integers and floating-point numbers in registers, as hard as plain code can: what heats a core as programs do.
pub(super) fn work() {
    let mut reals: [f64; WIDTH] = std::array::from_fn(|place| 1.0 + place as f64);
    let mut integers: [u64; WIDTH] = std::array::from_fn(|place| place as u64);
    for _ in 0..ROUNDS {
        for (real, integer) in reals.iter_mut().zip(&mut integers) {
            // Towards 1, so that no value is ever subnormal or infinite, which some cores are slower with.
            *real = *real * 0.75 + 0.25;
            *integer = integer.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    black_box((reals, integers));
}
