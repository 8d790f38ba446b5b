//! What is true of a row: from what the model was given, and from the manual's meaning of the form; not from how the
//! instrument's chain was made.

use std::collections::BTreeMap;

use trueghz_lab_model::UNITS_PER_CYCLE;
use trueghz_lab_model::decode::{FLAGS, Field, Register, SINK, decode};
use trueghz_lab_model::machine::CoreTiming;
use trueghz_lab_model::timing::{Step, Timings};

use super::listed::{Instance, Listed, ListedRow, Measure};

/// A core of which rows are foretold.
pub struct Truth<'a> {
    core: &'a CoreTiming,
    timings: Timings,
}

impl<'a> Truth<'a> {
    /// Of a core.
    pub fn new(core: &'a CoreTiming) -> Self {
        Self { core, timings: Timings::new(core) }
    }

    /// The cycles of a row; `None` where the model lacks what it is about.
    pub fn cycles(&self, form: &Listed, row: &ListedRow) -> Option<f64> {
        // Nothing of the model passes through memory.
        if form.form.starts_with("str") && row.measure != Measure::Throughput {
            return None;
        }
        let instance = form.instance()?;
        let units = match &row.measure {
            Measure::Throughput => self.throughput(&instance, row.copies?),
            Measure::Latency { from, to, via } => {
                let there = self.path(&instance.words, instance.register(from)?, instance.register(to)?)?;
                let back = via.is_some().then(|| self.way_back(*row.words.last()?, to)).flatten();
                let sum = there + back.unwrap_or(0.0);
                if via.is_some() && back.is_none() {
                    return None;
                }
                // No step is quicker than its instructions are taken in.
                sum.max(self.resources(&row.words))
            }
        };
        Some(units / UNITS_PER_CYCLE as f64)
    }

    /// From a register's value to another's, through instructions that follow one another.
    fn path(&self, words: &[u32], from: Register, to: Register) -> Option<f64> {
        let mut since = BTreeMap::from([(from, 0.0)]);
        for word in words {
            let step = self.timings.of(*word);
            let needed = step.sources().filter_map(|(source, late)| Some(since.get(&source)? - late as f64));
            let start = needed.max_by(f64::total_cmp);
            for (result, latency) in step.results() {
                match start {
                    Some(start) => since.insert(result, start + latency as f64),
                    None => since.remove(&result),
                };
            }
        }
        since.get(&to).copied()
    }

    /// The instruction that leads back: from the flags, or from its first operand that is read.
    fn way_back(&self, word: u32, from: &str) -> Option<f64> {
        let op = decode(word);
        let is_start = |field| if from == "flags" { field == Field::Flags } else { field == Field::N };
        let source = op.sources.iter().find(|source| is_start(source.field))?;
        let result = op.results.iter().find(|result| result.register != SINK)?;
        // By itself: with other registers than its chain's, source and result may be one.
        let step = self.timings.of(word);
        let late = step.sources().find(|(register, _)| *register == source.register)?.1;
        let latency = step.results().find(|(register, _)| *register == result.register)?.1;
        Some(latency as f64 - late as f64)
    }

    fn throughput(&self, instance: &Instance, copies: u32) -> f64 {
        let registers = instance.words.iter().flat_map(|word| decode(*word).operands().collect::<Vec<_>>());
        let updated = registers.filter(|operand| operand.register != FLAGS);
        let chained =
            updated.filter_map(|operand| self.path(&instance.words, operand.register, operand.register));
        let chained = chained.map(|units| units / f64::from(copies)).fold(0.0, f64::max);
        self.resources(&instance.words).max(chained)
    }

    /// What entering, pipes, barriers and taken branches need.
    fn resources(&self, words: &[u32]) -> f64 {
        let unit = UNITS_PER_CYCLE as f64;
        let over = words.iter().position(|word| skips_one(*word));
        let executed: Vec<Step> = match over {
            Some(branch) => words.iter().take(branch + 1).map(|word| self.timings.of(*word)).collect(),
            None => words.iter().map(|word| self.timings.of(*word)).collect(),
        };
        let entering = executed.len() as f64 * unit / f64::from(self.core.width);
        let taken = if over.is_some() { self.core.taken_branch * unit } else { 0.0 };
        let barriers =
            executed.iter().filter(|step| step.is_barrier).map(|step| step.done as f64).sum::<f64>();
        let mut busy = BTreeMap::new();
        for step in &executed {
            if let Some(pipe) = step.pipe {
                *busy.entry(pipe).or_insert(0.0) += step.occupancy as f64;
            }
        }
        let pipes = |pipe| f64::from(self.core.pipes.get(pipe).copied().unwrap_or(1));
        let busiest = busy.iter().map(|(pipe, units)| units / pipes(pipe)).fold(0.0, f64::max);
        entering.max(taken).max(barriers).max(busiest)
    }
}

/// A branch over the next instruction. One to the next goes on as if it were none: a block ends, and the next begins
/// where it would have anyway.
fn skips_one(word: u32) -> bool {
    word == 0x1400_0002
}
