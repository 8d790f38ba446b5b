//! The rate of a counter, in sessions with mocks.

use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::clock::crosscheck::{Agreement, ClockFinding, NotChecked, Recorder, check};
use crate::clock::mock::{MockClock, VirtualTime};
use crate::clock::{Clocks, RateSource, UnknownRate, Witness};

const TSC_HZ: u64 = 2_596_140_000;
const UNKNOWN: Rate = Rate::Unknown { reason: UnknownRate::NotInCpuid };

/// Action before a sample, by its number, on the counter and the other clocks.
type FaultSchedule = fn(usize, &MockClock, &[Arc<MockClock>]);

/// Half a second, timed by a counter whose measured rate has an error of `opening_ppm`, at most
/// 6 ppm.
fn session(opening_ppm: f64, others: &[(ClockId, f64)], happen: FaultSchedule) -> SessionRecord {
    let time = VirtualTime::new();
    let clock = |id, hz| MockClock::new(&time, hz).with_id(id).with_read_cost(Duration::from_nanos(25));
    let counter = Arc::new(clock(ClockId::Tsc, TSC_HZ));
    let other = |&(id, ppm): &(ClockId, f64)| {
        let clock = clock(id, 1_000_000_000);
        clock.drift_ppm(ppm);
        Arc::new(clock)
    };
    let others: Vec<Arc<MockClock>> = others.iter().map(other).collect();
    let witness =
        |clock: &Arc<MockClock>| Witness::of_clock(Arc::clone(clock) as Arc<dyn crate::clock::Clock>);
    let witnesses = others.iter().map(witness).collect();
    let primary: Arc<dyn crate::clock::Clock> = Arc::clone(&counter) as _;
    let mut recorder = Recorder::new(Clocks { primary, witnesses, notes: Vec::new() });
    for sample in 0..21 {
        happen(sample, &counter, &others);
        recorder.sample();
        time.advance(Duration::from_nanos(25_000_000 + (sample * sample * 7919) as u64 % 10_007));
    }
    let mut record = recorder.into_record();
    let opening_hz = TSC_HZ as f64 * (1.0 + opening_ppm * 1e-6);
    record.primary.timebase = Timebase::from_hz(opening_hz.round() as u64).unwrap();
    record.primary.measured =
        Some(MeasuredRate { against: ClockId::MonotonicRaw, uncertainty_ppm: 6.0, stated: UNKNOWN });
    record
}

fn quietly(_: usize, _: &MockClock, _: &[Arc<MockClock>]) {}

/// Error of the record's rate, in ppm.
fn off_ppm(record: &SessionRecord) -> f64 {
    (record.primary.timebase.hz() / TSC_HZ as f64 - 1.0) * 1e6
}

/// Sets the rate that the processor states, with an error of `ppm`.
fn stating(mut record: SessionRecord, ppm: f64) -> SessionRecord {
    let hz = (TSC_HZ as f64 * (1.0 + ppm * 1e-6)).round() as u64;
    let stated = Rate::Stated { timebase: Timebase::from_hz(hz).unwrap(), by: RateSource::Cpuid };
    record.primary.measured = record.primary.measured.map(|measured| MeasuredRate { stated, ..measured });
    record
}

#[test]
fn the_session_gives_a_better_rate_than_the_opening() {
    let record = session(5.0, &[(ClockId::MonotonicRaw, 0.0)], quietly).at_its_own_rate();
    let bound_ppm = record.primary.measured.unwrap().uncertainty_ppm;
    assert!(bound_ppm < 0.3, "half a second and brackets of 75 ns: {bound_ppm}");
    assert!(off_ppm(&record).abs() <= bound_ppm, "{}", off_ppm(&record));
}

#[test]
fn the_rate_is_the_other_clocks_even_where_that_one_is_wrong() {
    // It runs 80 ppm fast: in a second of its own the counter ticks less.
    let record = session(-80.0, &[(ClockId::MonotonicRaw, 80.0)], quietly).at_its_own_rate();
    assert!((off_ppm(&record) + 80.0).abs() < 0.4, "{}", off_ppm(&record));
}

