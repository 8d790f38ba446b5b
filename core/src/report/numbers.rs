//! All numbers of a reading for display, rounded to the digits that their errors support. Front
//! ends and the text forms take them from here, so that a reading looks the same everywhere.

use crate::chain::ChainKind;
use crate::estimate::consensus::{ChainFinding, ChainResult};
use crate::estimate::variation::Range;
use crate::estimate::verdict::Verdict;
use crate::estimate::{ClockState, NORMAL_FACTOR};
use crate::host::ClaimSource;

use super::display::{FrequencyDisplay, Rounded, decimals_carried};
use super::measurement::TimingClock;
use super::number::RoundedNumber;
use super::reach::ClockReach;
use super::reading::{ClaimComparison, Reading};

/// Significant digits of additional information: times, components of an uncertainty.
const DIGITS: usize = 2;

/// Digits of the effective clock: the time of a thread is known to 1 in 1,000 at best.
const EFFECTIVE_DIGITS: usize = 4;

/// Digits of the ends of a range: as many as distinguish them, and one more, within these limits.
const RANGE_DIGITS: (usize, usize) = (3, 6);

/// Digits of the levels of a clock: five are 30 ppm of 3 GHz, which is the accuracy of the mean of
/// a level; one more if levels would look the same.
const STATE_DIGITS: (usize, usize) = (5, 6);

/// Number of levels that are shown: a plot shows more of them better.
const STATES_SHOWN: usize = 3;

/// A reading within this of a claim is as claimed: stated clocks are nominal, and of a firmware's
/// table of multiples of a crystal the last digit is rounded.
const AS_CLAIMED_PERCENT: f64 = 0.1;

/// Decimals of a number of cycles: the maximum, and the default if its error is unknown.
const CYCLES_DECIMALS: (usize, usize) = (3, 2);

/// A number with its uncertainty.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct MeasuredNumber {
    /// The number.
    pub value: RoundedNumber,
    /// Half-width of its 95 % interval, rounded up; `None` if unknown.
    pub uncertainty: Option<RoundedNumber>,
}

impl MeasuredNumber {
    /// A number of cycles with its standard error.
    pub fn cycles(value: f64, standard_error: Option<f64>) -> MeasuredNumber {
        let (most, unknown) = CYCLES_DECIMALS;
        let decimals = standard_error.map_or(unknown, |error| decimals_carried(error, most));
        let scale = 10_f64.powi(i32::try_from(decimals).unwrap_or(0));
        let up = |error: f64| (NORMAL_FACTOR * error * scale).ceil().max(1.0) / scale;
        let uncertainty = standard_error.map(|error| RoundedNumber::new(up(error), decimals));
        MeasuredNumber { value: RoundedNumber::new(value, decimals), uncertainty }
    }
}

/// Steps between neighbouring operating points, in MHz, of processors whose clock is a multiple of
/// one. 25: AMD's, by the frequency identifiers of its P-states (Processor Programming Reference,
/// "CpuFid"). 100: Intel's ratio of the bus clock (SDM 3B, "P-states").
const BINS_MHZ: [f64; 2] = [25.0, 100.0];

/// A difference of two levels within this fraction of a bin is that bin: bus clocks are off by less
/// than 0.5 %, and the levels' own errors of 30 ppm of 5 GHz are 0.6 % of 25 MHz.
const BIN_WITHIN: f64 = 0.02;

/// Range of a varying clock.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct RangeNumbers {
    /// Its lowest state.
    pub low: Rounded,
    /// Its highest state.
    pub high: Rounded,
}

impl RangeNumbers {
    /// The ends of `range` in as many digits as distinguish them; `None` if they are not
    /// frequencies.
    pub fn of(range: Range) -> Option<RangeNumbers> {
        let (fewest, most) = RANGE_DIGITS;
        let apart = (range.high_hz / (range.high_hz - range.low_hz)).log10().ceil();
        let digits = (apart as usize).saturating_add(1).clamp(fewest, most);
        let end = |hz: f64| Rounded::significant(hz, digits);
        Some(RangeNumbers { low: end(range.low_hz)?, high: end(range.high_hz)? })
    }

    /// The two levels between which a clock switched, if there are no others and both have the same
    /// unit: a single number does not describe such a clock.
    fn between(states: &[ClockState]) -> Option<RangeNumbers> {
        let [one, other] = states else { return None };
        let (low_hz, high_hz) = (one.hz.min(other.hz), one.hz.max(other.hz));
        RangeNumbers::of(Range { low_hz, high_hz }).filter(|range| range.low.unit == range.high.unit)
    }
}

