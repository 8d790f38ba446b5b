//! A row by the hardware counters, if there are any: for comparison with the value, which does not
//! depend on them.

use trueghz::internal::median;
use trueghz::run::bench::Bench;
use trueghz_host::counters::{Counter, Counting, Difference, Quantity};

/// Pairs of a long and a short body; their median counts.
pub(super) const PAIRS: u32 = 5;

/// Counters of which at least one counts cycles.
pub(super) struct RowCounters(Box<dyn Counting>);

/// Counts per step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CountedStep {
    pub(super) cycles: f64,
    pub(super) instructions: Option<f64>,
}

impl RowCounters {
    /// Opens the counters of the core on which `bench` is; `None` if none of them counts cycles.
    pub(super) fn of(bench: &mut impl Bench, cpu: Option<u32>) -> Option<RowCounters> {
        let (counters, _) = bench.counters(cpu)?;
        let mut counters = counters?;
        let here = counters.read();
        let tells_cycles =
            |counter: &Counter| counter.quantity() == Quantity::CoreCycles && here.get(*counter).is_some();
        Counter::ALL.iter().any(tells_cycles).then_some(RowCounters(counters))
    }

    /// Counts per step of `run`, which is called with `true` for the long body and with `false` for
    /// the short one. They differ by `steps` steps.
    ///
    /// # Errors
    /// Those of `run`.
    pub(super) fn count<E>(
        &mut self,
        steps: f64,
        mut run: impl FnMut(bool) -> Result<(), E>,
    ) -> Result<Option<CountedStep>, E> {
        let mut pairs = Vec::new();
        for _ in 0..PAIRS {
            let mut counted = |is_long| {
                let before = self.0.read();
                run(is_long)?;
                Ok(self.0.read().difference(&before))
            };
            let long = counted(true)?;
            pairs.push(long.minus(&counted(false)?));
        }
        let of = |quantity| most(&pairs, quantity).map(|count| count / steps);
        let step = |cycles| CountedStep { cycles, instructions: of(Quantity::Instructions) };
        Ok(of(Quantity::CoreCycles).map(step))
    }
}

/// The median of the counter of this quantity with the highest count: if each core type has one,
/// the counter of the type on which the thread ran.
fn most(pairs: &[Difference], quantity: Quantity) -> Option<f64> {
    let counters = Counter::ALL.iter().filter(|counter| counter.quantity() == quantity);
    let usual = |counter: &Counter| {
        let counts = pairs.iter().filter_map(|pair| pair.get(*counter)).map(|count| count as f64);
        median(&mut counts.collect::<Vec<f64>>())
    };
    counters.filter_map(usual).max_by(f64::total_cmp)
}
