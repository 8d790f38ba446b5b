//! The decoder against a disassembler: classes by mnemonic, registers by what its text names.

use std::collections::BTreeSet;

use disarm64::{InsnDisplay, InsnOpcode};
use trueghz_lab_model::class::Class;
use trueghz_lab_model::decode::{Op, SINK, ZERO, decode, needs_time, writes_system_register};

/// Words that are tried in each group of encodings.
const TRIES: u32 = 40_000;

/// What class the disassembler's mnemonic means; `None` where a mnemonic alone does not tell.
fn class_of(mnemonic: &str, text: &str) -> Option<Class> {
    let operands = || text.split([',', ' ', '\t']).map(str::trim).skip(1);
    let changes = ["lsl", "lsr", "asr", "ror", "uxt", "sxt"];
    let changed = operands().any(|word| changes.iter().any(|change| word.starts_with(change)));
    // An immediate stands alone; what follows the name of a shift is its amount.
    let immediate = !changed && text.contains('#') || text.contains(", #");
    let register = !immediate && !changed;
    Some(match mnemonic {
        "add" | "adds" | "cmn" if register => Class::Add,
        // An extension by the whole width changes nothing, and the text does not tell how wide that is.
        "add" | "adds" | "cmn" | "sub" | "subs" | "cmp" if text.contains("uxt") && !text.contains('#') => {
            return None;
        }
        "add" | "adds" | "cmn" | "sub" | "subs" | "cmp" if immediate => Class::AddImmediate,
        "and" | "ands" | "orr" | "eor" if immediate => Class::LogicImmediate,
        // By nothing: some disassemblers print it, and it changes nothing.
        _ if changed && (text.ends_with("#0") || text.ends_with("#0x0")) => return None,
        "add" | "adds" | "sub" | "subs" | "and" | "ands" | "orr" | "eor" | "bic" | "bics" | "orn" | "eon"
            if changed =>
        {
            Class::Shifted
        }
        "adc" | "adcs" => Class::Add,
        "sub" | "subs" | "cmp" | "neg" | "negs" if register => Class::Subtract,
        "sbc" | "sbcs" | "ngc" | "ngcs" => Class::Subtract,
        "and" | "ands" | "orr" | "eor" | "bic" | "bics" | "orn" | "eon" if register => Class::Logic,
        "csel" | "csinc" | "csinv" | "csneg" | "ccmp" | "ccmn" => Class::Logic,
        "movz" | "movn" | "movk" | "adr" | "adrp" => Class::LogicImmediate,
        "lslv" | "lsrv" | "asrv" | "rorv" => Class::Shift,
        "ubfm" | "sbfm" | "bfm" | "extr" | "clz" | "cls" | "rbit" | "rev" | "rev16" | "rev32" => {
            Class::Bitfield
        }
        "madd" | "msub" | "smaddl" | "umaddl" | "smsubl" | "umsubl" => Class::Multiply,
        "smulh" | "umulh" => Class::MultiplyHigh,
        "udiv" | "sdiv" => Class::Divide,
        "fadd" | "fsub" => Class::FloatAdd,
        "fmul" | "fnmul" => Class::FloatMultiply,
        "fmadd" | "fmsub" | "fnmadd" | "fnmsub" => Class::FloatFused,
        "fdiv" | "fsqrt" => Class::FloatDivide,
        "frinta" | "frintn" | "frintx" | "fabs" | "fneg" | "fmax" | "fcmp" | "fcsel" => Class::Float,
        "ldr" | "ldrb" | "ldrh" | "ldrsw" | "ldp" | "ldur" => Class::Load,
        "str" | "strb" | "strh" | "stp" | "stur" => Class::Store,
        "b" | "bl" | "br" | "blr" | "ret" | "cbz" | "cbnz" | "tbz" | "tbnz" => Class::Branch,
        "isb" => Class::Barrier,
        _ => return None,
    })
}

/// The registers that a text names, as the model numbers them.
fn registers_in(text: &str) -> BTreeSet<u8> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric()).skip(1);
    words.filter_map(register).collect()
}

fn register(word: &str) -> Option<u8> {
    if word == "sp" || word == "wsp" {
        return Some(31);
    }
    let (letter, number) = word.split_at_checked(1)?;
    let number: u8 = number.parse().ok().filter(|number| *number < 32)?;
    match letter {
        "x" | "w" => Some(number),
        "b" | "h" | "s" | "d" | "q" | "v" => Some(32 + number),
        _ => None,
    }
}

