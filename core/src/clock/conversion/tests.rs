//! The three conversions against plain cross-multiplication.

use proptest::prelude::*;

use super::*;

fn timebase(numer: u32, denom: u32) -> Timebase {
    Timebase::new(numer, denom).unwrap()
}

#[test]
fn nanoseconds_need_no_conversion_in_any_of_the_three() {
    let ns = Timebase::NANOSECONDS;
    for (conversion, numer, denom) in
        [(ns.exact(), 1, 1), (ns.pragmatic().unwrap(), 1, 1), (ns.best_fraction().unwrap(), 1, 1)]
    {
        assert_eq!((conversion.numer, conversion.denom, conversion.error_ppm), (numer, denom, 0.0));
    }
    assert_eq!(ns.exact().span_ticks, u64::MAX);
}

#[test]
fn apple_silicons_fraction_is_exact_for_decades_as_it_is() {
    let apple = timebase(125, 3);
    assert_eq!(apple.exact().span_ticks, u64::MAX / 125);
    assert_eq!(apple.exact().span_ns / 1_000_000_000 / 31_557_600, 194); // years
    let best = apple.best_fraction().unwrap();
    assert_eq!((best.numer, best.denom, best.error_ppm), (125, 3, 0.0));
    let pragmatic = apple.pragmatic().unwrap();
    assert_eq!((pragmatic.numer, pragmatic.denom, pragmatic.error_ppm), (125, 3, 0.0));
}

#[test]
fn only_denominators_above_1024_are_cut() {
    let at = timebase(42_667, 1024).pragmatic().unwrap();
    assert_eq!((at.numer, at.denom, at.error_ppm), (42_667, 1024, 0.0));
    // 42667 x 1024 / 1025 = 42625.37, rounded down by 0.37.
    let above = timebase(42_667, 1025).pragmatic().unwrap();
    assert_eq!((above.numer, above.denom), (42_625, 1024));
    assert!((above.error_ppm - -383.0 / (42_667.0 * 1024.0) * 1e6).abs() < 1e-9, "{}", above.error_ppm);
}

#[test]
fn the_powerpc_fraction_lasts_553_seconds_and_not_18() {
    let powerpc = timebase(1_000_000_000, 33_333_335);
    assert_eq!(powerpc.exact().span_ns / 1_000_000_000, 553);
    let best = powerpc.best_fraction().unwrap();
    assert!(best.span_ns >= TEN_YEARS_NS && best.error_ppm.abs() < 0.1, "{best:?}");
    // 30 exactly would be 0.05 ppm too long: 33333335 x 30 = 1000000050.
    assert_eq!((best.numer, best.denom), (30, 1));
    assert!((best.error_ppm - 0.05).abs() < 1e-12);
    // 0.05 ppm of ten years: 315576000 s x 5e-8.
    assert!((best.ten_years_error_ns - 15.7788e9).abs() < 1e3, "{}", best.ten_years_error_ns);
    let lowest = powerpc.in_lowest_terms();
    assert_eq!((lowest.numer, lowest.denom, lowest.error_ppm), (200_000_000, 6_666_667, 0.0));
    // A fifth of the numerator, five times the span: 2767 s.
    assert_eq!(lowest.span_ns / 1_000_000_000, 2_767);
}

#[test]
fn an_unreduced_fraction_spans_what_it_spans() {
    let powerpc = timebase(1_000_000_000, 25_000_000);
    assert_eq!(powerpc.exact().span_ticks, u64::MAX / 1_000_000_000);
    let best = powerpc.best_fraction().unwrap();
    assert_eq!((best.numer, best.denom, best.error_ppm), (40, 1, 0.0));
    assert_eq!(powerpc.pragmatic().unwrap().error_ppm, 0.0);
}

#[test]
fn the_pragmatic_way_is_worse_than_a_thousandth_for_small_ratios() {
    let ten_gigahertz = timebase(1_000, 10_000).pragmatic().unwrap();
    assert_eq!(ten_gigahertz.numer, 102);
    assert!((ten_gigahertz.error_ppm - -3906.25).abs() < 1e-9, "{}", ten_gigahertz.error_ppm);
}

