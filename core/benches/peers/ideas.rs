//! Methods by which other programs read a core's clock, as ideas: each reimplemented with this
//! crate's chains and given equal time. docs/sources.md lists the programs in parentheses.

use std::time::{Duration, Instant};

use trueghz::chain::{BodyLength, Chain, ChainKind};
use trueghz::clock::Clock;

/// Duration of a reading, for this crate and for all ideas.
pub const TIME: Duration = Duration::from_millis(500);

/// A method of reading the clock.
pub struct Idea {
    /// Description for the table.
    pub name: &'static str,
    /// Takes one reading, in hertz. `None` if the method itself finds no value.
    pub read: fn(&Bench<'_>) -> Option<f64>,
}

/// All methods.
pub const IDEAS: [Idea; 4] = [
    Idea { name: "minimum of two lengths, 1 ms", read: minimum_of_two_lengths },
    Idea { name: "median over two iteration counts, 50 µs", read: median_of_two_iteration_counts },
    Idea { name: "minimum of two lengths, 20 ms", read: minimum_of_long_windows },
    Idea { name: "one chain of 0.5 s", read: one_long_chain },
];

/// The addition chains and a clock.
pub struct Bench<'a> {
    clock: &'a dyn Clock,
    short: Chain,
    long: Chain,
}

impl<'a> Bench<'a> {
    /// Creates a bench with this clock.
    pub fn new(clock: &'a dyn Clock) -> Bench<'a> {
        let chain = |length| Chain::new(ChainKind::Add, length).expect("chains for this processor");
        Bench { clock, short: chain(BodyLength::Short), long: chain(BodyLength::Long) }
    }

    fn time_ns(&self, chain: &Chain, iterations: u64) -> f64 {
        let start = self.clock.ticks();
        chain.run(iterations);
        self.clock.timebase().ns_f64(self.clock.ticks().wrapping_sub(start).cast_signed())
    }

    /// Iterations of the long chain that take about `time`. Doubles the count until they do, which
    /// also warms the core up.
    fn iterations_for(&self, time: Duration) -> u64 {
        let wanted_ns = time.as_secs_f64() * 1e9;
        let mut iterations = 64;
        loop {
            let took_ns = self.time_ns(&self.long, iterations);
            if took_ns >= wanted_ns {
                return ((iterations as f64 * wanted_ns / took_ns) as u64).max(1);
            }
            iterations *= 2;
        }
    }

    /// The clock from the durations of both chains at equal iteration counts: the overhead cancels.
    fn hz_of_difference(&self, iterations: u64, long_ns: f64, short_ns: f64) -> f64 {
        let steps = f64::from(self.long.steps_per_iteration() - self.short.steps_per_iteration());
        iterations as f64 * steps / (long_ns - short_ns) * 1e9
    }

    fn minimum_of_pairs(&self, window: Duration) -> f64 {
        let begin = Instant::now();
        let iterations = self.iterations_for(window);
        let (mut long_ns, mut short_ns) = (f64::INFINITY, f64::INFINITY);
        while begin.elapsed() < TIME {
            short_ns = short_ns.min(self.time_ns(&self.short, iterations));
            long_ns = long_ns.min(self.time_ns(&self.long, iterations));
        }
        self.hz_of_difference(iterations, long_ns, short_ns)
    }
}

/// Two bodies with equal iteration counts, in windows shorter than most gaps between interrupts;
/// the fastest of each (yybench).
fn minimum_of_two_lengths(bench: &Bench<'_>) -> Option<f64> {
    Some(bench.minimum_of_pairs(Duration::from_millis(1)))
}

/// Like [`minimum_of_two_lengths`], but with windows long enough for a clock of microseconds (mhz).
fn minimum_of_long_windows(bench: &Bench<'_>) -> Option<f64> {
    Some(bench.minimum_of_pairs(Duration::from_millis(20)))
}

/// One body with n and with 2 n iterations, many times; the median of the differences, from pairs
/// with nearly equal halves (Lemire).
fn median_of_two_iteration_counts(bench: &Bench<'_>) -> Option<f64> {
    /// Maximum relative difference of the halves.
    const ALIKE: f64 = 0.05;
    let begin = Instant::now();
    let iterations = bench.iterations_for(Duration::from_micros(25));
    let mut differences = Vec::new();
    while begin.elapsed() < TIME {
        let twice_ns = bench.time_ns(&bench.long, 2 * iterations);
        let once_ns = bench.time_ns(&bench.long, iterations);
        let difference_ns = twice_ns - once_ns;
        let is_like = |other_ns: f64| (difference_ns - other_ns).abs() <= ALIKE * other_ns;
        if is_like(twice_ns / 2.0) && is_like(once_ns) {
            differences.push(difference_ns);
        }
    }
    differences.sort_unstable_by(f64::total_cmp);
    let median_ns = differences.get(differences.len() / 2)?;
    Some(iterations as f64 * f64::from(bench.long.steps_per_iteration()) / median_ns * 1e9)
}

/// One chain, timed once, as a whole: the simplest method.
fn one_long_chain(bench: &Bench<'_>) -> Option<f64> {
    let iterations = bench.iterations_for(Duration::from_millis(10)) * 50;
    Some(
        iterations as f64 * f64::from(bench.long.steps_per_iteration())
            / bench.time_ns(&bench.long, iterations)
            * 1e9,
    )
}
