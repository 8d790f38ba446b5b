//! The loops of the loads, each recognised by what stands in it.
//!
//! A loop must have exactly the instructions of its form. One that does less would heat a core less, and the clock that it leaves
//! would be of no load in particular.

use trueghz::load::forms::{AARCH64, LoadForm, X86_64};

use crate::decode::{Architecture, Code, Flow, Instruction};

/// Instructions of a loop that do no work: the counter, its branch, and up to two that move the stream's pointer.
const MOST_IDLE: usize = 4;

/// Every load that there is for an architecture.
pub fn all(architecture: Architecture) -> Vec<&'static LoadForm> {
    match architecture {
        Architecture::Aarch64 => AARCH64.iter().collect(),
        Architecture::X86_64 => X86_64.iter().collect(),
    }
}

/// Which of these forms a function is; absent if none.
pub fn recognise(code: &Code<'_>, forms: &[&LoadForm]) -> Option<usize> {
    let in_loop = in_loop(&code.decode())?;
    forms.iter().position(|form| is_this(form, &in_loop))
}

/// The names of forms, for messages.
pub fn names(forms: &[&LoadForm]) -> Vec<String> {
    forms.iter().map(|form| format!("{} {}", form.class.code(), form.name)).collect()
}

/// The instructions from where the one branch back leads to that branch.
fn in_loop(instructions: &[Instruction]) -> Option<Vec<String>> {
    let back = instructions.iter().enumerate().find_map(|(end, instruction)| match instruction.flow {
        Flow::Branch(to) if to < instruction.address => Some((to, end)),
        _ => None,
    });
    let (to, end) = back?;
    let begin = instructions.iter().position(|instruction| instruction.address == to)?;
    Some(instructions[begin..=end].iter().map(|instruction| instruction.text.clone()).collect())
}

/// Whether a loop has exactly the instructions of this form.
fn is_this(form: &LoadForm, in_loop: &[String]) -> bool {
    let has = |text: &str| in_loop.iter().filter(|instruction| instruction.starts_with(text)).count();
    let working: usize = form.trip.iter().map(|counted| counted.count as usize).sum();
    let reads = in_loop.iter().filter(|instruction| instruction.contains('[')).count();
    form.trip.iter().all(|counted| has(counted.text) == counted.count as usize)
        && in_loop.len() <= working + MOST_IDLE
        && (reads > 0) == (form.stream_vectors > 0)
}
