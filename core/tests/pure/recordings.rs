//! Whatever a recording holds, estimating it ends, and its reading can be written and read.

use proptest::prelude::*;
use trueghz::chain::{BodyLength, ChainKind};
use trueghz::clock::crosscheck::{Bracket, ClockRecord, SessionRecord, WitnessRecord};
use trueghz::clock::{ClockId, Rate, RateSource, Timebase};
use trueghz::estimate::estimate;
use trueghz::estimate::recording::{ClockFacts, CpuSet, Recording, WarmUp, WarmUpEnd, Window};
use trueghz::estimate::verdict::Verdict;
use trueghz::estimate::windows::Windows;

/// Typical times, mixed with values that no clock should show.
fn elapsed() -> impl Strategy<Value = i64> {
    prop_oneof![
        8 => 290_000_i64..310_000,
        2 => 1_i64..1_000_000_000,
        1 => Just(0_i64),
        1 => any::<i64>(),
    ]
}

fn window() -> impl Strategy<Value = (ChainKind, BodyLength, u32, u32, u64, i64, u32, Option<u32>)> {
    (
        prop::sample::select(ChainKind::ALL),
        prop::sample::select(&BodyLength::ALL[..]),
        prop_oneof![9 => 1_u32..5_000, 1 => 1_u32..=u32::MAX],
        prop_oneof![8 => 0_u32..2, 1 => 2_u32..1_000, 1 => any::<u32>()],
        any::<u64>(),
        elapsed(),
        prop_oneof![9 => 0_u32..100, 1 => any::<u32>()],
        prop::option::of(0_u32..3),
    )
}

fn counting() -> impl Strategy<Value = Option<CpuSet>> {
    let cpus = || prop::collection::vec(0_u32..3, 0..3);
    prop::option::of(prop_oneof![cpus().prop_map(CpuSet::Only), cpus().prop_map(CpuSet::AllBut)])
}

fn recording() -> impl Strategy<Value = Recording> {
    let windows = prop::collection::vec(window(), 0..600);
    let brackets = prop::collection::vec(any::<(u64, u64, u64)>(), 0..20);
    (windows, brackets, 1_u64..5_000_000_000, prop::option::of(0.1_f64..1e6), counting()).prop_map(
        |(windows, brackets, hz, poll_cost_ns, counting)| {
            let timebase = Timebase::from_hz(hz).unwrap_or(Timebase::NANOSECONDS);
            let mut round = 0;
            let list =
                windows.into_iter().map(|(kind, length, iterations, next, start, elapsed, polls, ran_on)| {
                    round = next.saturating_add(round);
                    let (start_ticks, elapsed_ticks) = (start, elapsed);
                    Window { kind, length, iterations, round, start_ticks, elapsed_ticks, polls, ran_on }
                });
            let bracket = |(before_ticks, witness_ticks, after_ticks)| Bracket {
                before_ticks,
                witness_ticks,
                after_ticks,
            };
            let witness = WitnessRecord {
                id: ClockId::Mock,
                rate: Rate::Stated { timebase, by: RateSource::System },
                resolution_ticks: Some(1),
                brackets: brackets.into_iter().map(bracket).collect(),
            };
            let primary =
                ClockRecord { id: ClockId::Mock, timebase, resolution_ticks: Some(1), measured: None };
            Recording {
                clock: ClockFacts {
                    id: ClockId::Mock,
                    timebase,
                    step_ns: 1.0,
                    read_cost_ns: 20.0,
                    poll_cost_ns,
                },
                cpu: Some(0),
                valid_cpus: counting,
                can_be_shared: Some(true),
                start_ticks: None,
                warm_up: WarmUp { samples: Vec::new(), end: WarmUpEnd::Flat, elapsed_ms: 50.0 },
                windows: Windows(list.collect()),
                session: SessionRecord { primary, witnesses: vec![witness] },
                elapsed_ms: 500.0,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn any_recording_has_an_estimate(recording in recording()) {
        let estimate = estimate(&recording);
        prop_assert_eq!(estimate.frequency.is_none(), estimate.verdict == Verdict::Refused);
        if let Some(frequency) = estimate.frequency {
            prop_assert!(frequency.hz.value.is_finite() && frequency.hz.value > 0.0, "{:?}", frequency);
            prop_assert!(frequency.hz.contains(frequency.hz.value), "{frequency:?}");
        }
        trueghz::clock::crosscheck::check(&recording.session);
    }

    #[test]
    fn any_recording_survives_its_json(recording in recording()) {
        let text = serde_json::to_string(&recording).expect("JSON");
        prop_assert_eq!(serde_json::from_str::<Recording>(&text).expect("a recording"), recording);
    }
}