/// One of the levels among which a clock moved.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct StateNumbers {
    /// The level.
    pub level: Rounded,
    /// Share of the time at this level, in percent.
    pub percent_of_time: RoundedNumber,
}

impl StateNumbers {
    /// Up to three of `states`, those with the largest time shares.
    pub fn of(states: &[ClockState]) -> Vec<StateNumbers> {
        let shown = &states[..states.len().min(STATES_SHOWN)];
        let levels = |digits: usize| -> Vec<Option<Rounded>> {
            shown.iter().map(|state| Rounded::significant(state.hz, digits)).collect()
        };
        let (fewest, most) = STATE_DIGITS;
        let few = levels(fewest);
        let look_the_same = (1..few.len()).any(|at| few[..at].contains(&few[at]));
        let levels = if look_the_same { levels(most) } else { few };
        let numbers = shown.iter().zip(levels).filter_map(|(state, level)| {
            Some(StateNumbers {
                level: level?,
                percent_of_time: RoundedNumber::percent(state.time_share * 100.0),
            })
        });
        numbers.collect()
    }
}

/// The bin by which two levels differ, in MHz; `None` if there are not just two, or they differ by
/// something else.
pub(super) fn bin_mhz(states: &[ClockState]) -> Option<f64> {
    let [one, other] = states else { return None };
    let mhz = (one.hz - other.hz).abs() / 1e6;
    BINS_MHZ.into_iter().find(|bin| (mhz / bin - 1.0).abs() <= BIN_WITHIN)
}

/// The claimed clock, compared with the reading.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ClaimNumbers {
    /// The claimed clock.
    pub stated: Rounded,
    /// Source of the claim.
    pub source: ClaimSource,
    /// Whether the source publishes it for the chip, and the system itself claims nothing.
    pub is_published: bool,
    /// Excess of the reading over the claimed clock, in percent of the latter; `None` if refused.
    pub difference_percent: Option<RoundedNumber>,
    /// The difference without a sign, with its direction; `None` if refused.
    pub side: Option<ClaimRelation>,
}

impl From<ClaimComparison> for ClaimNumbers {
    fn from(claim: ClaimComparison) -> ClaimNumbers {
        ClaimNumbers {
            stated: Rounded::stated(claim.hz),
            source: claim.source,
            is_published: claim.source.is_published(),
            difference_percent: claim.difference_percent.map(RoundedNumber::percent),
            side: claim.difference_percent.map(ClaimRelation::of),
        }
    }
}

/// On which side of a claimed clock a reading is.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum ClaimRelation {
    /// Lower than claimed.
    Below {
        /// The difference, in percent of the claimed clock.
        percent: RoundedNumber,
    },
    /// As claimed.
    Same,
    /// Higher than claimed.
    Above {
        /// The difference, in percent of the claimed clock.
        percent: RoundedNumber,
    },
}

impl ClaimRelation {
    /// The side of a reading that is this many percent above its claim.
    fn of(difference_percent: f64) -> ClaimRelation {
        let percent = RoundedNumber::percent(difference_percent.abs());
        match difference_percent {
            d if d.abs() <= AS_CLAIMED_PERCENT => ClaimRelation::Same,
            d if d < 0.0 => ClaimRelation::Below { percent },
            _ => ClaimRelation::Above { percent },
        }
    }
}

/// Components of the half-width of the interval, in parts per million.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct UncertaintyNumbers {
    /// Contribution of the clock's quantisation alone.
    pub quantisation: RoundedNumber,
    /// The spread of the batches.
    pub batch_spread: RoundedNumber,
    /// Disagreement of the kinds beyond their own errors.
    pub chain_disagreement: RoundedNumber,
    /// Possible contribution of interruptions too short to be detected.
    pub undetected: RoundedNumber,
    /// Possible contribution of the rate of the timing clock.
    pub reference: RoundedNumber,
}

/// One kind of chain.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ChainNumbers {
    /// The kind.
    pub kind: ChainKind,
    /// The finding for this chain.
    pub finding: ChainFinding,
    /// Whether it fits the consensus.
    pub agrees: bool,
    /// Cycles per step; `None` if it was not measured.
    pub cycles_per_step: Option<MeasuredNumber>,
}

