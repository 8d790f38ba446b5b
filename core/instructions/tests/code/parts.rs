//! Copies that are mixed with those of another form: each form's parts, as they stand in a written
//! body.

use trueghz_instructions::units::mix::{Mix, Part};

use super::*;

/// The registers of a part's instructions, after a check of the body.
fn registers(form: &InstructionForm, part: &Part) -> Result<uses::Registers, String> {
    let mix = Mix::of(&[(part, part.copies())]).map_err(|error| error.to_string())?;
    let function = function(mix.code(false).as_ptr());
    let steps = steps(&function)?;
    let expected: Vec<&str> = mnemonics(form.name()).collect();
    let wanted = (part.copies() * mix.rounds(false)) as usize * expected.len();
    if steps.len() != wanted {
        return Err(format!("{} instructions instead of {wanted}", steps.len()));
    }
    if let Some((other, name)) =
        steps.iter().zip(expected.iter().cycle()).find(|(step, name)| !is_called(step, name))
    {
        return Err(format!("`{}` instead of {name}", other.text));
    }
    let idiom = form.marks().contains(&"zero_idiom");
    let of_steps: Vec<Uses> = steps.chunks(expected.len()).map(|step| together(step, idiom)).collect();
    // The disassembler (disarm64 0.2) prints the last register of `udot v.4s, v.16b, v.4b[3]`
    // without its highest bit.
    if form.name().contains(".4b[") {
        return Ok(uses::Registers::new());
    }
    if steps.iter().any(|step| !operands(step).is_empty()) {
        independent(&of_steps, part.copies() as usize)?;
    }
    let mut all: uses::Registers =
        of_steps.into_iter().flat_map(|uses| uses.reads.into_iter().chain(uses.writes)).collect();
    all.remove("flags");
    let first = function.iter().position(|instruction| instruction.address == steps[0].address).unwrap_or(0);
    let loaded: uses::Registers = function[..first].iter().map(uses).flat_map(|uses| uses.writes).collect();
    match all.difference(&loaded).next() {
        Some(register) => Err(format!("nothing is loaded into {register}")),
        None => Ok(all),
    }
}

#[test]
fn parts_are_copies_in_registers_of_their_own() {
    let mut halves = [uses::Registers::new(), uses::Registers::new()];
    let mut faults = Vec::new();
    let mut checked = 0;
    for form in FORMS.iter().filter(|form| form.is_present()) {
        for (half, part) in halves.iter_mut().zip(Part::of(form)) {
            let Some(part) = part else { continue };
            checked += 1;
            match registers(form, &part) {
                Ok(registers) => half.extend(registers),
                Err(fault) => faults.push(format!("{}: {fault}", form.name())),
            }
        }
    }
    assert!(checked > 100 && faults.is_empty(), "{} of {checked}:\n{}", faults.len(), faults.join("\n"));
    let shared: Vec<&String> = halves[0].intersection(&halves[1]).collect();
    assert!(shared.is_empty(), "both halves have {shared:?}");
}

#[test]
fn a_mix_has_as_many_of_each_as_it_says() {
    let part = |name: &str, half: usize| {
        let form = FORMS.iter().find(|form| form.name().starts_with(name)).expect("a form of this name");
        let [lower, upper] = Part::of(form);
        [lower, upper].into_iter().nth(half).flatten().expect("a part in this half")
    };
    let other = if cfg!(target_arch = "aarch64") { "mul x" } else { "imul r64" };
    let (add, other) = (part("add ", 0), part(other, 1));
    let counts = [2 * add.copies(), 1];
    let mix = Mix::of(&[(&add, counts[0]), (&other, counts[1])]).expect("executable memory");
    for is_long in [false, true] {
        let function = function(mix.code(is_long).as_ptr());
        let steps = steps(&function).expect("a loop");
        let adds = steps.iter().filter(|step| is_called(step, "add")).count();
        let rounds = mix.rounds(is_long);
        assert_eq!((adds as u32, steps.len() as u32), (rounds * counts[0], rounds * (counts[0] + counts[1])));
    }
}