#[test]
fn what_no_shortcut_can_express_is_refused_by_name() {
    let shortest = timebase(1, u32::MAX);
    assert_eq!(shortest.pragmatic(), Err(TimebaseError::RoundsToZero));
    assert_eq!(shortest.best_fraction(), Err(TimebaseError::SpanTooShort));
    assert_eq!(shortest.exact().error_ppm, 0.0);
    let longest = timebase(u32::MAX, 1);
    assert_eq!(longest.pragmatic().unwrap().error_ppm, 0.0);
    assert_eq!(longest.best_fraction().unwrap().error_ppm, 0.0);
}

/// Error of a fraction, as a fraction over `denom * truth.denom`.
fn off(truth: Timebase, numer: u128, denom: u128) -> (u128, u128) {
    let (n, d) = (u128::from(truth.numer()), u128::from(truth.denom()));
    ((numer * d).abs_diff(n * denom), denom * d)
}

fn is_nearer(a: (u128, u128), b: (u128, u128)) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// The two fractions of a denominator that are nearest to the truth.
fn neighbours(truth: Timebase, denom: u128) -> [u128; 2] {
    let below = u128::from(truth.numer()) * denom / u128::from(truth.denom());
    [below, below + 1]
}

/// Numbers of every size up to 32 bits, the extremes among them.
fn any_size() -> impl Strategy<Value = u32> {
    prop_oneof![Just(1), Just(u32::MAX), (0_u32..32, any::<u32>()).prop_map(|(bits, x)| (x >> bits).max(1))]
}

proptest! {
    #[test]
    fn no_smaller_denominator_comes_as_near(numer in 1_u32..3000, denom in 1_u32..3000) {
        let truth = timebase(numer, denom);
        let fractions: Vec<(u64, u64)> = better_and_better(truth).collect();
        for (p, q) in &fractions {
            let found = off(truth, u128::from(*p), u128::from(*q));
            for smaller in 1..u128::from(*q) {
                for p in neighbours(truth, smaller).into_iter().filter(|p| *p > 0) {
                    prop_assert!(is_nearer(found, off(truth, p, smaller)));
                }
            }
        }
        let reduced = truth.reduced();
        prop_assert_eq!(*fractions.last().unwrap(), (reduced.numer().into(), reduced.denom().into()));
    }

    #[test]
    fn every_conversion_does_what_it_states(numer in any_size(), denom in any_size(), ticks: u64) {
        let truth = timebase(numer, denom);
        let three = [Ok(truth.exact()), truth.pragmatic(), truth.best_fraction()];
        for conversion in three.into_iter().flatten() {
            let (p, q) = (u128::from(conversion.numer), u128::from(conversion.denom));
            let expected = u128::from(ticks) * p / q;
            let fits = ticks <= conversion.span_ticks;
            prop_assert_eq!(conversion.ticks_to_ns(ticks).map(u128::from), fits.then_some(expected));
            prop_assert_eq!(conversion.ticks_to_ns(conversion.span_ticks), Some(conversion.span_ns));
            let beyond = conversion.span_ticks.checked_add(1);
            prop_assert_eq!(beyond.and_then(|ticks| conversion.ticks_to_ns(ticks)), None);
            let ordering = (p * u128::from(denom)).cmp(&(q * u128::from(numer)));
            prop_assert_eq!(conversion.error_ppm.partial_cmp(&0.0), Some(ordering), "the sign is exact");
        }
    }

    #[test]
    fn of_all_fractions_that_last_ten_years_none_is_nearer(numer in any_size(), denom in any_size()) {
        let truth = timebase(numer, denom);
        // 2^64 ns are 58.45 times ten years: no larger denominator lasts.
        let lasting = (1..=60).flat_map(|q| neighbours(truth, q).map(|p| (p, q))).filter(|(p, q)| {
            u64::try_from(*p).is_ok_and(|p| p > 0)
                && Conversion::new(Method::BestFraction, truth, *p as u64, *q as u64).span_ns >= TEN_YEARS_NS
        });
        let lasting: Vec<(u128, u128)> = lasting.collect();
        match truth.best_fraction() {
            Ok(best) => {
                prop_assert!(best.span_ns >= TEN_YEARS_NS);
                let found = off(truth, best.numer.into(), best.denom.into());
                for (p, q) in lasting {
                    prop_assert!(!is_nearer(off(truth, p, q), found), "{p}/{q} is nearer than {best:?}");
                }
            }
            // The first fraction, 1/q with q just above 2/3 of the reciprocal, has a q of 59 or
            // more.
            Err(error) => {
                prop_assert_eq!(error, TimebaseError::SpanTooShort);
                prop_assert!(u64::from(numer) * 87 <= u64::from(denom));
            }
        }
    }
}
