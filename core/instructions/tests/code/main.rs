//! Checks the assembler's output for the set's chains, instruction by instruction.
//!
//! Each body of each row is read back from memory and disassembled. It holds as many instructions
//! as its steps have, of the form's mnemonics. In a chain of a latency each instruction reads the
//! result of the one before it, through the operand that the row names. Copies for throughput do
//! not read each other's results.
//!
//! * `decode`: machine code to text.
//! * `parts`: the copies that are mixed with those of another form.
//! * `uses`: the registers that an instruction reads and writes.

#[path = "../../../tests/disassembly/decode.rs"]
mod decode;
#[cfg(feature = "all")]
mod parts;
mod uses;

use trueghz_instructions::{Body, FORMS, InstructionForm, InstructionProperty, Metric};

use decode::{Architecture, Code, Flow, Instruction};
use uses::{Uses, operands, uses};

const HOST: Architecture =
    if cfg!(target_arch = "aarch64") { Architecture::Aarch64 } else { Architecture::X86_64 };

/// The longest body: 1,000 steps of two instructions, of at most 15 bytes each, and the code around
/// them.
const MOST_BYTES: usize = 40 << 10;

/// The smallest page of any system that this runs on: memory is mapped in whole pages.
const PAGE: usize = 4096;

/// The function at `start`, to its return.
fn function(start: *const u8) -> Vec<Instruction> {
    let mut length = PAGE - start.addr() % PAGE;
    while length < MOST_BYTES {
        // SAFETY: the first page is mapped, because code that this program can run starts in it. A
        // further one is read only if the code before it held no return: so the function goes on
        // there.
        let bytes = unsafe { std::slice::from_raw_parts(start, length) };
        let instructions = Code { architecture: HOST, address: start.addr() as u64, bytes }.decode();
        if instructions.last().is_some_and(|last| last.flow == Flow::Return) {
            return instructions;
        }
        length += PAGE;
    }
    panic!("no return within {MOST_BYTES} bytes");
}

/// Instructions of the loop that are not its steps: one that counts and one that branches back;
/// where flags carry the chain on x86-64, one branch more; in a mix on AArch64, two that keep the
/// count in memory.
const LOOP_ENDS: [&[&str]; 4] =
    [&["dec", "jne"], &["lea", "jrcxz", "jmp"], &["ldr", "sub", "str", "cbnz"], &["sub", "cbnz"]];

/// The steps: from the target of the last branch back, to the loop's end.
fn steps(function: &[Instruction]) -> Result<&[Instruction], String> {
    let goes_back = |instruction: &Instruction| match instruction.flow {
        Flow::Branch(target) if target < instruction.address => Some(target),
        _ => None,
    };
    let (last, target) = function
        .iter()
        .enumerate()
        .rev()
        .find_map(|(place, instruction)| Some((place, goes_back(instruction)?)))
        .ok_or("no loop")?;
    let first = function.iter().position(|instruction| instruction.address == target).ok_or("no target")?;
    let body = &function[first..=last];
    let mnemonics: Vec<&str> = body.iter().map(mnemonic).collect();
    let end = LOOP_ENDS.iter().find(|end| mnemonics.ends_with(end)).ok_or("no end of a loop")?;
    Ok(&body[..body.len() - end.len()])
}

fn mnemonic(instruction: &Instruction) -> &str {
    instruction.text.split(' ').find(|word| *word != "lock").unwrap_or_default()
}

/// Names that the disassembler uses in place of the set's: the same encodings have several names.
const OTHER_NAMES: &[(&str, &[&str])] = &[
    ("bfi", &["bfm"]),
    ("bfxil", &["bfm"]),
    ("cinc", &["csinc"]),
    ("cmovc", &["cmovb"]),
    ("cmovnz", &["cmovne"]),
    ("cmp", &["subs"]),
    ("cset", &["csinc"]),
    ("jz", &["je"]),
    ("lsl", &["lslv", "ubfm"]),
    ("lsr", &["lsrv", "ubfm"]),
    ("mov", &["ins", "movz", "orr", "umov"]),
    ("mul", &["madd"]),
    ("mvn", &["not", "orn"]),
    ("neg", &["sub"]),
    ("ror", &["extr", "rorv"]),
    ("sbfiz", &["sbfm"]),
    ("setc", &["setb"]),
    ("smull", &["smaddl"]),
    ("sxtb", &["sbfm"]),
    ("sxtw", &["sbfm"]),
    ("ubfx", &["ubfm"]),
    ("umull", &["umaddl"]),
    ("uxtb", &["ubfm"]),
];

fn is_called(instruction: &Instruction, name: &str) -> bool {
    let found = mnemonic(instruction);
    let others = OTHER_NAMES.iter().filter(|(known, _)| *known == name).flat_map(|(_, others)| *others);
    found == name || others.into_iter().any(|other| *other == found)
}

/// The mnemonics of a text of several instructions.
fn mnemonics(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.trim_end_matches(" (same)").split("; ").filter(|line| !line.ends_with(':'));
    lines.map(|line| line.trim_start_matches("lock ").split(' ').next().unwrap_or_default())
}

fn check(form: &InstructionForm, row: &InstructionProperty, body: Body) -> Result<(), String> {
    match row.code().start(body) {
        Some(start) => check_function(form, row, body, &function(start)),
        #[cfg(feature = "all")]
        None => {
            let written = trueghz_instructions::Written::of(row.code()).map_err(|error| error.to_string())?;
            check_function(form, row, body, &function(written.code(body).as_ptr()))
        }
        #[cfg(not(feature = "all"))]
        None => Ok(()),
    }
}

