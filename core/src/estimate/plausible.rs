//! Ranges of the values that a core can have.
//!
//! A value outside makes a reading invalid, whether its windows were taken now or read from a file.

use crate::Interval;
use std::ops::RangeInclusive;

use super::consensus::ChainResult;
use super::result::{ClockState, Estimate, TightLoop};
use super::variation::{Point, Range};

/// Clocks of cores, in hertz: the slowest are microcontrollers and emulated cores; the fastest
/// overclocked core on record is below 10 GHz, and a factor of two keeps the value of a folded
/// chain.
pub const CORE_HZ: RangeInclusive<f64> = 1e6..=20e9;

/// Cycles per step: the slowest instruction of the chains takes a dozen, an emulated one some
/// hundred.
const CYCLES: RangeInclusive<f64> = f64::MIN_POSITIVE..=1e4;

/// Fractions.
pub const SHARE: RangeInclusive<f64> = 0.0..=1.0;
pub const NOT_NEGATIVE: RangeInclusive<f64> = 0.0..=f64::MAX;
const POSITIVE: RangeInclusive<f64> = f64::MIN_POSITIVE..=f64::MAX;

/// Values of an estimate or of a reading.
pub(crate) struct Numbers<'a> {
    pub(crate) frequency_hz: Option<Interval>,
    pub(crate) at_least_hz: Option<f64>,
    pub(crate) effective_hz: Option<f64>,
    pub(crate) states: &'a [ClockState],
    pub(crate) range: Option<Range>,
    pub(crate) time_line: &'a [Point],
    pub(crate) tight_loop: TightLoop,
    pub(crate) chains: &'a [ChainResult],
}

impl Numbers<'_> {
    /// Checks each value against the valid range of its field.
    pub(crate) fn check<E>(
        &self,
        check: impl Fn(&str, f64, &RangeInclusive<f64>) -> Result<(), E>,
    ) -> Result<(), E> {
        let if_known = |name: &str, value: Option<f64>, range: &RangeInclusive<f64>| {
            value.map_or(Ok(()), |value| check(name, value, range))
        };
        if_known("frequency_hz.value", self.frequency_hz.map(|clock| clock.value), &CORE_HZ)?;
        if_known("frequency_hz.low", self.frequency_hz.map(|clock| clock.low), &POSITIVE)?;
        if_known("frequency_hz.high", self.frequency_hz.map(|clock| clock.high), &POSITIVE)?;
        if_known("effective_hz", self.effective_hz, &NOT_NEGATIVE)?;
        if_known("at_least_hz", self.at_least_hz, &CORE_HZ)?;
        for (at, state) in self.states.iter().enumerate() {
            check(&format!("states[{at}].hz"), state.hz, &CORE_HZ)?;
            check(&format!("states[{at}].time_share"), state.time_share, &SHARE)?;
        }
        if let Some(range) = self.range {
            check("range.low_hz", range.low_hz, &POSITIVE)?;
            check("range.high_hz", range.high_hz, &POSITIVE)?;
        }
        for (at, point) in self.time_line.iter().enumerate() {
            check(&format!("time_line[{at}].hz"), point.hz, &POSITIVE)?;
            check(&format!("time_line[{at}].error_hz"), point.error_hz, &NOT_NEGATIVE)?;
        }
        if_known("tight_loop.cycles_per_iteration", self.tight_loop.cycles_per_iteration, &CYCLES)?;
        if_known("tight_loop.error_cycles", self.tight_loop.error_cycles, &NOT_NEGATIVE)?;
        for (at, chain) in self.chains.iter().enumerate() {
            if_known(&format!("chains[{at}].cycles_per_step"), chain.cycles_per_step, &CYCLES)?;
            if_known(&format!("chains[{at}].error_cycles"), chain.error_cycles, &NOT_NEGATIVE)?;
        }
        Ok(())
    }
}

impl Estimate {
    /// Returns `true` if a core can have these values.
    pub(super) fn is_plausible(&self) -> bool {
        let numbers = Numbers {
            frequency_hz: self.frequency.map(|frequency| frequency.hz),
            at_least_hz: self.at_least_hz,
            effective_hz: self.effective_hz,
            states: &self.states,
            range: self.range,
            time_line: &self.time_line,
            tight_loop: self.tight_loop,
            chains: &self.chains,
        };
        let within = |name: &str, value: f64, range: &RangeInclusive<f64>| {
            if range.contains(&value) {
                return Ok(());
            }
            log::info!("no core's: {name} is {value}");
            Err(())
        };
        numbers.check(within).is_ok()
    }
}
