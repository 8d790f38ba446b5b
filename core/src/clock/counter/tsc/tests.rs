//! Recorded CPUID leaves, and the properties of the TSC according to them.

use super::*;

/// A recorded chip: only the leaves named, all else 0.
fn chip<const N: usize>(leaves: [(u32, Leaf); N]) -> impl Fn(u32) -> Leaf {
    move |wanted| {
        leaves.iter().find(|(leaf, _)| *leaf == wanted).map_or_else(Leaf::default, |(_, regs)| *regs)
    }
}

const fn leaf(eax: u32, ebx: u32, ecx: u32, edx: u32) -> Leaf {
    Leaf { eax, ebx, ecx, edx }
}

const INVARIANT: [(u32, Leaf); 2] =
    [(0x8000_0000, leaf(0x8000_0008, 0, 0, 0)), (0x8000_0007, leaf(0, 0, 0, 1 << 8))];

#[test]
fn only_the_bit_makes_it_a_clock() {
    assert!(is_invariant(&chip(INVARIANT)));
    // A Pentium 4: the leaf exists without the bit. And a chip whose leaves end before it.
    assert!(!is_invariant(&chip([(0x8000_0000, leaf(0x8000_0008, 0, 0, 0))])));
    const SHORT: [(u32, Leaf); 2] =
        [(0x8000_0000, leaf(0x8000_0004, 0, 0, 0)), (0x8000_0007, leaf(0, 0, 0, 1 << 8))];
    assert!(!is_invariant(&chip(SHORT)));
}

#[test]
fn crystal_and_ratio_give_the_rate() {
    // Alder Lake's form: 38.4 MHz x 156 / 2 = 2995.2 MHz.
    let intel = chip([(0, leaf(0x20, 0, 0, 0)), (0x15, leaf(2, 156, 38_400_000, 0))]);
    assert_eq!(stated_rate(&intel), Some((2_995_200_000, RateSource::Cpuid)));
    assert_eq!(timebase(&intel).unwrap().0.hz(), 2_995_200_000.0);
}

#[test]
fn a_ratio_without_a_crystal_is_no_rate() {
    // Skylake's form: ECX is 0. Linux looks the crystal up by model; a table is not a statement.
    let intel = chip([(0, leaf(0x16, 0, 0, 0)), (0x15, leaf(2, 216, 0, 0))]);
    assert_eq!(timebase(&intel), Err(UnknownRate::NotInCpuid));
    // A leaf that is out of range repeats another one's content: it must not be read.
    let older = chip([(0, leaf(0x14, 0, 0, 0)), (0x15, leaf(2, 216, 24_000_000, 0))]);
    assert_eq!(timebase(&older), Err(UnknownRate::NotInCpuid));
}

#[test]
fn the_hypervisors_leaf_wins_where_its_range_covers_it() {
    const GUEST: [(u32, Leaf); 5] = [
        (0, leaf(0x20, 0, 0, 0)),
        (1, leaf(0, 0, 1 << 31, 0)),
        (0x15, leaf(2, 156, 38_400_000, 0)),
        (0x4000_0000, leaf(0x4000_0010, 0, 0, 0)),
        (0x4000_0010, leaf(2_596_118, 66_000, 0, 0)),
    ];
    assert_eq!(stated_rate(&chip(GUEST)), Some((2_596_118_000, RateSource::Hypervisor)));
}

#[test]
fn a_guest_without_either_leaf_has_an_unknown_rate() {
    // The KVM guest on which this was written: Zen 5, leaves up to 0x40000001, no leaf 0x15.
    const GUEST: [(u32, Leaf); 4] = [
        (0, leaf(0x10, 0, 0, 0)),
        (1, leaf(0, 0, 1 << 31, 0)),
        (0x4000_0000, leaf(0x4000_0001, 0, 0, 0)),
        (0x4000_0010, leaf(7, 0, 0, 0)),
    ];
    assert_eq!(timebase(&chip(GUEST)), Err(UnknownRate::NotInCpuid));
}

#[test]
fn a_rate_no_processor_has_is_not_believed() {
    const GUEST: [(u32, Leaf); 3] = [
        (1, leaf(0, 0, 1 << 31, 0)),
        (0x4000_0000, leaf(0x4000_0010, 0, 0, 0)),
        (0x4000_0010, leaf(1, 0, 0, 0)),
    ];
    assert_eq!(timebase(&chip(GUEST)), Err(UnknownRate::NotBelieved { hz: 1000 }));
}
