//! The properties of an instruction's form that are known before it is measured.

use std::rc::Rc;

#[cfg(feature = "all")]
use super::code::PartCode;
use super::code::{Code, Entry, Operands};
use super::set::SLOTS;
use super::shape::LoopShape;
use super::written::{Written, written};

/// One form of an instruction, with given operand classes.
#[derive(Debug, Clone, Copy)]
pub struct InstructionForm {
    /// As the set and the published figures have it.
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) group: &'static str,
    pub(super) features: &'static [&'static str],
    pub(super) marks: &'static [&'static str],
    pub(super) is_present: fn() -> bool,
    pub(super) values: [Option<u64>; SLOTS],
    pub(super) properties: &'static [InstructionProperty],
    /// Copies in the lower and in the upper half of the registers; `None` if the form needs other
    /// registers, or is not mixed.
    #[cfg(feature = "all")]
    pub(super) parts: [Option<PartCode>; 2],
}

/// A property of a form to measure.
#[derive(Debug, Clone, Copy)]
pub struct InstructionProperty {
    /// As the set and the published figures have it: `a>d`, `throughput`.
    pub(super) key: &'static str,
    pub(super) metric: Metric,
    pub(super) code: Code,
    pub(super) text: &'static str,
}

/// A latency or the throughput. Operands are counted from 1, as they stand in the form's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Metric {
    /// Cycles from one operand being ready to the other being ready.
    Latency {
        /// The source operand: its number, `flags`, or a register's name.
        from: &'static str,
        /// The result.
        to: &'static str,
        /// The instruction that leads back if both lie in different register files; the value is
        /// then the sum of both.
        via: Option<&'static str>,
    },
    /// Cycles per instruction of many that do not wait for each other.
    Throughput {
        /// Number of independent copies.
        copies: u32,
    },
}

/// Number of consecutive steps in a loop, and origin of the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Body {
    /// 20, built in.
    Short,
    /// 100, built in.
    Middle,
    /// 100, written at run time: subtracted from the long one, and called in the same way.
    WrittenMiddle,
    /// 1,000, written at run time.
    WrittenLong,
}

impl Body {
    /// All bodies.
    pub const ALL: [Body; 4] = [Body::Short, Body::Middle, Body::WrittenMiddle, Body::WrittenLong];

    /// Its steps.
    pub const fn steps(self) -> u32 {
        match self {
            Body::Short => 20,
            Body::Middle | Body::WrittenMiddle => 100,
            Body::WrittenLong => 1000,
        }
    }
}

impl InstructionForm {
    /// Its text, with classes in place of registers: `fadd d, d, d`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its group: `integer`, `float`, `crypto`...
    pub const fn group(&self) -> &'static str {
        self.group
    }

    /// Processor features that it needs, by the names of Rust's `is_..._feature_detected!`; empty
    /// if every core has it.
    pub const fn features(&self) -> &'static [&'static str] {
        self.features
    }

    /// Special properties: `values_matter`, `zero_idiom`, `move`, `predicted`...
    pub const fn marks(&self) -> &'static [&'static str] {
        self.marks
    }

    /// Returns `true` if this core has it.
    pub fn is_present(&self) -> bool {
        (self.is_present)()
    }

    /// The properties to measure.
    pub const fn properties(&self) -> &'static [InstructionProperty] {
        self.properties
    }

    /// A row's chain with its operands, ready to run. `None` if this core lacks the form, or the
    /// body is not built in.
    pub(super) fn ready(&self, row: &InstructionProperty, body: Body) -> Option<PreparedChain> {
        if !self.is_present() {
            return None;
        }
        let mut operands = Operands::new(&self.values);
        let built_in = row.code.entry(body);
        let written = if built_in.is_none() { Some(written(&row.code)?) } else { None };
        if let Some(written) = &written {
            operands.written = written.code(body).as_ptr();
        }
        Some(PreparedChain { entry: built_in.or(row.code.written)?, operands, _written: written })
    }
}

/// A chain with its operands.
pub(super) struct PreparedChain {
    pub(super) entry: Entry,
    pub(super) operands: Box<Operands>,
    /// The body that `operands` point to.
    pub(super) _written: Option<Rc<Written>>,
}

impl PreparedChain {
    /// Calls the chain `calls` times, each time for `iterations` iterations, at least one.
    #[inline]
    pub(super) fn calls(&mut self, iterations: u32, calls: u32) {
        let iterations = u64::from(iterations.max(1));
        for _ in 0..calls {
            // SAFETY: the operands and the body are this value's own, there is at least one
            // iteration, and the core has the form's features: otherwise there would be no such
            // value.
            unsafe { (self.entry)(&raw mut *self.operands, iterations) };
        }
    }
}

impl InstructionProperty {
    /// The measured property.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// The shapes in which it can be measured here: those of 1,000 steps need executable memory.
    pub fn shapes(&self) -> Vec<LoopShape> {
        let is_there = |body| self.code.entry(body).is_some() || written(&self.code).is_some();
        LoopShape::ALL.into_iter().filter(|shape| is_there(shape.bodies().0)).collect()
    }

    /// Its chain in the assembler's syntax, in Intel's on x86-64: lines until the registers repeat
    /// themselves; of independent copies the first one. Empty unless the whole set is built in.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Its machine code.
    pub const fn code(&self) -> &Code {
        &self.code
    }
}

impl std::fmt::Display for Metric {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Metric::Latency { from, to, via: None } => write!(f, "{from}→{to}"),
            Metric::Latency { from, to, via: Some(via) } => write!(f, "{from}→{to} and {via}"),
            Metric::Throughput { .. } => f.write_str("throughput"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::set::FORMS;
    use super::*;

    /// Nothing faults. The emulator of `tools/cross.sh` has every form, those of SVE included.
    #[test]
    fn every_chain_that_the_core_has_runs() {
        let (present, absent): (Vec<&InstructionForm>, Vec<&InstructionForm>) =
            FORMS.iter().partition(|form| form.is_present());
        for form in &present {
            for row in form.properties() {
                form.ready(row, Body::Short).expect("a built-in body").calls(2, 1);
                if let Some(mut written) = form.ready(row, Body::WrittenMiddle) {
                    written.calls(2, 1);
                }
            }
        }
        let absent: Vec<&str> = absent.into_iter().map(InstructionForm::name).collect();
        assert!(present.len() > absent.len(), "absent: {absent:?}");
        // macOS has no name for SVE, which Apple's cores lack.
        let is_emulated = std::env::var_os("TRUEGHZ_TEST_EMULATOR").is_some();
        let has_all = is_emulated && cfg!(not(target_vendor = "apple"));
        assert!(!has_all || absent.is_empty(), "absent: {absent:?}");
    }
}
