//! Finds the nearest known core, from latencies alone.
//!
//! The distance to a core is the mean of Tukey's biweight loss over the pairs that are both
//! measured and published (`docs/sources.md`: Beaton and Tukey): near 0 if they agree, 1 if they do
//! not, however far apart they are. So it is nearly the share of pairs that disagree, and a wrong
//! figure in a source counts as one pair and no more.
//!
//! Cores whose published figures agree on the measured pairs form one class: these forms do not
//! distinguish them. The nearest class is reported only if it is near. It states which core has
//! such latencies, not which model this is: nothing is looked up, and makers change names more
//! often than pipelines.

use serde::Serialize;
use trueghz::internal::median;

use super::published::{ReferenceFigures, THROUGHPUT};

/// Where the biweight loss reaches 1, in standard deviations: 95 % efficiency for normal errors
/// (Holland and Welsch).
const REJECTED_AT: f64 = 4.685;

/// Relative standard uncertainty of a published figure. ocxtal's two tables of Neoverse N1 differ
/// by up to 1 %, and that of Cortex-A53 is up to 3 % above whole cycles.
const MARGIN: f64 = 0.03;

/// Rounding of published figures, in cycles: half of their last digit.
const ROUNDING: f64 = 0.005;

/// Maximum distance that counts as near. Published cores of unrelated design are at least 0.39
/// apart: within half of that, a core can be near only one of them. Neoverse N1 and V1 are 0.08
/// apart, Firestorm and Icestorm 0.02 to 0.04.
const NEAR: f64 = 0.2;

/// Minimum number of pairs for a distance. Unrelated designs agree on at most six pairs of ten: of
/// 30 pairs, 24 agree by chance in fewer than 2 cases of 100.
const FEWEST_PAIRS: usize = 30;

/// Minimum number of pairs that disagree between tables of different cores: one may be an error in
/// a source.
const TELLING_PAIRS: f64 = 2.0;

/// A measured latency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Latency<'a> {
    /// The form, as in the set.
    pub form: &'a str,
    /// The latency pair, as in the set.
    pub pair: &'a str,
    /// Cycles of the pair, above 0.
    pub cycles: f64,
    /// Its standard uncertainty, in cycles.
    pub error: f64,
}

/// Distance to a known core.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Candidate {
    /// The core: a column of the published figures.
    pub core: &'static str,
    /// The distance, 0 to 1: about the share of pairs that disagree.
    pub distance: f64,
    /// Number of pairs that are both measured and published.
    pub pairs: usize,
}

/// Known cores that the measured pairs do not distinguish, nearest first; never empty.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Class {
    /// The cores.
    pub cores: Vec<Candidate>,
}

impl Class {
    /// The distance of its nearest core.
    pub fn distance(&self) -> f64 {
        self.cores[0].distance
    }
}

/// Reason why no known core is near.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "none_near")]
#[non_exhaustive]
pub enum NoMatch {
    /// Too few pairs are both measured and published.
    #[error("none is near: {pairs} pairs can be compared, {needed} are needed")]
    TooFewPairs {
        /// The most pairs of any core.
        pairs: usize,
        /// Minimum number of pairs.
        needed: usize,
    },
    /// All latencies equal those of a known core times one factor: they were converted with a wrong
    /// clock.
    #[error("none is near: the latencies are {factor:.3} times those of {core}, as with a wrong clock")]
    OtherClock {
        /// That core.
        core: &'static str,
        /// Measured over published.
        factor: f64,
    },
    /// No known core has such latencies.
    #[error("none is near: the nearest differs in {:.0} % of the pairs", distance * 100.0)]
    TooFar {
        /// The distance of the nearest.
        distance: f64,
    },
}

/// The known cores by their distance.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Identification {
    /// Classes of the cores that can be compared, nearest first.
    pub classes: Vec<Class>,
    /// Reason why no class is near; absent if the first one is.
    pub none_near: Option<NoMatch>,
}

impl Identification {
    /// The nearest class.
    ///
    /// # Errors
    ///
    /// [`NoMatch`], with its reason.
    pub fn nearest(&self) -> Result<&Class, NoMatch> {
        self.none_near.map_or_else(|| Ok(&self.classes[0]), Err)
    }
}

