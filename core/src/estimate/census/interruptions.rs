//! Distribution of the duration of interruptions, over classes of equal logarithmic width.

use super::parameters::LENGTH_CLASS;

/// Number of classes. The last one ends at 0.3 s.
const CLASSES: usize = 37;

/// Logarithm of the nanoseconds at which the first class ends (30 ns).
const FIRST_ENDS: f64 = 3.4;

/// Prior number of observations in each class.
const UNSEEN: f64 = 0.05;

/// Class of a duration, given the logarithm of its nanoseconds.
pub(super) fn class_of(ln_ns: f64) -> usize {
    let beyond = (ln_ns - FIRST_ENDS) / LENGTH_CLASS.get();
    if beyond < 0.0 { 0 } else { (beyond as usize + 1).min(CLASSES - 1) }
}

/// Logarithmic width of a class.
fn width(class: usize) -> f64 {
    if class == 0 { FIRST_ENDS } else { LENGTH_CLASS.get() }
}

/// Duration at the middle of a class, in nanoseconds.
fn middle_ns(class: usize) -> f64 {
    (FIRST_ENDS + class as f64 * LENGTH_CLASS.get() - width(class) / 2.0).exp()
}

/// Distribution of interruption durations.
#[derive(Debug, Clone)]
pub(super) struct Lengths {
    /// Probability density of the log duration, by class.
    density: [f64; CLASSES],
    /// Interruptions that fit into an interval, by the class of the interval's length.
    hides: [Hides; CLASSES],
}

/// Interruptions that begin at any time of an interval and also end in it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hides {
    /// Their fraction of all interruptions that begin in the interval.
    pub(super) part: f64,
    /// Their mean duration in nanoseconds; interruptions that end later count as 0.
    pub(super) ns: f64,
}

/// Number of observed interruptions in each class.
#[derive(Debug)]
pub(super) struct SeenLengths([f64; CLASSES]);

impl SeenLengths {
    pub(super) fn new() -> SeenLengths {
        SeenLengths([UNSEEN; CLASSES])
    }

    pub(super) fn add(&mut self, class: usize, probability: f64) {
        self.0[class] += probability;
    }
}

impl Lengths {
    /// Uniform in the log duration.
    pub(super) fn unknown() -> Lengths {
        Lengths::of(std::array::from_fn(width))
    }

    /// The observed distribution, smoothed. Without the smoothing brief visits to another level
    /// would be taken for interruptions.
    pub(super) fn learnt(seen: &SeenLengths) -> Lengths {
        let at = |class: isize| {
            usize::try_from(class).ok().and_then(|class| seen.0.get(class)).copied().unwrap_or(0.0)
        };
        Lengths::of(std::array::from_fn(|class| {
            let class = class.cast_signed();
            0.25 * at(class - 1) + 0.5 * at(class) + 0.25 * at(class + 1)
        }))
    }

    fn of(weights: [f64; CLASSES]) -> Lengths {
        let all: f64 = weights.iter().sum();
        let hides = std::array::from_fn(|room| {
            let room_ns = middle_ns(room);
            let ends = |(class, weight): (usize, &f64)| {
                let ns = middle_ns(class);
                (ns, weight / all * (1.0 - ns / room_ns).max(0.0))
            };
            weights.iter().enumerate().map(ends).fold(Hides::default(), |hides, (ns, part)| Hides {
                part: hides.part + part,
                ns: hides.ns + part * ns,
            })
        });
        Lengths { density: std::array::from_fn(|class| weights[class] / all / width(class)), hides }
    }

    /// Probability density of the log duration in a class.
    pub(super) fn density(&self, class: usize) -> f64 {
        self.density[class]
    }

    /// Interruptions that fit into an interval whose length is in this class.
    pub(super) fn hides(&self, class: usize) -> Hides {
        self.hides[class]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_longer_than_a_time_does_not_hide_in_it() {
        let mut seen = SeenLengths::new();
        let class = class_of(12e3_f64.ln());
        seen.add(class, 1e6);
        let lengths = Lengths::learnt(&seen);
        assert!(lengths.hides(class_of(5e3_f64.ln())).part < 1e-3);
        let in_ten_times = lengths.hides(class_of(120e3_f64.ln()));
        assert!((0.85..0.95).contains(&in_ten_times.part), "{in_ten_times:?}");
        assert!((0.75..1.05).contains(&(in_ten_times.ns / 12e3)), "{in_ten_times:?}");
        let whole: f64 = (0..CLASSES).map(|class| lengths.density(class) * width(class)).sum();
        assert!((whole - 1.0).abs() < 1e-3, "{whole}");
    }
}