fn check_function(
    form: &InstructionForm,
    row: &InstructionProperty,
    body: Body,
    function: &[Instruction],
) -> Result<(), String> {
    let steps = steps(function)?;
    let via = match row.metric() {
        Metric::Latency { via, .. } => via,
        Metric::Throughput { .. } => None,
    };
    let expected: Vec<&str> = mnemonics(form.name()).chain(via.into_iter().flat_map(mnemonics)).collect();
    let wanted = body.steps() as usize * expected.len();
    if steps.len() != wanted {
        return Err(format!("{} instructions instead of {wanted}", steps.len()));
    }
    for (instruction, name) in steps.iter().zip(expected.iter().cycle()) {
        if !is_called(instruction, name) {
            return Err(format!("`{}` instead of {name}", instruction.text));
        }
    }
    let idiom = form.marks().contains(&"zero_idiom");
    let step_uses: Vec<Uses> = steps.chunks(expected.len()).map(|step| together(step, idiom)).collect();
    match row.metric() {
        Metric::Latency { via: Some(_), .. } => {
            // The instruction that leads back waits for the one that leads there.
            chained(&steps.iter().map(uses).collect::<Vec<Uses>>())
        }
        Metric::Latency { from, .. } => {
            chained(&step_uses)?;
            if expected.len() == 1 { through(steps, &step_uses, from) } else { Ok(()) }
        }
        // An instruction without operands cannot be copied.
        Metric::Throughput { .. } if steps.iter().all(|step| operands(step).is_empty()) => Ok(()),
        Metric::Throughput { copies } => independent(&step_uses, copies as usize),
    }
}

/// Registers that the instructions of a step use together, without reads of each other's results.
/// An idiom, which is known not to depend on its operands, counts as if it read those in its text.
fn together(step: &[Instruction], idiom: bool) -> Uses {
    let mut all = Uses::default();
    for instruction in step {
        let mut own = uses(instruction);
        if idiom {
            own.reads.extend(operands(instruction).into_iter().flatten());
        }
        all.reads.extend(own.reads.difference(&all.writes).cloned().collect::<Vec<_>>());
        all.writes.extend(own.writes);
    }
    all
}

/// Checks that each step reads a result of the previous one.
fn chained(uses: &[Uses]) -> Result<(), String> {
    match uses.windows(2).position(|pair| pair[0].writes.is_disjoint(&pair[1].reads)) {
        Some(place) => Err(format!("step {} does not wait for the one before it", place + 1)),
        None => Ok(()),
    }
}

/// Checks that each step reads a result of the previous one through the operand `from`.
fn through(steps: &[Instruction], uses: &[Uses], from: &str) -> Result<(), String> {
    let Ok(number) = from.parse::<usize>() else { return Ok(()) };
    for (step, written) in steps[1..].iter().zip(uses) {
        let operands = operands(step);
        let own = operands.get(number - 1).ok_or("no such operand")?;
        if own.is_disjoint(&written.writes) {
            return Err(format!("`{}` does not wait through operand {number}", step.text));
        }
    }
    Ok(())
}

/// Checks that none of `copies` consecutive steps reads what another has written.
fn independent(uses: &[Uses], copies: usize) -> Result<(), String> {
    for (place, later) in uses.iter().enumerate() {
        for earlier in &uses[place.saturating_sub(copies - 1)..place] {
            if let Some(shared) = later.reads.intersection(&earlier.writes).next() {
                return Err(format!("step {place} waits for one before it through {shared}"));
            }
        }
    }
    Ok(())
}

#[test]
fn every_chain_is_what_its_row_says() {
    let mut faults = Vec::new();
    let mut checked = 0;
    for form in FORMS {
        for row in form.properties() {
            for body in Body::ALL {
                let is_emulated_often = cfg!(target_arch = "aarch64");
                if is_emulated_often && body == Body::WrittenLong {
                    continue;
                }
                checked += 1;
                if let Err(fault) = check(form, row, body) {
                    faults.push(format!("{}, {}, {body:?}: {fault}", form.name(), row.metric()));
                }
            }
        }
    }
    assert!(checked > 0, "nothing is built in");
    assert!(faults.is_empty(), "{} of {checked}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_chain_does_not_pass_for_another() {
    let add = FORMS.iter().find(|form| form.name().starts_with("add ")).expect("an addition");
    let other = FORMS.iter().find(|form| !form.name().starts_with("add ")).expect("another form");
    assert!(check(other, &add.properties()[0], Body::Short).is_err());
    // A chain is not independent, runs through no other operand, and copies are not chained; the
    // same by SVE's registers.
    for name in ["add ", "add z."] {
        let Some(add) = FORMS.iter().find(|form| form.name().starts_with(name)) else { continue };
        let [latency, .., throughput] = add.properties() else {
            panic!("an addition has a latency and a throughput")
        };
        let body = |row: &InstructionProperty| function(row.code().start(Body::Short).expect("a short body"));
        let (chain, copies) = (body(latency), body(throughput));
        let (chain, copies) = (steps(&chain).expect("a loop"), steps(&copies).expect("a loop"));
        let of = |steps: &[Instruction]| steps.iter().map(uses).collect::<Vec<Uses>>();
        assert!(independent(&of(chain), 8).is_err());
        assert!(chained(&of(copies)).is_err());
        let Metric::Latency { from, .. } = latency.metric() else { panic!("the first row is a latency") };
        let next = from.parse::<u32>().expect("an operand") + 1;
        assert_eq!(through(chain, &of(chain), from), Ok(()));
        assert!(through(chain, &of(chain), &next.to_string()).is_err());
    }
}
