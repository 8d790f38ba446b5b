//! Likelihood of a window on a level of the clock.

use crate::estimate::sample::Sample;
use crate::estimate::statistics::median;

use super::observation::Observation;

/// The density, on the relative scale, of windows below the level: a clock that lost time, or a
/// window type that is not understood.
const BELOW: f64 = 1e-3;

/// Its logarithm: the residual density far below a level.
const LN_BELOW: f64 = -6.907_755_278_982_137;

/// Before excess times are estimated, their density falls as 1/(x + this) ...
const LATE_FROM: f64 = 0.02;

/// ... up to this many times the window.
const LATE_UNTIL: f64 = 3.0;

/// An undisturbed window lies within this many standard deviations of the level; beyond them its
/// density vanishes, in double precision, against the terms that are added to it.
const FARTHEST_SIGMAS: f64 = 12.0;

/// A level of the clock: the logarithm of its period relative to the main level, and the ratio
/// itself, which is used often.
#[derive(Clone, Copy)]
pub(super) struct Level {
    value: f64,
    ratio: f64,
}

impl Level {
    pub(super) fn at(value: f64) -> Level {
        Level { value, ratio: value.exp() }
    }
}

/// Densities that are multiplied before one logarithm is taken: each is between [`BELOW`] and 1
/// over a standard deviation, which is never less than [`super::observation::WANDER`], so that the
/// product is far from the limits of a double.
const AT_ONCE: usize = 16;

/// The emission model: densities of undisturbed and disturbed windows.
pub(super) enum EmissionModel {
    /// Before excess times are known; levels are known to the fraction `blur`.
    NotFitted {
        /// Relative uncertainty of the levels.
        blur: f64,
    },
    /// With excess times estimated from the short windows.
    Fitted(LateDensity),
    /// Under contention: an excess of up to the fraction `blur` counts as undisturbed, and
    /// additions only show which levels are impossible.
    UnderContention {
        /// Maximum excess with which a window still counts for a level, as a fraction.
        blur: f64,
    },
}

impl EmissionModel {
    /// The logarithm of the density of all `windows` on `level`, up to a constant of the windows.
    pub(super) fn log_likelihood(&self, windows: &[Observation], level: Level) -> f64 {
        if let EmissionModel::UnderContention { .. } = self {
            return windows.iter().map(|window| self.log_density(window, level)).sum();
        }
        let of_some = |some: &[Observation]| {
            some.iter().map(|window| self.density(window, level)).product::<f64>().ln()
        };
        windows.chunks(AT_ONCE).map(of_some).sum()
    }

    /// The logarithm of the density of `window` on `level`, up to a constant of the window.
    pub(super) fn log_density(&self, window: &Observation, level: Level) -> f64 {
        let density = self.density(window, level);
        if density <= BELOW {
            return LN_BELOW;
        }
        let log = density.ln();
        match self {
            EmissionModel::NotFitted { .. } | EmissionModel::Fitted(_) => log,
            EmissionModel::UnderContention { .. } => {
                let ground = unlearnt(0.0).ln();
                if log > ground { ground + window.gain * (log - ground) } else { log }
            }
        }
    }

    /// The density of `window` on `level`, on the relative scale. Most of an estimate's time is
    /// spent here.
    fn density(&self, window: &Observation, level: Level) -> f64 {
        let above = window.level - level.value;
        if above < -FARTHEST_SIGMAS * window.sigma {
            return BELOW;
        }
        let late = |density: f64| (1.0 - window.clean_share) * if above > 0.0 { density } else { 0.0 };
        match self {
            EmissionModel::NotFitted { .. } => clean(window, above) + late(unlearnt(above)) + BELOW,
            EmissionModel::Fitted(density) => {
                let late_ns = window.time_ns - window.edge_ns * level.ratio;
                clean(window, above) + late(density.at(late_ns) * window.time_ns) + BELOW
            }
            EmissionModel::UnderContention { blur } => {
                let reach = 3.0 * window.sigma;
                let is_on = above > -reach && above < *blur;
                let on = if is_on { 0.5 / (blur + reach) } else { 0.0 };
                let late = if above > 0.0 { 0.5 * unlearnt(above) } else { 0.0 };
                on + late + BELOW
            }
        }
    }

    /// Adds the uncertainty of levels under this law to the standard deviation of each window about
    /// its level.
    pub(super) fn blur(&self, seen: &mut [Observation]) {
        let by = match self {
            EmissionModel::NotFitted { blur } => *blur,
            EmissionModel::Fitted(_) => return,
            EmissionModel::UnderContention { blur } => blur / 6.0,
        };
        for window in seen {
            window.set_sigma(window.sigma.hypot(by));
        }
    }

    /// Minimum distance between two levels under this law, in addition to the windows' noise.
    pub(super) fn resolution(&self) -> f64 {
        match self {
            EmissionModel::NotFitted { .. } | EmissionModel::Fitted(_) => 0.0,
            EmissionModel::UnderContention { blur } => blur / 3.0,
        }
    }

