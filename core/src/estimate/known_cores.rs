//! Latencies of integer multiplication, floating-point addition and floating-point multiplication
//! on known cores.
//!
//! If all one-cycle kinds of a core took *k* cycles, its clock and the latencies of its other kinds
//! would appear *k* times too low. So a reading is confirmed only if these three are the latencies
//! of one known core: none of the triples is a multiple of another, by 2, 3 or 3/2.

use crate::chain::ChainKind;

/// Latencies of `multiply`, `float_add` and `float_multiply`, in this order, and the cores that
/// have them.
///
/// Measured by ocxtal, Johnson and `InstLatx64` (docs/sources.md): Firestorm, Icestorm, Neoverse N1
/// and V1, Cortex-X1, A72 and A53, Haswell, Cascade Lake, Golden Cove, Gracemont, Lion Cove,
/// Skymont, Zen 2 to 5. The others are from the scheduling models of LLVM 14 to 22 (`llvm-mca`) and
/// of OSACA 0.7.1, which are correct for most of the measured ones.
const KNOWN: [([u8; 3], &str); 25] = [
    ([2, 2, 3], "Neoverse V1, V2, N2, N3; Cortex-X1 to X4, A710, A715, A720"),
    ([3, 2, 3], "Lion Cove; Zen 5; Exynos M5"),
    ([3, 2, 4], "Golden Cove; AmpereOne (1B)"),
    ([3, 2, 5], "AmpereOne"),
    ([3, 3, 3], "Broadwell; Zen 2, 3, 4"),
    ([3, 3, 4], "Apple M1: Firestorm, Icestorm"),
    ([3, 3, 5], "Core 2 to Haswell"),
    ([3, 4, 4], "Skylake to Ice Lake; Cortex-A55"),
    ([4, 2, 3], "Neoverse N1, Cortex-A76; Skymont; Exynos M3, M4"),
    ([4, 3, 3], "Zen"),
    ([4, 4, 4], "Cortex-A53"),
    ([4, 4, 5], "TaiShan v110"),
    ([4, 6, 6], "ThunderX2, by OSACA"),
    ([5, 3, 4], "Gracemont; Cortex-A72, by OSACA"),
    ([5, 3, 5], "Silvermont, Goldmont"),
    ([5, 3, 6], "Kryo, Falkor"),
    ([5, 4, 4], "Cortex-A72, A510, A520"),
    ([5, 4, 9], "A64FX, by LLVM"),
    ([5, 5, 5], "Cortex-A57, A73, A75, by LLVM"),
    ([5, 6, 6], "ThunderX2 and X3, by LLVM"),
    ([5, 9, 9], "A64FX, by OSACA"),
    ([6, 3, 4], "Jaguar"),
    ([6, 5, 5], "Bulldozer, Piledriver"),
    ([12, 5, 5], "Bonnell, by LLVM"),
    ([13, 5, 5], "Bonnell"),
];

/// The kinds of the triples.
const KINDS: [ChainKind; 3] = [ChainKind::Multiply, ChainKind::FloatAdd, ChainKind::FloatMultiply];

/// Returns `true` if a known core has these whole `cycles` of each kind. A kind that was not
/// measured matches any.
pub(super) fn are_known(cycles: impl Fn(ChainKind) -> Option<f64>) -> bool {
    let found = KINDS.map(cycles);
    let fits = |known: &[u8; 3]| {
        known.iter().zip(found).all(|(known, found)| found.is_none_or(|found| found == f64::from(*known)))
    };
    KNOWN.iter().any(|(known, _)| fits(known))
}

/// Latencies of a step of `kind` on all known cores, in no order.
pub(super) fn cycles_of(kind: ChainKind) -> impl Iterator<Item = u8> {
    let place = KINDS.iter().position(|other| *other == kind);
    KNOWN.iter().filter_map(move |(known, _)| place.map(|place| known[place]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_is_a_multiple_of_another() {
        for (one, name) in KNOWN {
            for (other, of) in KNOWN {
                for (times, by) in [(2, 1), (3, 1), (3, 2)] {
                    let is_multiple = (0..3).all(|at| one[at] * by == other[at] * times);
                    assert!(!is_multiple, "{name} is {times}/{by} of {of}");
                }
            }
        }
    }

    #[test]
    fn each_is_there_once() {
        for (at, (one, name)) in KNOWN.iter().enumerate() {
            assert!(KNOWN[at + 1..].iter().all(|(other, _)| other != one), "{name}");
        }
    }

    #[test]
    fn cores_that_were_sold_are_known() {
        let known = |[multiply, add, product]: [f64; 3]| {
            are_known(|kind| {
                Some(match kind {
                    ChainKind::Multiply => multiply,
                    ChainKind::FloatAdd => add,
                    _ => product,
                })
            })
        };
        // Cortex-A57, Kryo, ThunderX2, A64FX, Bulldozer, Jaguar, Bonnell.
        for triple in [[5.0, 5.0, 5.0], [5.0, 3.0, 6.0], [5.0, 6.0, 6.0], [5.0, 9.0, 9.0], [6.0, 5.0, 5.0]] {
            assert!(known(triple), "{triple:?}");
        }
        assert!(known([6.0, 3.0, 4.0]) && known([13.0, 5.0, 5.0]));
        // Each kind as on a known core, but not all three as on one: Cortex-X1 at half the clock.
        assert!(!known([4.0, 4.0, 6.0]));
    }
}
