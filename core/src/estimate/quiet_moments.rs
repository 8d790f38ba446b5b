//! The number from the moments in which nothing shared the core: the mean of batches, and whether the clock moved.

use crate::chain::{Kind, Role};

use super::batches::{Cut, FEWEST_BATCHES, Stretch};
use super::carriers::Carriers;
use super::consensus::{Consensus, Periods};
use super::course::Course;
use super::drift;
use super::frequency::Doubt;
use super::recording::ClockFacts;
use super::samples::{Sample, Samples};
use super::states::{self, States};
use super::statistics::{Uncertain, WeightedMean};
use super::variation::{self, Range};
use super::verdict::Reason;
use super::{ClockState, FEWEST_KINDS, Found, Refusal, TightLoop};

/// Estimates the clock from the moments in which nothing shared the core.
pub(super) fn number(samples: &mut Samples, clock: &ClockFacts) -> Result<Found, Refusal> {
    let cut = Cut::of(samples.rounds).ok_or(Reason::Starved)?;
    let mut states = States::of(samples);
    let levelled = Stretch::levelled(samples);
    let periods: Periods = Kind::ALL.iter().map(|&kind| (kind, levelled.period_ns(kind, samples))).collect();
    let measured = periods
        .iter()
        .filter(|(kind, period)| matches!(kind.role(), Role::OneCycle { .. }) && period.is_some())
        .count();
    if measured < FEWEST_KINDS {
        return Err(Reason::Starved.into());
    }
    let consensus = Consensus::of(&periods).ok_or(Reason::NoConsensus)?;
    let carriers = Carriers::of(&consensus, &periods, samples);

    let batches = |time_ns: &dyn Fn(&Sample) -> Option<f64>| {
        let stretches = Stretch::cut(samples, cut.batches, time_ns);
        let cycles = stretches.iter().filter_map(|stretch| carriers.cycle_ns(stretch, samples));
        cycles.filter(|cycle| cycle.value > 0.0).collect::<Vec<Uncertain>>()
    };
    // In the main state as they are: a level that follows the noise must not narrow the interval.
    let on_main = batches(&|sample| Some(if is_on_main(sample) { sample.time_ns } else { sample.level_ns }));
    let mean =
        WeightedMean::of(&on_main).filter(|mean| mean.count >= FEWEST_BATCHES).ok_or(Reason::Starved)?;

    let share = |&(kind, cycles): &(Kind, f64)| Some((kind, levelled.chain_share(kind, samples)? / cycles));
    let shares: Vec<(Kind, f64)> = carriers.list().iter().filter_map(share).collect();
    let mut time_line = variation::time_line(samples, &shares, cut.slices, |sample| Some(sample.time_ns));

    let doubt = Doubt::of(samples, &mean, &on_main, &carriers, &periods, clock);
    let shared = samples.contention().share();
    let course = if shared > 0.0 { Course::of(samples, Some(mean.mean.value)) } else { None };
    // Where the states tell all, they tell it more exactly.
    let course = course.filter(|course| !states.tell_all(course, 1e9 / mean.mean.value));
    if course.is_none() && drift::is_finely_told(shared, doubt.besides_batches_ppm()) {
        states.share_out_by_quiet_moments(samples);
    }
    let stepped = states.moved() || course.is_some();
    let drifted = drift::least_ppm(shared, doubt.besides_batches_ppm()).is_some_and(|least_ppm| {
        // An excursion that is too brief for a state does not make a drift.
        let as_they_are = |sample: &Sample| (stepped || is_near_main(sample)).then_some(sample.time_ns);
        let line = variation::time_line(samples, &shares, cut.slices, as_they_are);
        drift::drifted(samples, &batches(&as_they_are), &line, least_ppm)
    });
    let moved = stepped || drifted;
    let mut frequency = doubt.frequency(moved).ok_or(Reason::Starved)?;
    let in_hz = |level: f64| frequency.hz * (-level).exp();
    let mut clock_states: Vec<ClockState> =
        states.list.iter().map(|state| ClockState { hz: in_hz(state.level), share: state.share }).collect();
    let mut range = Range { low_hz: frequency.hz, high_hz: frequency.hz };
    if stepped {
        range = range.with(in_hz(states.range.0)).with(in_hz(states.range.1));
    }
    if moved {
        time_line = variation::finest_time_line(samples, &shares, cut.slices);
    }
    if stepped && !states.by_quiet_moments {
        // Where nothing was quiet, the course tells, or the states do.
        let of_states = || variation::time_line_of_states(samples, frequency.hz);
        time_line.append(&mut course.as_ref().map_or_else(of_states, Course::shared_points));
        time_line.sort_by(|a, b| a.at_ms.total_cmp(&b.at_ms));
    }
    if let Some(course) = course.as_ref().filter(|_| samples.contention().is_mostly_shared()) {
        // The few quiet moments tell neither how long it stood where, nor where it stood besides.
        let Range { low_hz, high_hz } = course.range(states::MOMENT);
        range = range.with(low_hz).with(high_hz);
        clock_states.clear();
    }
    let variation = if drifted { variation::variation(&time_line) } else { None };
    if let Some(course) = course {
        let ahead = 1.0 - course.least_mean_hz() / course.mean_hz();
        let mean = course.mean_hz() / frequency.hz;
        frequency = frequency.over_states(mean, states.doubt).or_beyond(ahead, Course::late(shared));
    } else if stepped {
        frequency = frequency.over_states(states.mean, states.doubt);
    } else if let Some(variation) = variation {
        frequency = frequency.about(variation.mean);
        range = variation.range;
    }
    if let Some(variation) = variation {
        range = range.with(variation.range.low_hz).with(variation.range.high_hz);
    }
    let tight_loop = tight_loop(&periods, &consensus);
    Ok(Found { consensus, frequency, moved, range, states: clock_states, time_line, tight_loop })
}

fn is_on_main(sample: &Sample) -> bool {
    sample.level.abs() < states::FAR
}

fn is_near_main(sample: &Sample) -> bool {
    sample.level.abs() < EXCURSION
}

/// A level farther from the usual one than this part is an excursion, and no drift.
const EXCURSION: f64 = 0.015;

fn tight_loop(periods: &Periods, consensus: &Consensus) -> TightLoop {
    let reference = consensus
        .kinds
        .iter()
        .filter_map(|kind| periods.iter().find(|(other, _)| other == kind)?.1)
        .map(|period| period.value)
        .collect::<Vec<f64>>();
    let cycle = reference.iter().sum::<f64>() / reference.len() as f64;
    let tight = periods.iter().find(|(kind, _)| kind.role() == Role::TightLoop).and_then(|&(_, p)| p);
    TightLoop {
        cycles_per_iteration: tight.map(|period| period.value / cycle),
        error_cycles: tight.map(|period| period.error / cycle),
    }
}
