//! Exact scaling, against 128-bit cross-multiplication.

use proptest::prelude::*;

use super::*;

#[test]
fn vectors() {
    let day = 86_400;
    for (numer, denom, ticks, ns) in [
        (1, 1, u64::MAX, u64::MAX),
        (125, 3, 24_000_000 * day, 1_000_000_000 * day),
        (125, 3, 1, 41),
        (125, 3, 2, 83),
        (125, 3, 3, 125),
        // 2^64 / 10^9 ticks: one beyond what 64-bit arithmetic holds.
        (1_000_000_000, 33_333_335, 18_446_744_074, 553_402_294_549),
        (1_000_000_000, 25_000_000, 1, 40),
        (1, u32::MAX, u64::MAX, (1 << 32) + 1),
        (u32::MAX, u32::MAX, u64::MAX, u64::MAX),
        (u32::MAX, 1, 1 << 32, u64::MAX - (1 << 32) + 1),
    ] {
        assert_eq!(
            Timebase::new(numer, denom).unwrap().ticks_to_ns(ticks),
            Ok(ns),
            "{ticks} x {numer}/{denom}"
        );
    }
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let longest = Timebase::new(u32::MAX, 1).unwrap();
    let ticks = (1 << 32) + 2;
    assert_eq!(longest.ticks_to_ns(ticks), Err(TimebaseError::Overflow { ticks }));
}

#[test]
fn a_zero_in_either_place_is_refused_also_from_a_file() {
    assert_eq!(Timebase::new(0, 3), Err(TimebaseError::ZeroNumerator));
    assert_eq!(Timebase::new(125, 0), Err(TimebaseError::ZeroDenominator));
    let read = serde_json::from_str::<Timebase>;
    assert_eq!(read(r#"{"numer":125,"denom":3}"#).unwrap(), Timebase::new(125, 3).unwrap());
    let error = read(r#"{"numer":125,"denom":0}"#).unwrap_err().to_string();
    assert!(error.contains("denominator is 0"), "{error}");
    let error = read(r#"{"numer":0,"denom":3}"#).unwrap_err().to_string();
    assert!(error.contains("numerator is 0"), "{error}");
}

#[test]
fn rates_become_reduced_fractions() {
    for (hz, numer, denom) in [
        (24_000_000, 125, 3),
        (19_200_000, 625, 12),
        (1_000_000_000, 1, 1),
        (10_000_000, 100, 1),
        (2_596_118_000, 500_000, 1_298_059),
        (10_000_000_000, 1, 10),
        (1, 1_000_000_000, 1),
    ] {
        let timebase = Timebase::from_hz(hz).unwrap();
        assert_eq!((timebase.numer(), timebase.denom()), (numer, denom));
        assert_eq!(timebase.hz(), hz as f64);
        assert_eq!(timebase.reduced(), timebase);
    }
    // 0, and a prime beyond 2^32.
    for hz in [0, 4_294_967_311, u64::MAX] {
        assert_eq!(Timebase::from_hz(hz), Err(TimebaseError::RateOutOfRange { hz }));
    }
}

#[test]
fn differences_keep_their_sign_and_their_fraction() {
    let apple = Timebase::new(125, 3).unwrap();
    assert_eq!(apple.ns_f64(-1), -125.0 / 3.0);
    assert_eq!(apple.ns_f64(24_000_000), 1e9);
}

proptest! {
    #[test]
    fn the_result_is_the_floor_of_the_true_quotient(
        ticks: u64, numer in 1_u32.., denom in 1_u32..
    ) {
        let product = u128::from(ticks) * u128::from(numer);
        match Timebase::new(numer, denom).unwrap().ticks_to_ns(ticks) {
            Ok(ns) => {
                let (ns, denom) = (u128::from(ns), u128::from(denom));
                prop_assert!(ns * denom <= product && product < (ns + 1) * denom);
            }
            Err(error) => {
                prop_assert_eq!(error, TimebaseError::Overflow { ticks });
                prop_assert!(product >= u128::from(denom) << 64);
            }
        }
    }

    #[test]
    fn reducing_changes_no_result(
        ticks: u64, numer in 1_u32..5000, denom in 1_u32..5000, factor in 1_u32..5000
    ) {
        let stated = Timebase::new(numer * factor, denom * factor).unwrap();
        prop_assert_eq!(stated.ticks_to_ns(ticks), stated.reduced().ticks_to_ns(ticks));
    }
}