#[test]
fn a_jump_leaves_the_openings_rate() {
    let jumps: [FaultSchedule; 2] = [
        |sample, counter, _| {
            if sample == 10 {
                counter.step(50_000);
            }
        },
        |sample, _, others| {
            if sample == 10 {
                others[0].step(-20_000);
            }
        },
    ];
    for jump in jumps {
        let record = session(5.0, &[(ClockId::MonotonicRaw, 0.0)], jump);
        assert_eq!(record.clone().at_its_own_rate(), record);
        assert!(!check(&record).events.is_empty(), "the cross-check names it");
    }
}

#[test]
fn two_rates_that_contradict_each_other_leave_the_openings() {
    let record = session(400.0, &[(ClockId::MonotonicRaw, 0.0)], quietly);
    assert_eq!(record.clone().at_its_own_rate(), record);
}

#[test]
fn too_few_brackets_leave_the_openings_rate() {
    let mut record = session(5.0, &[(ClockId::MonotonicRaw, 0.0)], quietly);
    record.witnesses[0].brackets.truncate(1);
    assert_eq!(record.clone().at_its_own_rate(), record);
}

#[test]
fn a_stated_rate_of_the_clock_itself_is_left_alone() {
    let mut record = session(5.0, &[(ClockId::MonotonicRaw, 0.0)], quietly);
    record.primary.measured = None;
    assert_eq!(record.clone().at_its_own_rate(), record);
}

#[test]
fn the_clock_that_gave_the_rate_does_not_confirm_it() {
    let outcome = check(&session(0.0, &[(ClockId::MonotonicRaw, 0.0)], quietly).at_its_own_rate());
    assert_eq!(outcome.rate, Agreement::Unchecked { reason: NotChecked::NoSecondRate });
    assert_eq!(outcome.witnesses[0].rate, None);
    assert!(matches!(outcome.stability, Agreement::Agree { witness: ClockId::MonotonicRaw, .. }));
}

#[test]
fn the_stated_rate_checks_the_system_clock() {
    let raw = (ClockId::MonotonicRaw, 0.0);
    let Agreement::Agree { witness, difference } = check(&stating(session(0.0, &[raw], quietly), 20.0)).rate
    else {
        panic!("20 ppm are within the tolerance of oscillators");
    };
    assert_eq!(witness, ClockId::Tsc);
    assert!((difference.ppm + 20.0).abs() < 0.1, "by what it states it is slow: {difference:?}");
}

#[test]
fn a_stated_rate_that_is_far_off_is_a_question_until_a_third_clock_answers() {
    let raw = (ClockId::MonotonicRaw, 0.0);
    let wall = |ppm| (ClockId::Realtime, ppm);
    let rate = |others: &[_]| match check(&stating(session(0.0, others, quietly), 5_000.0)).rate {
        Agreement::Disagree(found) => found,
        other => panic!("5,000 ppm are too many: {other:?}"),
    };
    let open = rate(&[raw]);
    assert_eq!((open.primary, open.witness, open.culprit), (ClockId::MonotonicRaw, ClockId::Tsc, None));
    assert!(open.invalidates_reading, "the clock that gave the rate is no third one");
    let wrong_statement = rate(&[raw, wall(0.0)]);
    assert_eq!(wrong_statement.finding, ClockFinding::CounterRateWrong);
    assert_eq!((wrong_statement.culprit, wrong_statement.invalidates_reading), (Some(ClockId::Tsc), false));
    // By what it states the counter is slow, and so is the wall clock.
    let wrong_clock = rate(&[raw, wall(-5_000.0)]);
    assert_eq!((wrong_clock.culprit, wrong_clock.invalidates_reading), (Some(ClockId::MonotonicRaw), true));
}

#[test]
fn a_counter_that_changed_since_the_opening_disagrees_with_the_clock_that_gave_its_rate() {
    let record = session(-5_000.0, &[(ClockId::MonotonicRaw, 0.0)], quietly).at_its_own_rate();
    let Agreement::Disagree(found) = check(&stating(record, 0.0)).rate else {
        panic!("5,000 ppm are no agreement by construction");
    };
    assert_eq!((found.primary, found.witness), (ClockId::Tsc, ClockId::MonotonicRaw));
    assert!(found.invalidates_reading);
}
