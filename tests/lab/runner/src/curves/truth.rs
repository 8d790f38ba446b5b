//! The clock of a profile at each point in time, and the times at which it crosses a level.

use trueghz_lab_model::clock::{Clock, FS_PER_MS, Vectors};

/// A stretch of constant clock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    pub from_ms: f64,
    pub to_ms: f64,
    pub hz: f64,
}

/// A jump of the clock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jump {
    pub at_ms: f64,
    pub part: f64,
}

/// A clock over a span of its profile's time.
#[derive(Debug, Clone)]
pub struct Truth {
    stretches: Vec<Stretch>,
}

/// A ramp is cut into pieces of 50 µs; a clock that stays for longer is constant.
const STANDS_MS: f64 = 1.0;

impl Truth {
    /// The clock from `from_ms` to `to_ms` after the profile's start.
    pub fn of(clock: &Clock, from_ms: f64, to_ms: f64) -> Truth {
        let fs = |ms: f64| (ms.max(0.0) * FS_PER_MS) as u64;
        let pieces = clock.pieces_between(fs(from_ms), fs(to_ms));
        let begins: Vec<f64> =
            pieces.iter().map(|piece| (piece.from_fs as f64 / FS_PER_MS).max(from_ms)).collect();
        let ends = begins.iter().copied().skip(1).chain([to_ms]);
        let stretch = |((from_ms, to_ms), piece): ((&f64, f64), &trueghz_lab_model::clock::Piece)| Stretch {
            from_ms: *from_ms,
            to_ms,
            hz: piece.hz as f64,
        };
        Truth { stretches: begins.iter().zip(ends).zip(&pieces).map(stretch).collect() }
    }

    /// The clock that vectors lower in these spans of the profile's time, in ms.
    pub fn lowered_by(&self, vectors: Option<Vectors>, spans_ms: &[[f64; 2]]) -> Truth {
        let Some(vectors) = vectors else { return self.clone() };
        let cut = |stretch: &Stretch| {
            let Stretch { from_ms, to_ms, hz } = *stretch;
            let inside = spans_ms.iter().flatten().copied().filter(|at_ms| (from_ms..to_ms).contains(at_ms));
            let cuts: Vec<f64> = [from_ms].into_iter().chain(inside).chain([to_ms]).collect();
            let is_low = |at_ms| spans_ms.iter().any(|[from_ms, to_ms]| (*from_ms..*to_ms).contains(&at_ms));
            let piece = |ends: &[f64]| {
                let hz = if is_low(ends[0]) { vectors.hz(hz as u64) as f64 } else { hz };
                Stretch { from_ms: ends[0], to_ms: ends[1], hz }
            };
            cuts.windows(2).map(piece).collect::<Vec<_>>()
        };
        Truth { stretches: self.stretches.iter().flat_map(cut).collect() }
    }

    /// The clock at the beginning, in Hz.
    pub fn first_hz(&self) -> f64 {
        self.stretches.first().map_or(f64::NAN, |stretch| stretch.hz)
    }

    /// The clock at the end, in Hz.
    pub fn last_hz(&self) -> f64 {
        self.stretches.last().map_or(f64::NAN, |stretch| stretch.hz)
    }

    /// The highest clock, in Hz.
    pub fn highest_hz(&self) -> f64 {
        self.stretches.iter().map(|stretch| stretch.hz).fold(0.0, f64::max)
    }

    /// The mean clock between two times, in Hz.
    pub fn mean_hz(&self, from_ms: f64, to_ms: f64) -> f64 {
        let first = self.stretches.partition_point(|stretch| stretch.to_ms <= from_ms);
        let overlapping = self.stretches[first..].iter().take_while(|stretch| stretch.from_ms < to_ms);
        let cycles: f64 = overlapping
            .map(|stretch| (stretch.to_ms.min(to_ms) - stretch.from_ms.max(from_ms)) * stretch.hz)
            .sum();
        cycles / (to_ms - from_ms)
    }

    /// Time at which the clock leaves its first value.
    pub fn leaves_ms(&self) -> Option<f64> {
        self.stretches.iter().find(|stretch| stretch.hz != self.first_hz()).map(|stretch| stretch.from_ms)
    }