/// All numbers of a reading.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ReadingNumbers {
    /// The clock with its uncertainty; absent when refused.
    pub frequency: Option<FrequencyDisplay>,
    /// Half-width of the interval of other readings by the same timing clock; `None` if refused.
    pub repeatable: Option<Rounded>,
    /// Lower bound of the clock, if it was never undisturbed.
    pub at_least: Option<Rounded>,
    /// Range of a varying clock.
    pub range: Option<RangeNumbers>,
    /// Up to three levels of a varying clock with the largest time shares, the largest first.
    pub states: Vec<StateNumbers>,
    /// The two levels between which a varying clock switched, if it had no others: shown in place
    /// of the number.
    pub between: Option<RangeNumbers>,
    /// The claimed clock.
    pub claim: Option<ClaimNumbers>,
    /// Whether the clock reaches the claimed clock; `None` if that is unknown.
    pub reach: Option<ClockReach>,
    /// Cycles per iteration of the tight loop; `None` if it was not measured.
    pub tight_loop: Option<MeasuredNumber>,
    /// The effective clock: cycles that the thread got per second of wall time.
    pub effective: Option<Rounded>,
    /// Confidence level of the interval, in percent.
    pub confidence_percent: RoundedNumber,
    /// Components of the interval; `None` if refused.
    pub uncertainty_ppm: Option<UncertaintyNumbers>,
    /// Tolerance of the timing clock, in parts per million.
    pub clock_tolerance_ppm: RoundedNumber,
    /// Every kind of chain.
    pub chains: Vec<ChainNumbers>,
    /// Duration of the warm-up, in milliseconds.
    pub warm_up_ms: RoundedNumber,
    /// Time from the end of the warm-up to the first number, in milliseconds; `None` if there was
    /// none.
    pub time_to_first_estimate_ms: Option<RoundedNumber>,
    /// Time from the first window to the last, in milliseconds.
    pub elapsed_ms: RoundedNumber,
}

impl ReadingNumbers {
    /// The numbers of `reading`.
    pub fn of(reading: &Reading) -> ReadingNumbers {
        let shown = |value: f64| RoundedNumber::significant(value, DIGITS);
        let chain = |chain: &ChainResult| ChainNumbers {
            kind: chain.kind,
            finding: chain.finding,
            agrees: chain.agrees,
            cycles_per_step: chain.cycles_per_step.map(|c| MeasuredNumber::cycles(c, chain.error_cycles)),
        };
        let tight = reading.tight_loop;
        ReadingNumbers {
            frequency: reading.display(),
            repeatable: reading.repeatable_display(),
            at_least: reading.at_least(),
            range: reading.range.and_then(RangeNumbers::of),
            states: StateNumbers::of(&reading.states),
            between: RangeNumbers::between(&reading.states).filter(|_| reading.verdict == Verdict::Varying),
            claim: reading.claim.map(ClaimNumbers::from),
            reach: ClockReach::of(reading),
            tight_loop: tight.cycles_per_iteration.map(|c| MeasuredNumber::cycles(c, tight.error_cycles)),
            effective: reading.effective_hz.and_then(|hz| Rounded::significant(hz, EFFECTIVE_DIGITS)),
            confidence_percent: shown(reading.confidence * 100.0),
            uncertainty_ppm: reading.uncertainty.map(|parts| UncertaintyNumbers {
                quantisation: shown(parts.quantisation_ppm),
                batch_spread: shown(parts.batch_spread_ppm),
                chain_disagreement: shown(parts.chain_disagreement_ppm),
                undetected: shown(parts.undetected_ppm),
                reference: shown(parts.reference_ppm),
            }),
            clock_tolerance_ppm: RoundedNumber::tolerance_ppm(reading.clock_tolerance_ppm),
            chains: reading.chains.iter().map(chain).collect(),
            warm_up_ms: shown(reading.warm_up_ms),
            time_to_first_estimate_ms: reading.time_to_first_estimate_ms.map(shown),
            elapsed_ms: shown(reading.elapsed_ms),
        }
    }
}

/// The numbers of the timing clock.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ClockNumbers {
    /// Its nominal rate.
    pub nominal: Rounded,
    /// Smallest step seen, in nanoseconds; `None` if nothing was measured.
    pub step_ns: Option<RoundedNumber>,
    /// Read cost, in nanoseconds; `None` if nothing was measured.
    pub read_cost_ns: Option<RoundedNumber>,
}

