//! The loops of the loads, each recognised by what stands in it.
//!
//! A loop must have exactly the instructions of its form. One that does less would heat a core
//! less, and the clock that it leaves would be of no load in particular.

use trueghz::load::forms::{AARCH64, LoadForm, X86_64};

use crate::decode::{Architecture, Code, Flow, Instruction};

/// Instructions of a loop that do no work: the counter, its branch, and up to two that move the
/// stream's pointer.
const MOST_IDLE: usize = 4;

/// Every load that there is for an architecture.
pub fn all(architecture: Architecture) -> Vec<&'static LoadForm> {
    match architecture {
        Architecture::Aarch64 => AARCH64.iter().collect(),
        Architecture::X86_64 => X86_64.iter().collect(),
    }
}

/// Index of the form of a function; `None` if it has none of these.
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

/// Returns `true` if a loop has exactly the instructions of this form.
fn is_this(form: &LoadForm, in_loop: &[String]) -> bool {
    let has = |text: &str| in_loop.iter().filter(|instruction| instruction.starts_with(text)).count();
    let working: usize = form.iteration.iter().map(|counted| counted.count as usize).sum();
    let reads = in_loop.iter().filter(|instruction| instruction.contains('[')).count();
    form.iteration.iter().all(|counted| has(counted.text) == counted.count as usize)
        && in_loop.len() <= working + MOST_IDLE
        && (reads > 0) == (form.stream_vectors > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FMLA: u32 = 0x65f9_0300;
    const FMLS: u32 = 0x65f8_2200;
    const LD1D: u32 = 0xa5e0_a070;
    const NOP: u32 = 0xd503_201f;

    /// Returns the name of the form of a loop of these instructions, each so many times, with its
    /// counter, branch and return: assembled by hand after the Arm ARM, C8.2.
    fn form_of(repeated: &[(u32, usize)]) -> Option<String> {
        let mut words: Vec<u32> =
            repeated.iter().flat_map(|&(word, count)| std::iter::repeat_n(word, count)).collect();
        words.push(0xf100_0421);
        // `b.ne` back to the first.
        let back = -(words.len() as i32) as u32;
        words.extend([0x5400_0001 | (back & 0x7_ffff) << 5, 0xd65f_03c0]);
        let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        let forms = all(Architecture::Aarch64);
        let code = Code { architecture: Architecture::Aarch64, address: 0x1000, bytes: &bytes };
        recognise(&code, &forms).map(|place| names(&forms[place..=place]).concat())
    }

    #[test]
    fn loops_of_sve_are_recognised() {
        assert_eq!(form_of(&[(FMLA, 24), (FMLS, 24)]).as_deref(), Some("vector SVE FMA"));
        assert_eq!(form_of(&[(LD1D, 16), (FMLA, 16), (FMLS, 16)]).as_deref(), Some("memory SVE FMA"));
    }

    #[test]
    fn a_loop_of_sve_that_does_less_is_refused() {
        assert_eq!(form_of(&[(FMLA, 23), (NOP, 1), (FMLS, 24)]), None);
        assert_eq!(form_of(&[(FMLA, 16), (FMLS, 16)]), None);
    }
}
