//! Whether the windows are late as interruptions make them late.
//!
//! An interruption hits a window in proportion to its length: where the part p of the long windows is late, of short ones, of the
//! r-th part of their length, it is 1 − (1 − p)^r. A clock that is slower for a while makes short windows late as often as
//! long ones, however brief its visits are.

use crate::chain::{Kind, Length};

use super::samples::{Sample, Samples};

/// Lateness that counts, in nanoseconds: what reads of the clock add at times, to short windows as often as to long ones, is
/// less...
const LATE_NS: f64 = 150.0;

/// ...and so are this many standard deviations of the windows' noise.
const LATE_SIGMAS: f64 = 6.0;

/// Windows of a length that tell.
const FEWEST: f64 = 40.0;

/// More standard errors than interruptions make of it: they made 4.5 at most, by timers, ticks of a kernel, an hypervisor's exits
/// and stalls of 50 to 300 ns; a clock that visits a level 0.7 % lower for a tenth of the time 9 and more.
const BY_CHANCE: f64 = 6.0;

/// By how many standard errors short windows are late more often than interruptions explain. 0 where too few windows tell.
fn standard_errors(samples: &Samples) -> f64 {
    let (mut more, mut variance) = (0.0, 0.0);
    for &kind in Kind::ALL {
        let floor_ns = |length| samples.judgement(kind, length).floor_ns;
        let noise_ns = samples.noise_ns(kind, Length::Short).max(samples.noise_ns(kind, Length::Long));
        let late_ns = LATE_NS.max(LATE_SIGMAS * noise_ns);
        let part = floor_ns(Length::Short) / floor_ns(Length::Long);
        let late = |length| {
            let of_length =
                |sample: &&Sample| sample.kind == kind && sample.length == length && sample.is_sound();
            let list = samples.list.iter().filter(of_length);
            let (all, late) = list.fold((0.0, 0.0), |(all, late), sample| {
                (all + 1.0, late + f64::from(sample.excess_ns > late_ns))
            });
            (all, late / all)
        };
        let ((shorts, short), (longs, long)) = (late(Length::Short), late(Length::Long));
        if !(part > 0.0 && part < 0.5 && shorts >= FEWEST && longs >= FEWEST) {
            continue;
        }
        // By the rule of succession: where none or all are late, that is not certain.
        let long = (long * longs + 1.0) / (longs + 2.0);
        let missed = (1.0 - long).powf(part);
        let slope = part * missed / (1.0 - long);
        let of_long = slope.powi(2) * long * (1.0 - long) / longs;
        more += shorts * (short - (1.0 - missed));
        variance += shorts * missed * (1.0 - missed) + shorts.powi(2) * of_long;
    }
    if variance > 0.0 { more / variance.sqrt() } else { 0.0 }
}

/// Whether the clock was slower for moments that the path does not show. Beside a sibling both lengths are late, too, and tell
/// nothing.
pub(super) fn hides_slower_moments(samples: &Samples) -> bool {
    !samples.can_be_shared() && standard_errors(samples) > BY_CHANCE
}