impl ClockNumbers {
    /// The numbers of `clock`.
    pub fn of(clock: &TimingClock) -> ClockNumbers {
        let shown = |value: f64| RoundedNumber::significant(value, DIGITS);
        ClockNumbers {
            nominal: Rounded::stated(clock.nominal_hz),
            step_ns: clock.step_ns.map(shown),
            read_cost_ns: clock.read_cost_ns.map(shown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_show_the_digits_that_their_error_carries() {
        let shown = |value, error| {
            let number = MeasuredNumber::cycles(value, error);
            (number.value.digits(), number.uncertainty.map(|error| error.digits()))
        };
        let pair = |value: &str, error: &str| (value.to_owned(), Some(error.to_owned()));
        assert_eq!(shown(1.000_02, Some(0.000_1)), pair("1.000", "0.001"));
        assert_eq!(shown(2.004, Some(0.02)), pair("2.00", "0.04"));
        assert_eq!(shown(3.2, Some(1.0)), pair("3", "2"));
        assert_eq!(shown(1.0, None), ("1.00".to_owned(), None));
    }

    #[test]
    fn a_reading_is_below_above_or_as_claimed() {
        let ClaimRelation::Below { percent } = ClaimRelation::of(-45.2) else { panic!("below") };
        assert_eq!(percent.digits(), "45");
        let ClaimRelation::Above { percent } = ClaimRelation::of(1.23) else { panic!("above") };
        assert_eq!(percent.digits(), "1.2");
        assert_eq!(
            (ClaimRelation::of(0.1), ClaimRelation::of(-0.1)),
            (ClaimRelation::Same, ClaimRelation::Same)
        );
    }

    #[test]
    fn the_ends_of_a_range_can_be_told_apart() {
        let shown = |low_hz, high_hz| {
            let RangeNumbers { low, high } = RangeNumbers::of(Range { low_hz, high_hz }).unwrap();
            (low.to_string(), high.to_string())
        };
        let pair = |low: &str, high: &str| (low.to_owned(), high.to_owned());
        assert_eq!(shown(1.2e9, 3.1e9), pair("1.20 GHz", "3.10 GHz"));
        assert_eq!(shown(2.000e9, 2.004e9), pair("2.000 GHz", "2.004 GHz"));
        assert_eq!(shown(2e9, 2e9), pair("2.00000 GHz", "2.00000 GHz"));
    }

    #[test]
    fn a_clock_of_two_levels_of_one_unit_is_told_by_both() {
        let between = |levels: &[f64]| {
            let states: Vec<ClockState> =
                levels.iter().map(|&hz| ClockState { hz, time_share: 1.0 / levels.len() as f64 }).collect();
            RangeNumbers::between(&states).map(|range| (range.low.to_string(), range.high.to_string()))
        };
        assert_eq!(between(&[3.1e9, 2.7e9]), Some(("2.70 GHz".to_owned(), "3.10 GHz".to_owned())));
        assert_eq!(between(&[3.1e9, 3.105e9]), Some(("3.100 GHz".to_owned(), "3.105 GHz".to_owned())));
        assert_eq!(between(&[3.1e9, 0.6e9]), None, "not of one unit");
        assert_eq!(between(&[3.1e9, 2.7e9, 2.4e9]), None);
        assert_eq!(between(&[]), None);
    }

    #[test]
    fn two_levels_a_bin_apart_have_a_bin() {
        let bin = |levels: &[f64]| {
            let states: Vec<ClockState> =
                levels.iter().map(|&hz| ClockState { hz, time_share: 0.4 }).collect();
            bin_mhz(&states)
        };
        assert_eq!(bin(&[3.6945e9, 3.6697e9]), Some(25.0));
        assert_eq!(bin(&[3.1e9, 3.2e9]), Some(100.0));
        assert_eq!((bin(&[3.1e9, 3.13e9]), bin(&[3.1e9, 3.15e9])), (None, None), "30 and 50 MHz");
        assert_eq!((bin(&[3.1e9]), bin(&[3.1e9, 3.2e9, 3.3e9])), (None, None));
    }

    #[test]
    fn the_levels_of_most_of_the_time_are_shown_and_look_different() {
        let shown = |states: &[(f64, f64)]| -> Vec<(String, String)> {
            let states: Vec<ClockState> =
                states.iter().map(|&(hz, share)| ClockState { hz, time_share: share }).collect();
            let numbers = StateNumbers::of(&states);
            numbers.iter().map(|state| (state.level.to_string(), state.percent_of_time.digits())).collect()
        };
        let pair = |level: &str, percent: &str| (level.to_owned(), percent.to_owned());
        assert_eq!(
            shown(&[(3.099_95e9, 0.568), (2.699_91e9, 0.404), (3.2e9, 0.021), (2.4e9, 0.007)]),
            [pair("3.1000 GHz", "57"), pair("2.6999 GHz", "40"), pair("3.2000 GHz", "2.1")]
        );
        assert_eq!(
            shown(&[(3.000_01e9, 0.5), (3.000_04e9, 0.5)]),
            [pair("3.00001 GHz", "50"), pair("3.00004 GHz", "50")]
        );
        assert_eq!(shown(&[]), []);
    }
}