fn registers_of(op: &Op) -> BTreeSet<u8> {
    let all = op.sources.iter().chain(&op.results).chain([&op.writeback]);
    all.copied().filter(|register| *register < 64).collect()
}

/// Random words of a group: `fixed` where `mask` has ones. Returns how many were compared.
fn compare(mask: u32, fixed: u32) -> u32 {
    let mut random = fastrand::Rng::with_seed(u64::from(fixed));
    let mut compared = 0;
    for _ in 0..TRIES {
        let word = random.u32(..) & !mask | fixed;
        let Some(opcode) = disarm64::decoder::decode(word) else { continue };
        let text = opcode.display_at(0).to_string();
        // Encodings that mean nothing, though the disassembler knows their group.
        if text.contains("undefined") {
            continue;
        }
        let mnemonic = opcode.definition().mnemonic;
        let Some(class) = class_of(mnemonic, &text) else { continue };
        let op = decode(word);
        assert_eq!(op.class, class, "{word:#010x} {text}");
        let mut named = registers_in(&text);
        // A call writes the link register without naming it, and `ret` need not name it.
        if matches!(mnemonic, "bl" | "blr" | "ret") {
            named.insert(30);
        }
        assert_eq!(registers_of(&op), named, "{word:#010x} {text}");
        compared += 1;
    }
    compared
}

#[test]
fn integer_instructions_are_those_of_the_disassembler() {
    // Arm ARM C4.1: bits 28 to 25.
    assert!(compare(0x1e00_0000, 0x1000_0000) > 1000);
    assert!(compare(0x1e00_0000, 0x1200_0000) > 1000);
    assert!(compare(0x1e00_0000, 0x0a00_0000) > 1000);
    assert!(compare(0x1e00_0000, 0x1a00_0000) > 1000);
    // Three sources.
    assert!(compare(0x7f00_0000, 0x1b00_0000) > 1000);
    // Two sources.
    assert!(compare(0x7fe0_c000, 0x1ac0_0000) > 1000);
}

#[test]
fn scalar_floating_point_is_that_of_the_disassembler() {
    assert!(compare(0xff20_0000, 0x1e20_0000) > 500);
    assert!(compare(0xff00_0000, 0x1f00_0000) > 500);
}

#[test]
fn loads_stores_and_branches_are_those_of_the_disassembler() {
    assert!(compare(0x3f00_0000, 0x3900_0000) > 1000);
    assert!(compare(0x3e00_0000, 0x2800_0000) > 1000);
    assert!(compare(0x1c00_0000, 0x1400_0000) > 1000);
}

/// An instruction's class, as an assembler would write it: (word, text of the Arm ARM's example form).
#[test]
fn the_measured_steps_have_classes_of_their_own() {
    for (word, class) in [
        (0x8b01_0000, Class::Add),
        (0xcb01_0000, Class::Subtract),
        (0xca01_0000, Class::Logic),
        (0xf100_0400, Class::AddImmediate),
        (0x9ac1_2c00, Class::Shift),
        (0x93c0_0c00, Class::Bitfield),
        (0x9b01_7c00, Class::Multiply),
        (0x1e61_2800, Class::FloatAdd),
        (0x1e61_0800, Class::FloatMultiply),
        (0xd503_3fdf, Class::Barrier),
        (0xd53b_e040, Class::System),
    ] {
        assert_eq!(decode(word).class, class, "{word:#010x}");
    }
}

#[test]
fn a_chain_step_reads_what_it_writes() {
    // add x0, x0, x1: the chain runs through x0.
    let op = decode(0x8b01_0000);
    assert_eq!((op.sources, op.results), ([0, 1, ZERO, ZERO], [0, SINK]));
}

#[test]
fn the_timer_is_known_by_its_registers() {
    // mrs x0, cntvct_el0; mrs x0, cntfrq_el0; msr cntv_cval_el0, x0; mrs x0, midr_el1; add.
    assert!(needs_time(0xd53b_e040));
    assert!(needs_time(0xd53b_e000));
    assert!(needs_time(0xd51b_e340) && writes_system_register(0xd51b_e340));
    assert!(!needs_time(0xd538_0000));
    assert!(!needs_time(0x8b01_0000));
    assert!(!writes_system_register(0xd53b_e040));
}
