//! The replay of a measurement: the frames that a screen shows after the last window. Nothing may
//! be drawn while windows are taken, since drawing keeps a second core busy.

use trueghz::estimate::recording::WarmUpSample;
use trueghz::report::Reading;
use trueghz::report::curve::Curve;
use trueghz::report::display::Rounded;

/// Fraction of a core's frames that shows its warm-up: this takes a small fraction of the time, and
/// is the most interesting part.
const WARM_UP_PART: f64 = 0.7;

/// Digits of the clock while it runs along the curve: as many as in the sentence below the curve.
/// The points of a warm-up have no interval that would support more.
const DIGITS: usize = 3;

/// A frame of a replay.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct ReplayFrame {
    /// Index of the reading whose curve is drawn.
    pub core: u32,
    /// Time up to which it is drawn, in milliseconds since the core's turn began.
    pub until_ms: f64,
    /// The clock at this time.
    pub frequency: Rounded,
}

/// The replay of `readings`, one after the other, in at most `frames` frames: every core has the
/// same share of them, its warm-up in slow motion. Empty if no reading has a curve, or if there are
/// fewer frames than cores with one.
pub fn frames(readings: &[Reading], frames: u32) -> Vec<ReplayFrame> {
    let tracks: Vec<(u32, Track)> = (0_u32..)
        .zip(readings)
        .filter_map(|(core, reading)| Some((core, Track::of(&Curve::of(reading))?)))
        .collect();
    let share = usize::try_from(frames).unwrap_or(usize::MAX).checked_div(tracks.len()).unwrap_or(0);
    let of_core = |(core, track): &(u32, Track)| {
        let core = *core;
        let moments = track.moments(share);
        moments.into_iter().filter_map(move |WarmUpSample { at_ms, hz }| {
            Some(ReplayFrame { core, until_ms: at_ms, frequency: Rounded::significant(hz, DIGITS)? })
        })
    };
    tracks.iter().flat_map(of_core).collect()
}

/// A curve as one line, and the time at which the measurement begins.
struct Track {
    points: Vec<WarmUpSample>,
    measured_from_ms: f64,
}

impl Track {
    /// Returns `None` if there is no line to draw.
    fn of(curve: &Curve) -> Option<Track> {
        let warm_up = curve.warm_up.iter().map(|point| (point.at_ms, point.hz));
        let steady = curve.steady.iter().map(|point| (point.at_ms, point.hz));
        let points: Vec<_> = warm_up.chain(steady).map(|(at_ms, hz)| WarmUpSample { at_ms, hz }).collect();
        let (first, last) = (points.first()?, points.last()?);
        if last.at_ms <= first.at_ms {
            return None;
        }
        let measured_from_ms = curve.steady.first().map_or(last.at_ms, |point| point.at_ms);
        Some(Track { measured_from_ms, points })
    }

    /// Returns the line at `count` equal steps of the replay, the last one at the end of the line.
    fn moments(&self, count: usize) -> Vec<WarmUpSample> {
        (1..=count)
            .map(|place| {
                let at_ms = self.at_ms(place as f64 / count as f64);
                WarmUpSample { at_ms, hz: self.hz(at_ms) }
            })
            .collect()
    }

    /// The time on the line when the fraction `part` of the replay is over.
    fn at_ms(&self, part: f64) -> f64 {
        let (from, to) = (self.points[0].at_ms, self.points[self.points.len() - 1].at_ms);
        let between = self.measured_from_ms;
        if between <= from || between >= to {
            return mixed(from, to, part);
        }
        if part < WARM_UP_PART {
            mixed(from, between, part / WARM_UP_PART)
        } else {
            mixed(between, to, (part - WARM_UP_PART) / (1.0 - WARM_UP_PART))
        }
    }

    /// The clock at a time, on the straight line between the points that is drawn.
    fn hz(&self, at_ms: f64) -> f64 {
        let after = self.points.partition_point(|point| point.at_ms <= at_ms);
        let before = self.points[after.saturating_sub(1)];
        let Some(next) = self.points.get(after) else { return before.hz };
        mixed(before.hz, next.hz, ((at_ms - before.at_ms) / (next.at_ms - before.at_ms)).clamp(0.0, 1.0))
    }
}

/// Interpolates linearly from one value to another; exactly the other at 1.
fn mixed(from: f64, to: f64, part: f64) -> f64 {
    from * (1.0 - part) + to * part
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(measured_from_ms: f64) -> Track {
        let at = |(at_ms, hz)| WarmUpSample { at_ms, hz };
        let points = [(0.0, 1e9), (40.0, 3e9), (50.0, 3e9), (1050.0, 3e9)].map(at).to_vec();
        Track { points, measured_from_ms }
    }

    #[test]
    fn the_warm_up_is_seen_in_slow_motion() {
        let moments = track(50.0).moments(100);
        let in_warm_up = moments.iter().filter(|moment| moment.at_ms <= 50.0 + 1e-9).count();
        assert_eq!(in_warm_up, 70, "{moments:?}");
        assert_eq!(moments[99], WarmUpSample { at_ms: 1050.0, hz: 3e9 });
        assert!(moments.is_sorted_by(|a, b| a.at_ms < b.at_ms));
        // 28 of 70 moments: 20 ms, half of the climb.
        assert!((moments[27].hz / 2e9 - 1.0).abs() < 1e-9, "{:?}", moments[27]);
    }

    #[test]
    fn the_end_is_the_last_point() {
        let end = |measured_from_ms| track(measured_from_ms).moments(7).last().map(|moment| moment.at_ms);
        assert!([0.0, 12.3, 50.0, 1050.0].iter().all(|&from_ms| end(from_ms) == Some(1050.0)));
    }

    #[test]
    fn a_curve_of_one_part_runs_evenly() {
        let moments = track(1050.0).moments(10);
        assert_eq!(moments[4].at_ms, 525.0);
        assert_eq!(track(0.0).moments(10)[4].at_ms, 525.0);
    }

    #[test]
    fn nothing_to_see_is_no_frame() {
        assert_eq!(frames(&[], 120), []);
        assert!(Track::of(&Curve::so_far(&[], None, None)).is_none());
        let point = WarmUpSample { at_ms: 1.0, hz: 1e9 };
        assert!(Track::of(&Curve::so_far(&[point], None, None)).is_none());
    }
}