/// Compares measured latencies with the published ones. Throughputs, unpublished pairs and
/// latencies that are not positive numbers are left out.
pub fn identify(published: &ReferenceFigures, measured: &[Latency<'_>]) -> Identification {
    let rows: Vec<Row<'_>> = measured.iter().filter_map(|latency| Row::new(published, latency)).collect();
    let comparable: Vec<usize> =
        (0..published.cores().len()).filter(|core| pairs(&rows, *core) >= FEWEST_PAIRS).collect();
    let mut neighbours: Vec<(usize, f64)> =
        comparable.iter().map(|core| (*core, distance(&rows, *core, 1.0))).collect();
    neighbours.sort_by(|a, b| a.1.total_cmp(&b.1));

    let none_near = match neighbours.first() {
        None => {
            let most = (0..published.cores().len()).map(|core| pairs(&rows, core)).max().unwrap_or(0);
            Some(NoMatch::TooFewPairs { pairs: most, needed: FEWEST_PAIRS })
        }
        Some((_, nearest)) if *nearest <= NEAR => None,
        Some((_, nearest)) => {
            let scaled = at_another_clock(&rows, &comparable);
            let other =
                scaled.map(|(core, factor)| NoMatch::OtherClock { core: published.cores()[core], factor });
            Some(other.unwrap_or(NoMatch::TooFar { distance: *nearest }))
        }
    };
    let neighbour =
        |(core, distance)| Candidate { core: published.cores()[core], distance, pairs: pairs(&rows, core) };
    let classes = classes(&rows, neighbours)
        .into_iter()
        .map(|cores| Class { cores: cores.into_iter().map(neighbour).collect() })
        .collect();
    Identification { classes, none_near }
}

/// A measured latency and the published figures of each core.
struct Row<'p> {
    cycles: f64,
    error: f64,
    figures: &'p [Option<f64>],
}

impl Row<'_> {
    fn new<'p>(published: &'p ReferenceFigures, latency: &Latency<'_>) -> Option<Row<'p>> {
        let Latency { form, pair, cycles, error } = *latency;
        let usable = cycles > 0.0 && cycles.is_finite() && error >= 0.0 && error.is_finite();
        let figures = published.figures(form, pair);
        (usable && pair != THROUGHPUT && !figures.is_empty()).then_some(Row { cycles, error, figures })
    }

    /// The measured latency and its error, and the figure of a core.
    fn beside(&self, core: usize) -> Option<(f64, f64, f64)> {
        self.figures[core].map(|figure| (self.cycles, self.error, figure))
    }
}

fn pairs(rows: &[Row<'_>], core: usize) -> usize {
    rows.iter().filter(|row| row.figures[core].is_some()).count()
}

/// Mean loss of a core, with the measured latencies divided by `factor`. 0 for a core without
/// pairs: see `pairs`.
fn distance(rows: &[Row<'_>], core: usize, factor: f64) -> f64 {
    let losses = rows.iter().filter_map(|row| row.beside(core));
    let sum: f64 = losses
        .map(|(cycles, error, figure)| loss(cycles / factor - figure, deviation(error / factor, figure)))
        .sum();
    sum / pairs(rows, core).max(1) as f64
}

/// Tukey's biweight loss, scaled to end at 1.
fn loss(difference: f64, deviation: f64) -> f64 {
    let of_limit = (difference / (REJECTED_AT * deviation)).abs().min(1.0);
    1.0 - (1.0 - of_limit.powi(2)).powi(3)
}

/// One standard deviation of measured less published.
fn deviation(error: f64, figure: f64) -> f64 {
    error.hypot(MARGIN * figure).hypot(ROUNDING)
}

/// The core that is nearest once all latencies are divided by one factor, and the factor; `None` if
/// it is not near.
fn at_another_clock(rows: &[Row<'_>], cores: &[usize]) -> Option<(usize, f64)> {
    let scaled = cores.iter().filter_map(|core| {
        let ratio = |row: &Row<'_>| row.beside(*core).map(|(cycles, _, figure)| cycles / figure);
        let factor = median(&mut rows.iter().filter_map(ratio).collect::<Vec<f64>>())?;
        Some((*core, factor, distance(rows, *core, factor)))
    });
    let nearest = scaled.min_by(|a, b| a.2.total_cmp(&b.2))?;
    (nearest.2 <= NEAR).then_some((nearest.0, nearest.1))
}

/// Groups the cores, nearest first, into classes: a core that cannot be distinguished from one
/// member of a class belongs to it.
fn classes(rows: &[Row<'_>], mut left: Vec<(usize, f64)>) -> Vec<Vec<(usize, f64)>> {
    let mut classes = Vec::new();
    while !left.is_empty() {
        let mut class = vec![left.remove(0)];
        let mut checked = 0;
        while let Some((member, _)) = class.get(checked).copied() {
            let (same, others) = left.into_iter().partition(|(core, _)| alike(rows, member, *core));
            left = others;
            class.extend::<Vec<_>>(same);
            checked += 1;
        }
        class.sort_by(|a, b| a.1.total_cmp(&b.1));
        classes.push(class);
    }
    classes
}

/// Returns `true` if the measured pairs, at their uncertainty, do not distinguish two tables.
fn alike(rows: &[Row<'_>], one: usize, other: usize) -> bool {
    let apart = |row: &Row<'_>| {
        let (one, other) = (row.figures[one]?, row.figures[other]?);
        Some(loss(one - other, deviation(row.error, one.max(other))))
    };
    rows.iter().filter_map(apart).sum::<f64>() < TELLING_PAIRS
}

#[cfg(test)]
mod tests;