    /// Returns `true` if `window` is evidence for a level.
    pub(super) fn is_informative(&self, window: &Observation) -> bool {
        !matches!(self, EmissionModel::UnderContention { .. }) || window.gain > 0.0
    }
}

/// The density of undisturbed windows at the distance `above` from their level.
fn clean(window: &Observation, above: f64) -> f64 {
    let sigmas = above * window.sigmas_per_part;
    if sigmas.abs() > FARTHEST_SIGMAS {
        return 0.0;
    }
    window.clean_peak * (-0.5 * sigmas * sigmas).exp()
}

fn unlearnt(above: f64) -> f64 {
    if above > LATE_UNTIL {
        return 0.0;
    }
    1.0 / ((above + LATE_FROM) * (1.0 + LATE_UNTIL / LATE_FROM).ln())
}

/// Density of excess times in nanoseconds, estimated from the short windows.
///
/// Interruptions of one length make a second mode in the long windows, at the same number of
/// nanoseconds as in the short ones. With this density such a mode does not justify a change of
/// level. A second state of the clock is at the same *fraction*, not at the same time: it is
/// elsewhere in the short windows, so that it cannot be mistaken for an interruption.
pub(super) struct LateDensity {
    /// The edges of the bins, in ascending order from 0; the first ones are even.
    edges_ns: Vec<f64>,
    /// Number of even bins per nanosecond.
    even_per_ns: f64,
    /// The density in each, per nanosecond.
    density: Vec<f64>,
}

/// Number of bins with a width of one standard deviation of a short window...
const EVEN_BINS: usize = 40;
/// ...and number of bins that follow, each wider than the one before by a tenth: up to 40,000 times
/// as wide.
const GROWING_BINS: usize = 110;
const GROWTH: f64 = 1.1;

/// Disturbed windows begin at this many standard deviations.
const LATE_SIGMAS: f64 = 4.0;

/// Minimum number of disturbed windows for a density estimate.
const ENOUGH: usize = 20;

/// Minimum bin width, in nanoseconds, whatever the noise.
const LEAST_SIGMA_NS: f64 = 0.3;

impl LateDensity {
    /// Estimates the density from the short windows on the levels that `list` has.
    pub(super) fn fit(seen: &[Observation], list: &[Sample]) -> Option<LateDensity> {
        let teachers = || seen.iter().filter(|window| window.trains_noise);
        let mut sigmas: Vec<f64> = teachers().map(|window| window.sigma * window.time_ns).collect();
        let sigma_ns = median(&mut sigmas)?.max(LEAST_SIGMA_NS);
        let mut edges_ns: Vec<f64> = (0..EVEN_BINS).map(|bin| bin as f64 * sigma_ns).collect();
        let growing = (0..GROWING_BINS).map(|bin| EVEN_BINS as f64 * sigma_ns * GROWTH.powi(bin as i32));
        edges_ns.extend(growing);

        let bins = edges_ns.len() - 1;
        let mut counts = vec![0.0; bins];
        let mut late = 0;
        for window in teachers() {
            let late_ns = window.time_ns - window.edge_ns * list[window.index].level.exp();
            if late_ns > LATE_SIGMAS * sigma_ns {
                late += 1;
                let bin = edges_ns.partition_point(|&edge| edge <= late_ns) - 1;
                if let Some(count) = counts.get_mut(bin) {
                    *count += 1.0;
                }
            }
        }
        let counted: f64 = counts.iter().sum();
        let width = |bin: usize| edges_ns[bin + 1] - edges_ns[bin];
        // Half of it is broad: excess times that the short windows do not show are not impossible.
        let broad = |bin: usize| {
            1.0 / (f64::midpoint(edges_ns[bin], edges_ns[bin + 1]) + EVEN_BINS as f64 / 2.0 * sigma_ns)
        };
        let all_broad: f64 = (0..bins).map(|bin| broad(bin) * width(bin)).sum();
        let density = (0..bins).map(|bin| {
            let broad = broad(bin) / all_broad;
            if late < ENOUGH || counted == 0.0 {
                return broad;
            }
            let at = |bin: Option<usize>| bin.and_then(|bin| counts.get(bin)).copied().unwrap_or(0.0);
            let smooth = (at(bin.checked_sub(1)) + 2.0 * at(Some(bin)) + at(Some(bin + 1))) / 4.0;
            0.5 * smooth / (counted * width(bin)) + 0.5 * broad
        });
        Some(LateDensity { density: density.collect(), edges_ns, even_per_ns: sigma_ns.recip() })
    }

    fn at(&self, late_ns: f64) -> f64 {
        if late_ns < 0.0 {
            return 0.0;
        }
        // Most are in an even bin, which needs no search.
        let even = late_ns * self.even_per_ns;
        let bin = if even < EVEN_BINS as f64 {
            even as usize
        } else {
            self.edges_ns.partition_point(|&edge| edge <= late_ns) - 1
        };
        self.density.get(bin).or(self.density.last()).copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_below_a_level_nothing_but_the_floor_is_left() {
        assert_eq!(BELOW.ln(), LN_BELOW);
    }
}
