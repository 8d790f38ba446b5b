//! A core's clock: fixed, to be drawn, or moving.

use serde::{Deserialize, Serialize};

use crate::machine::{Invalid, within};

/// A ramp is cut into steps of this length, in femtoseconds: 50 µs, below the windows that are
/// measured.
const RAMP_STEP_FS: u64 = 50_000_000_000;
/// Femtoseconds in a millisecond.
pub const FS_PER_MS: f64 = 1e12;

/// The clock of a core.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// A fixed clock, in MHz.
    Mhz(f64),
    /// A fixed clock, drawn between two bounds in MHz when the machine is run, to a thousandth of a
    /// MHz.
    DrawMhz([f64; 2]),
    /// A clock that moves.
    Profile(Profile),
}

/// Lowering of a core's clock by vectors: from the first fused multiply-add of vectors until a time
/// after the last one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vectors {
    /// The lowered clock, as a fraction of the clock without vectors.
    pub part: f64,
    /// Time from the last fused multiply-add to the return of the clock, in milliseconds.
    pub for_ms: f64,
}

/// A varying clock: points in time and the clock from there on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The points, the first of them at 0 ms.
    pub points: Vec<Point>,
    /// Period in milliseconds after which the points repeat; they occur once if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_ms: Option<f64>,
    /// Bounds of a factor that all points' clocks are multiplied by, drawn when the machine is run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_factor: Option<[f64; 2]>,
}

/// A point of a clock's profile.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Milliseconds after the program's start.
    pub at_ms: f64,
    /// The clock from then on, in MHz.
    pub mhz: f64,
    /// Whether the clock goes evenly from this point's to the next one's, instead of stepping
    /// there.
    #[serde(default)]
    pub ramp: bool,
}

/// A stretch of fixed clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// When it begins, in femtoseconds after the profile's start.
    pub from_fs: u64,
    /// Its clock, in Hz.
    pub hz: u64,
}

/// MHz to Hz, the nearest: a file gives at most six places.
fn hz(mhz: f64) -> u64 {
    (mhz * 1e6).round() as u64
}

impl Clock {
    /// Checks every range.
    pub(crate) fn check(&self) -> Result<(), Invalid> {
        let mhz = |value| within("a clock in MHz", value, 1.0, 20_000.0, "1 to 20,000");
        match self {
            Clock::Mhz(value) => mhz(*value),
            Clock::DrawMhz(bounds) => {
                mhz(bounds[0])?;
                within("the upper bound of the clock", bounds[1], bounds[0], 20_000.0, "above the lower")
            }
            Clock::Profile(profile) => {
                profile.points.iter().try_for_each(|point| mhz(point.mhz))?;
                profile.check()
            }
        }
    }

    /// The pieces of the clock, the first of them at 0; `None` if it is still to be drawn.
    pub fn pieces(&self) -> Option<Vec<Piece>> {
        match self {
            Clock::Mhz(mhz) => Some(vec![Piece { from_fs: 0, hz: hz(*mhz) }]),
            Clock::DrawMhz(_) => None,
            Clock::Profile(profile) if profile.draw_factor.is_some() => None,
            Clock::Profile(profile) => Some(profile.pieces()),
        }
    }

    /// Period of the pieces in femtoseconds.
    pub fn every_fs(&self) -> Option<u64> {
        match self {
            Clock::Profile(profile) => profile.every_ms.map(|ms| (ms * FS_PER_MS) as u64),
            _ => None,
        }
    }

    /// The pieces that any of the time from `from_fs` to `to_fs` lies in; none if it is still to be
    /// drawn.
    pub fn pieces_between(&self, from_fs: u64, to_fs: u64) -> Vec<Piece> {
        let Some(round) = self.pieces() else { return Vec::new() };
        let rounds = self.every_fs().map_or(1, |every| to_fs / every + 1);
        let shift = |number: u64| number * self.every_fs().unwrap_or(0);
        let later = |piece: &Piece, by| Piece { from_fs: piece.from_fs + by, ..*piece };
        let all = (0..rounds).flat_map(|number| round.iter().map(move |piece| later(piece, shift(number))));
        let mut all: Vec<Piece> = all.take_while(|piece| piece.from_fs <= to_fs).collect();
        let first = all.partition_point(|piece| piece.from_fs <= from_fs).saturating_sub(1);
        all.drain(..first);
        all
    }
}

impl Vectors {
    /// Checks every range.
    pub(crate) fn check(&self) -> Result<(), Invalid> {
        within("the part of the clock under vectors", self.part, 0.1, 1.0, "0.1 to 1")?;
        within("the time after vectors", self.for_ms, 0.0, 1e3, "0 to 1,000 ms")
    }

    /// The clock under vectors where it is `hz` otherwise, in hertz.
    pub fn hz(&self, hz: u64) -> u64 {
        (hz as f64 * self.part).round() as u64
    }
}

impl Profile {
    fn check(&self) -> Result<(), Invalid> {
        let begins = self.points.first().is_some_and(|point| point.at_ms == 0.0);
        let last = self.points.last().map_or(0.0, |point| point.at_ms);
        let ends = last.is_finite() && self.every_ms.is_none_or(|every| every > last && every.is_finite());
        if !begins || !ends || !self.points.is_sorted_by(|a, b| a.at_ms < b.at_ms) {
            return Err(Invalid::Profile);
        }
        let [least, most] = self.draw_factor.unwrap_or([1.0, 1.0]);
        within("the lower bound of the factor", least, 0.1, 10.0, "0.1 to 10")?;
        within("the upper bound of the factor", most, least, 10.0, "above the lower, up to 10")
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (number, point) in self.points.iter().enumerate() {
            let begin = (point.at_ms * FS_PER_MS) as u64;
            let Some(next) = self.points.get(number + 1).filter(|_| point.ramp) else {
                pieces.push(Piece { from_fs: begin, hz: hz(point.mhz) });
                continue;
            };
            let end = (next.at_ms * FS_PER_MS) as u64;
            let steps = (end - begin).div_ceil(RAMP_STEP_FS);
            for step in 0..steps {
                // The clock in the middle of the step is its mean.
                let share = (step as f64 + 0.5) / steps as f64;
                let clock = point.mhz + (next.mhz - point.mhz) * share;
                pieces.push(Piece { from_fs: begin + step * RAMP_STEP_FS, hz: hz(clock) });
            }
        }
        pieces
    }
}
