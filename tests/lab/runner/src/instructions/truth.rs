//! The true values of a row: from the model's settings, and from the manual's meaning of the form;
//! not from the structure of the instrument's chain.

use std::collections::BTreeMap;

use trueghz_lab_model::UNITS_PER_CYCLE;
use trueghz_lab_model::core::Core;
use trueghz_lab_model::decode::{FLAGS, Field, Register, SINK, decode};
use trueghz_lab_model::machine::CoreTiming;
use trueghz_lab_model::timing::{Step, Timings};

use super::listed::{Instance, Listed, ListedRow, Measure};

/// A core whose rows are predicted.
pub struct Truth<'a> {
    core: &'a CoreTiming,
    timings: Timings,
}

impl<'a> Truth<'a> {
    /// The truth of a core.
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
        let steps: Vec<Step> = instance.words.iter().map(|word| self.timings.of(*word)).collect();
        if steps.len() > 1 && !steps.iter().any(|step| step.is_branch) {
            return self.modelled(&steps, copies);
        }
        let registers = instance.words.iter().flat_map(|word| decode(*word).operands().collect::<Vec<_>>());
        let updated = registers.filter(|operand| operand.register != FLAGS);
        let chained =
            updated.filter_map(|operand| self.path(&instance.words, operand.register, operand.register));
        let chained = chained.map(|units| units / f64::from(copies)).fold(0.0, f64::max);
        self.resources(&instance.words).max(chained)
    }

    /// Instructions that wait for one another keep their pipes for later, as the model gives them
    /// out in the program's order: only the model can determine how much of a pipe stays unused.
    /// Each copy writes registers of its own.
    fn modelled(&self, steps: &[Step], copies: u32) -> f64 {
        /// Long enough that every window is full, and a multiple of every period.
        const ROUNDS: u32 = 8400;
        let written: Vec<Register> =
            steps.iter().flat_map(Step::results).map(|(register, _)| register).collect();
        let shared = steps.iter().flat_map(Step::sources).map(|(register, _)| register);
        let shared: Vec<Register> = shared.filter(|register| !written.contains(register)).collect();
        let mut free: Vec<Register> =
            (0..FLAGS).rev().filter(|register| !shared.contains(register)).collect();
        let mut program = Vec::new();
        for _ in 0..copies {
            let mut own = BTreeMap::new();
            for register in &written {
                let place = free.iter().position(|free| free / 32 == register / 32);
                if let Some(place) = place.filter(|_| !own.contains_key(register)) {
                    own.insert(*register, free.remove(place));
                }
            }
            let renamed =
                |register: &mut Register| *register = own.get(register).copied().unwrap_or(*register);
            program.extend(steps.iter().map(|step| {
                let mut step = *step;
                step.sources.iter_mut().for_each(|(register, _)| renamed(register));
                step.results.iter_mut().for_each(|(register, _)| renamed(register));
                step
            }));
        }
        let mut core = Core::new(self.core);
        let mut run = || {
            for _ in 0..ROUNDS {
                program.iter().for_each(|step| _ = core.step(step));
            }
            core.now()
        };
        let first = run();
        (run() - first) as f64 / f64::from(ROUNDS * copies)
    }

    /// The cycles that entering, pipes, barriers and taken branches need.
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

/// A branch over the next instruction. One to the next goes on as if it were none: a block ends,
/// and the next begins where it would have anyway.
fn skips_one(word: u32) -> bool {
    word == 0x1400_0002
}

#[cfg(test)]
mod tests {
    use super::*;

    fn core() -> CoreTiming {
        let text = r#"
            width = 8
            window = 224
            pipes = { alu = 4, float = 4 }
            [forms]
            "0x9b000000" = { latency = { d = 5 }, late = { n = 0.5, a = 3 } }
            "0x9a800000" = { latency = { d = 2 }, late = { m = 0.25 }, occupancy = 2 }
            "0xf100041f" = { latency = { flags = 1.5 } }
            "0xba000000" = { latency = { d = 4, flags = 3 }, late = { n = 1 } }
            "0x4e20cc00" = { latency = { d = 6 }, late = { d = 2 }, occupancy = 1 }
            "0x4e002000" = { latency = { d = 2.5 }, late = { n = 1 } }
            "0xb3780c00" = { latency = { d = 2 }, late = { d = 1.5, n = 0.5 } }
        "#;
        toml::from_str(text).unwrap()
    }

    fn cycles(form: &str, rows: &[(Measure, &[u32], Option<u32>)]) -> Vec<Option<f64>> {
        let row = |(measure, words, copies): &(Measure, &[u32], Option<u32>)| ListedRow {
            measure: measure.clone(),
            words: words.to_vec(),
            copies: *copies,
        };
        let form = Listed { form: form.into(), present: true, rows: rows.iter().map(row).collect() };
        let core = core();
        let truth = Truth::new(&core);
        form.rows.iter().map(|row| truth.cycles(&form, row)).collect()
    }