    /// Time at which the clock has covered this fraction of the way from its first to its last
    /// value.
    pub fn crosses_ms(&self, part: f64) -> Option<f64> {
        let way = self.last_hz() - self.first_hz();
        let level = self.first_hz() + part * way;
        let beyond = self.stretches.iter().find(|stretch| (stretch.hz - level) * way >= 0.0)?;
        Some(beyond.from_ms)
    }

    /// When the clock first falls below a level, in Hz, after it was there.
    pub fn falls_below_ms(&self, level_hz: f64) -> Option<f64> {
        let reached = self.stretches.iter().position(|stretch| stretch.hz >= level_hz)?;
        self.stretches[reached..].iter().find(|stretch| stretch.hz < level_hz).map(|stretch| stretch.from_ms)
    }

    /// The step changes of at least this fraction between constant clocks.
    pub fn jumps(&self, part: f64) -> Vec<Jump> {
        let stands = |stretch: &Stretch| stretch.to_ms - stretch.from_ms >= STANDS_MS;
        let jump = |pair: &[Stretch]| Jump { at_ms: pair[1].from_ms, part: pair[1].hz / pair[0].hz - 1.0 };
        let pairs = self.stretches.windows(2).filter(|pair| stands(&pair[0]) && stands(&pair[1]));
        pairs.map(jump).filter(|jump| jump.part.abs() >= part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueghz_lab_model::clock::{Point, Profile};

    fn profile(points: &[(f64, f64, bool)]) -> Clock {
        let point = |&(at_ms, mhz, ramp): &(f64, f64, bool)| Point { at_ms, mhz, ramp };
        Clock::Profile(Profile {
            points: points.iter().map(point).collect(),
            every_ms: None,
            draw_factor: None,
        })
    }

    #[test]
    fn a_ramp_crosses_its_half_in_its_middle() {
        let clock = profile(&[(0.0, 600.0, false), (100.0, 600.0, true), (120.0, 2400.0, false)]);
        let truth = Truth::of(&clock, 90.0, 400.0);
        assert_eq!((truth.first_hz(), truth.last_hz(), truth.leaves_ms()), (600e6, 2400e6, Some(100.0)));
        assert!((truth.crosses_ms(0.5).expect("it climbs") - 110.0).abs() < 0.06);
        assert!((truth.mean_hz(100.0, 120.0) / 1500e6 - 1.0).abs() < 1e-3);
        assert!((truth.mean_hz(130.0, 130.05) / 2400e6 - 1.0).abs() < 1e-9);
        assert_eq!(truth.jumps(0.03), []);
    }

    #[test]
    fn a_fall_is_a_jump_with_its_time() {
        let clock = profile(&[(0.0, 2000.0, false), (250.0, 1200.0, false)]);
        let truth = Truth::of(&clock, 10.0, 500.0);
        assert_eq!(truth.jumps(0.03), [Jump { at_ms: 250.0, part: 0.6 - 1.0 }]);
        assert_eq!(truth.falls_below_ms(1940e6), Some(250.0));
        assert_eq!((truth.highest_hz(), truth.falls_below_ms(1e9)), (2e9, None));
    }

    #[test]
    fn vectors_lower_the_clock_in_their_spans() {
        let clock = profile(&[(0.0, 1000.0, false), (10.0, 2000.0, false)]);
        let full = Truth::of(&clock, 0.0, 20.0);
        let vectors = Some(Vectors { part: 0.5, for_ms: 0.65 });
        let low = full.lowered_by(vectors, &[[-1.0, 1.0], [5.0, 11.0]]);
        let means = [(0.0, 1.0), (1.0, 5.0), (5.0, 10.0), (10.0, 11.0), (11.0, 20.0), (4.0, 6.0)];
        let means = means.map(|(from_ms, to_ms)| (low.mean_hz(from_ms, to_ms) / 1e6).round());
        assert_eq!(means, [500.0, 1000.0, 500.0, 1000.0, 2000.0, 750.0]);
        let always = full.lowered_by(vectors, &[[f64::NEG_INFINITY, f64::INFINITY]]);
        assert_eq!((always.highest_hz(), always.jumps(0.03).len()), (1e9, 1));
        assert_eq!((full.lowered_by(None, &[[0.0, 20.0]]).highest_hz(), low.highest_hz()), (2e9, 2e9));
    }
}
