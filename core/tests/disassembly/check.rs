//! Compares a chain's machine code with its kind's description.
//!
//! Only the following is allowed, in this order:
//!
//! 1. before the barrier: what the compiler needs for the call; no branch, no move of a constant;
//! 2. the barrier;
//! 3. the loads of both operands from memory (none in the tight loop);
//! 4. padding up to a multiple of 64 bytes;
//! 5. the body: as many steps as the length says, in the description's order, `{a}` and `{b}` the
//!    registers that were loaded, the same ones to the end;
//! 6. the loop's end: one off the counter, and back to the first step unless that made it zero;
//! 7. the barrier;
//! 8. what the compiler needs to return; no branch.
//!
//! All registers are different ones. No step writes `{b}`: an instruction's only destination is its
//! first operand, which is `{a}` in every description.

use std::collections::BTreeMap;
use std::fmt;
use std::slice::Iter;

use trueghz::chain::{BodyLength, ChainKind, Role};

use super::decode::{Architecture, Code, Flow, Instruction};

/// A loop begins on a cache line.
pub const LOOP_ALIGNMENT: u64 = 64;

/// A defect of a chain's code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Offset of the instruction from the code's beginning; `None` if it is missing.
    pub offset: Option<u64>,
    /// The defect.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            Some(offset) => write!(f, "at +{offset:#x}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// The instructions around the steps on an architecture. `{n}` is the loop's counter.
struct Frame {
    steps: fn(ChainKind) -> &'static [&'static str],
    barrier: &'static str,
    integer_loads: &'static [&'static str],
    float_loads: &'static [&'static str],
    count_down: &'static str,
    branch: &'static str,
}

const AARCH64: Frame = Frame {
    steps: ChainKind::steps_aarch64,
    barrier: "isb",
    integer_loads: &["ldp {a}, {b}, [{operands}]"],
    float_loads: &["ldp {a:d}, {b:d}, [{operands}]"],
    count_down: "subs {n}, {n}, #1",
    branch: "b.ne ",
};

const X86_64: Frame = Frame {
    steps: ChainKind::steps_x86_64,
    barrier: "lfence",
    integer_loads: &["mov {a}, [{operands}]", "mov {b}, [{operands}+8]"],
    float_loads: &["movsd {a}, [{operands}]", "movsd {b}, [{operands}+8]"],
    count_down: "dec {n}",
    branch: "jne ",
};

/// Checks that `code` is the chain of this kind and length.
///
/// # Errors
/// The first [`Fault`].
pub fn check(code: &Code<'_>, kind: ChainKind, length: BodyLength) -> Result<(), Fault> {
    let frame = match code.architecture {
        Architecture::Aarch64 => &AARCH64,
        Architecture::X86_64 => &X86_64,
    };
    let instructions = code.decode();
    let mut walk = Walk {
        architecture: code.architecture,
        begin: code.address,
        rest: instructions.iter(),
        registers: BTreeMap::new(),
    };
    walk.pass_prologue(frame.barrier)?;
    if kind.role() != Role::TightLoop {
        let float = |text: &str| text.starts_with("movsd ") || text.starts_with("ldp d");
        let is_float = walk.rest.as_slice().first().is_some_and(|next| float(&next.text));
        for load in if is_float { frame.float_loads } else { frame.integer_loads } {
            walk.expect(load, "the load of the operands")?;
        }
    }
    let first = walk.pass_padding()?;
    let steps = (frame.steps)(kind);
    let count = kind.steps_per_iteration(length) as usize;
    for (index, step) in steps.iter().cycle().take(count).enumerate() {
        walk.expect(step, &format!("step {} of {count}", index + 1))?;
    }
    if kind.role() != Role::TightLoop {
        walk.expect(frame.count_down, "the counter")?;
    }
    walk.back_to(first, frame.branch)?;
    walk.expect(frame.barrier, "the barrier after the loop")?;
    walk.pass_epilogue()?;
    walk.all_different()
}

/// The way through the instructions, and the registers seen on it.
struct Walk<'a> {
    architecture: Architecture,
    begin: u64,
    rest: Iter<'a, Instruction>,
    registers: BTreeMap<&'static str, &'a str>,
}

impl<'a> Walk<'a> {
    fn fault<T>(&self, at: Option<&Instruction>, what: String) -> Result<T, Fault> {
        Err(Fault { offset: at.map(|at| at.address - self.begin), what })
    }