    fn latency(from: &str, to: &str, via: Option<&str>) -> Measure {
        Measure::Latency { from: from.into(), to: to.into(), via: via.map(str::to_owned) }
    }

    #[test]
    fn operands_are_those_of_the_text() {
        // Chains through the wrong register: what is true does not depend on them.
        const WRONG: u32 = 0x9b02_0842; // madd x2, x2, x2, x2
        const COPY: u32 = 0x9b04_1462; // madd x2, x3, x4, x5
        let rows: [(_, &[u32], _); 4] = [
            (latency("2", "1", None), &[WRONG], None),
            (latency("3", "1", None), &[WRONG], None),
            (latency("4", "1", None), &[WRONG], None),
            (Measure::Throughput, &[COPY], Some(10)),
        ];
        assert_eq!(cycles("madd x, x, x, x", &rows), [Some(4.5), Some(5.0), Some(2.0), Some(1.0)]);
    }

    #[test]
    fn a_way_back_is_part_of_the_sum() {
        let rows: [(_, &[u32], _); 2] = [
            // csel x2, x3, x4, eq; cmp x2, #1
            (latency("flags", "1", Some("cmp x, #1")), &[0x9a84_0062, 0xf100_045f], None),
            (Measure::Throughput, &[0x9a84_0062], Some(10)),
        ];
        assert_eq!(cycles("csel x, x, x, eq", &rows), [Some(3.5), Some(0.5)]);
    }

    #[test]
    fn a_form_without_copies_gets_registers_of_its_own() {
        let rows: [(_, &[u32], _); 2] = [
            (latency("2", "1", None), &[0xba03_0042], None), // adcs x2, x2, x3
            (latency("flags", "flags", None), &[0xba03_0042], None),
        ];
        assert_eq!(cycles("adcs x, x, x", &rows), [Some(3.0), Some(3.0)]);
    }

    #[test]
    fn accumulators_wait_for_themselves() {
        let rows: [(_, &[u32], _); 2] = [
            (latency("1", "1", None), &[0x4e21_cc02], None), // fmla v2.4s, v0.4s, v1.4s
            (Measure::Throughput, &[0x4e21_cc02], Some(5)),
        ];
        assert_eq!(cycles("fmla v.4s, v.4s, v.4s", &rows), [Some(4.0), Some(0.8)]);
    }

    #[test]
    fn what_a_form_names_itself_is_no_operand() {
        // tbl v2.16b, { v28.16b, v29.16b }, v3.16b: through the index.
        let rows: [(_, &[u32], _); 2] = [
            (latency("2", "1", None), &[0x4e02_2382], None),
            (Measure::Throughput, &[0x4e03_2382], Some(20)),
        ];
        let cycles = cycles("tbl v.16b, { v28.16b, v29.16b }, v.16b", &rows);
        assert_eq!(cycles[0], Some(2.5));
    }

    #[test]
    fn a_register_in_two_places_is_waited_for_in_both() {
        // bfi x2, x2, #8, #4: two cycles, less half of one that the field may come late; the rest
        // may come later still.
        let rows: [(_, &[u32], _); 2] = [
            (latency("1", "1", None), &[0xb378_0c42], None),
            (Measure::Throughput, &[0xb378_0c42], Some(10)),
        ];
        assert_eq!(cycles("bfi x, x, #8, #4 (same)", &rows)[0], Some(1.5));
    }

    #[test]
    fn instructions_that_wait_for_one_another_are_modelled() {
        // Two instructions of 1 and 2 cycles in a pipe, the second of which needs the first:
        // separate copies overlap, except for pipes kept for later.
        let core: CoreTiming = toml::from_str("width = 8\nwindow = 224\n[latency]\nfloat = 3").unwrap();
        let truth = Truth::new(&core);
        // fcvt s2, d3; fcvt d2, s2
        let steps: Vec<Step> = [0x1e62_4062, 0x1e22_c042].map(|word| truth.timings.of(word)).into();
        assert_eq!(truth.modelled(&steps, 1) / 840.0, 4.0, "what is kept for the second");
        // One that waits for itself has no copies to hide it.
        let chain: Vec<Step> = [0x1e62_4042, 0x1e22_c042].map(|word| truth.timings.of(word)).into();
        assert_eq!(truth.modelled(&chain, 1) / 840.0, 6.0);
        assert!(truth.modelled(&chain, 2) / 840.0 < 4.5);
    }

    #[test]
    fn memory_leads_nowhere() {
        let rows: [(_, &[u32], _); 1] = [(latency("1", "3", None), &[0xf900_4062, 0xf940_4062], None)];
        assert_eq!(cycles("str x, [p, #128]; ldr x, [p, #128]", &rows), [None]);
    }
}
