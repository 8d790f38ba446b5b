//! Ticks to nanoseconds, through the public interface alone: an hour on every counter of the field.

use trueghz::clock::Timebase;

/// Counters of the field in hertz, each with the best fraction that lasts ten years, found by
/// trying every denominator outside of this program: HiSilicon, MediaTek, Qualcomm, Apple, Tensor,
/// Exynos, the PowerPC that made the advice of old, Raspberry Pi 4, QEMU, Armv8.6 and newer Apple,
/// a Zen 5 guest's TSC.
const FIELD: [(u64, u64, u64); 11] = [
    (1_920_000, 3125, 6),
    (13_000_000, 1000, 13),
    (19_200_000, 625, 12),
    (24_000_000, 125, 3),
    (24_576_000, 1709, 42),
    (26_000_000, 500, 13),
    (33_333_335, 30, 1),
    (54_000_000, 500, 27),
    (62_500_000, 16, 1),
    (1_000_000_000, 1, 1),
    (2_596_118_000, 5, 13),
];

#[test]
fn an_hour_of_ticks_is_an_hour_exactly() {
    for (hz, ..) in FIELD {
        let timebase = Timebase::from_hz(hz).expect("a rate of the field");
        assert_eq!(timebase.ticks_to_ns(hz * 3600), Ok(3_600_000_000_000), "{hz} Hz");
    }
}

#[test]
fn the_best_fraction_of_every_counter_is_the_one_found_by_trying_all() {
    for (hz, numer, denom) in FIELD {
        let best = Timebase::from_hz(hz).and_then(Timebase::best_fraction).expect("a rate of the field");
        assert_eq!((best.numer, best.denom), (numer, denom), "{hz} Hz");
    }
}

#[test]
fn an_hour_by_the_shortcuts_is_off_by_what_they_state() {
    for (hz, ..) in FIELD {
        let timebase = Timebase::from_hz(hz).expect("a rate of the field");
        for shortcut in [timebase.pragmatic(), timebase.best_fraction()] {
            let shortcut = shortcut.expect("a rate of the field");
            let hour_ns = shortcut.ticks_to_ns(hz * 3600).expect("an hour fits");
            let off_ns = hour_ns as f64 - 3.6e12;
            // Rounded down to a whole nanosecond.
            assert!(
                (off_ns - shortcut.error_ppm * 3.6e6).abs() <= 1.001,
                "{hz} Hz: {shortcut:?}, {off_ns} ns"
            );
        }
    }
}