    fn next(&mut self, expected: &str) -> Result<&'a Instruction, Fault> {
        match self.rest.next() {
            Some(next) => Ok(next),
            None => self.fault(None, format!("the code ends before {expected}")),
        }
    }

    fn pass_prologue(&mut self, barrier: &str) -> Result<(), Fault> {
        loop {
            let next = self.next("the barrier before the loop")?;
            let text = &next.text;
            if text == barrier {
                return Ok(());
            }
            if next.flow != Flow::Next {
                return self.fault(Some(next), format!("`{text}` before the barrier `{barrier}`"));
            }
            if moves_constant(self.architecture, text) {
                return self.fault(Some(next), format!("`{text}` moves a constant into a register"));
            }
        }
    }

    /// Passes the padding; returns where the loop begins.
    fn pass_padding(&mut self) -> Result<u64, Fault> {
        while let Some(next) = self.rest.as_slice().first() {
            if next.address.is_multiple_of(LOOP_ALIGNMENT) {
                return Ok(next.address);
            }
            if next.text != "nop" && !next.text.starts_with("nop ") {
                let rule =
                    "only padding may come between the loads and the loop, which is aligned to 64 bytes";
                return self.fault(Some(next), format!("`{}`: {rule}", next.text));
            }
            self.rest.next();
        }
        self.fault(None, "the code ends before the loop".to_owned())
    }

    /// The next instruction must be what `template` says.
    fn expect(&mut self, template: &'static str, place: &str) -> Result<(), Fault> {
        let next = self.next(place)?;
        let text = &next.text;
        let Some(found) = fill(template, text) else {
            return self.fault(Some(next), format!("{place}: expected `{template}`, found `{text}`"));
        };
        for (hole, register) in found {
            let (name, is_double) = hole.strip_suffix(":d").map_or((hole, false), |name| (name, true));
            if !is_whole(self.architecture, is_double, register) {
                let what = format!("{place}: `{text}`: {register} is no whole register for {{{hole}}}");
                return self.fault(Some(next), what);
            }
            let bound = *self.registers.entry(name).or_insert(register);
            if bound != register {
                let what = format!("{place}: `{text}` has {register} for {{{name}}}, which is {bound}");
                return self.fault(Some(next), what);
            }
        }
        Ok(())
    }

    fn back_to(&mut self, first: u64, branch: &str) -> Result<(), Fault> {
        let next = self.next("the branch back")?;
        let text = &next.text;
        if !text.starts_with(branch) {
            return self.fault(Some(next), format!("the branch back: expected `{branch}`, found `{text}`"));
        }
        if next.flow != Flow::Branch(first) {
            let what = format!("`{text}` does not go back to the loop's first step, {first:#x}");
            return self.fault(Some(next), what);
        }
        Ok(())
    }

    fn pass_epilogue(&mut self) -> Result<(), Fault> {
        loop {
            let next = self.next("the return")?;
            match next.flow {
                Flow::Return => return Ok(()),
                Flow::Next => {}
                Flow::Branch(_) | Flow::Elsewhere => {
                    return self.fault(Some(next), format!("`{}` after the loop", next.text));
                }
            }
        }
    }

    fn all_different(&self) -> Result<(), Fault> {
        let mut names = BTreeMap::new();
        for (&name, &register) in &self.registers {
            if let Some(other) = names.insert(register, name) {
                return self.fault(None, format!("{register} is {{{other}}} and {{{name}}} at once"));
            }
        }
        Ok(())
    }
}

/// Returns the text in place of each hole of `template`; `None` if `text` does not match.
fn fill<'a>(template: &'static str, text: &'a str) -> Option<Vec<(&'static str, &'a str)>> {
    let mut filled = Vec::new();
    let mut rest = text;
    let mut pieces = template.split('{');
    rest = rest.strip_prefix(pieces.next()?)?;
    for piece in pieces {
        let (hole, literal) = piece.split_once('}')?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        filled.push((hole, &rest[..end]));
        rest = rest[end..].strip_prefix(literal)?;
    }
    rest.is_empty().then_some(filled)
}

/// Returns `true` if this names 64 bits of a register that a chain may use, and not the zero
/// register, the stack pointer or a part of a register.
fn is_whole(architecture: Architecture, is_double: bool, register: &str) -> bool {
    let numbered = |prefix: &str, most: u8| {
        let number = register.strip_prefix(prefix).and_then(|number| number.parse::<u8>().ok());
        number.is_some_and(|number| number <= most)
    };
    match (architecture, is_double) {
        (Architecture::Aarch64, true) => numbered("d", 31),
        (Architecture::Aarch64, false) => numbered("x", 30),
        (Architecture::X86_64, _) => {
            let old = ["rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp"];
            old.contains(&register) || numbered("r", 15) || numbered("xmm", 15)
        }
    }
}

/// Returns `true` if an instruction puts a constant into a register: cores that keep a tag on such
/// a register fold later additions, so none may come near a chain.
fn moves_constant(architecture: Architecture, text: &str) -> bool {
    let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
    let operands: Vec<&str> = operands.split(", ").collect();
    match (architecture, mnemonic) {
        // Its moves between registers read as `orr`.
        (Architecture::Aarch64, _) => mnemonic.starts_with("mov") || mnemonic == "orr" && text.contains('#'),
        (Architecture::X86_64, "mov") => operands.last().is_some_and(|last| last.parse::<i128>().is_ok()),
        (Architecture::X86_64, "xor") => operands.first() == operands.last(),
        (Architecture::X86_64, _) => false,
    }
}
