//! The path of the clock: a few levels, and which of them it was on when, by maximum likelihood.
//!
//! At each moment a window is *clean* (on the level, within its sort's noise), *late* (anywhere above), or *impossible*
//! (below). A change of level costs [`CHANGE`]. The path of the greatest likelihood is found by dynamic programming
//! (A. J. Viterbi, Error bounds for convolutional codes, IEEE Trans. Inf. Theory 13 (1967) 260-269), over those levels
//! only that windows of the moment propose.
//!
//! A level is the logarithm of the period by the usual one: 0.01 is a clock 1 % slower.

mod law;
mod levels;
mod viterbi;

use std::f64::consts::TAU;

use crate::chain::{Length, Role};

use super::class::Class;
use super::samples::{Sample, Samples};

use law::{LateDensity, Law};

/// What a change of level costs, in nats: it must make the windows e^12 times as likely. By chance one in 160,000 does.
const CHANGE: f64 = 12.0;

/// A level's own wander, as a part: a spread-spectrum clock, a supply that droops.
const WANDER: f64 = 1e-5;

/// Before anything is known of the path, levels count as known to this part only.
const FIRST_BLUR: f64 = 3e-4;

/// Times that levels and path are found in turn.
const REFINEMENTS: u32 = 2;

/// A window, as far as the path is concerned.
#[derive(Debug, Clone, Copy)]
struct Seen {
    /// Its place in the list of samples.
    index: usize,
    round: usize,
    /// What it took, and what its sort takes undisturbed on level 0, in nanoseconds.
    time_ns: f64,
    floor_ns: f64,
    /// The logarithm of their ratio: the level on which it would be clean.
    level: f64,
    /// Standard deviation of that ratio on account of the sort's noise, and of what is not known of its level; and what
    /// follows from it, which is asked for again and again: how many of them a part is, and the density of clean windows
    /// on their level.
    sigma: f64,
    sigmas_per_part: f64,
    clean_peak: f64,
    /// The part of its sort that is clean.
    clean_share: f64,
    /// How much it says for a level on which it lies, beside a sibling.
    gain: f64,
    /// Whether it is a short window of a one-cycle kind, by which lateness is learnt.
    teaches: bool,
}

impl Seen {
    fn set_sigma(&mut self, sigma: f64) {
        self.sigma = sigma;
        self.sigmas_per_part = sigma.recip();
        self.clean_peak = self.clean_share / (TAU.sqrt() * sigma);
    }
}

/// Finds the clock in the rounds in which nothing shared the core, as finely as it can be told, and sets each sample's
/// level. `first`: nothing is known of its path yet.
pub(super) fn follow_quiet(samples: &mut Samples, first: bool) {
    let mut seen = see(samples, |sample| sample.counts);
    let law = if first {
        Law::Unlearnt { blur: FIRST_BLUR }
    } else {
        LateDensity::learnt(&seen, &samples.list).map_or(Law::Unlearnt { blur: 0.0 }, Law::Learnt)
    };
    law.blur(&mut seen);
    set_levels(samples, &seen, &law);
}

/// Finds the clock among levels that are far apart, whatever shares the core, and sets each sample's level.
pub(super) fn follow_coarsely(samples: &mut Samples) {
    let mut seen = see(samples, |_| true);
    let blur = samples.contention().slower.unwrap_or(0.0).clamp(BLUR_LEAST, BLUR_MOST);
    let law = Law::BesideSibling { blur };
    law.blur(&mut seen);
    set_levels(samples, &seen, &law);
}

/// Beside a sibling a window that is late by up to what additions are late by, within these bounds, is as good as one
/// that is not.
const BLUR_LEAST: f64 = 3e-3;
const BLUR_MOST: f64 = 0.02;

fn set_levels(samples: &mut Samples, seen: &[Seen], law: &Law) {
    if seen.is_empty() {
        return;
    }
    let mut proposals = levels::proposals(seen, samples.rounds, law);
    let mut path = viterbi::path(seen, &proposals, law);
    for _ in 0..REFINEMENTS {
        proposals.refine(seen, &path, law);
        path = viterbi::path(seen, &proposals, law);
    }
    // Windows that were not looked at are on the level of the one before, the first on that of the next.
    let mut level = proposals.level(path[0]);
    let mut known = seen.iter().zip(&path).peekable();
    for (index, sample) in samples.list.iter_mut().enumerate() {
        if let Some((_, &at)) = known.next_if(|(window, _)| window.index == index) {
            level = proposals.level(at);
        }
        sample.set_level(level);
    }
}

fn see(samples: &Samples, counts: impl Fn(&Sample) -> bool) -> Vec<Seen> {
    let seen = |(index, sample): (usize, &Sample)| {
        let class =
            Class::of(sample.kind).filter(|_| sample.is_sound() && sample.time_ns > 0.0 && counts(sample))?;
        let judgement = samples.judgement(sample.kind, sample.length);
        let one_cycle = matches!(sample.kind.role(), Role::OneCycle { .. });
        let mut seen = Seen {
            index,
            round: sample.round,
            time_ns: sample.time_ns,
            floor_ns: judgement.floor_ns,
            level: samples.own_level(sample),
            sigma: f64::NAN,
            sigmas_per_part: f64::NAN,
            clean_peak: f64::NAN,
            clean_share: judgement.clean_share.clamp(0.02, 0.95),
            gain: class.gain_beside_sibling(),
            teaches: one_cycle && sample.length == Length::Short,
        };
        seen.set_sigma((judgement.noise_ns / sample.time_ns).hypot(WANDER));
        (seen.level.is_finite() && seen.sigma.is_finite()).then_some(seen)
    };
    samples.list.iter().enumerate().filter_map(seen).collect()
}
