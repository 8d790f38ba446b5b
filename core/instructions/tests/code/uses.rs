//! The registers that an instruction reads and writes.
//!
//! Registers have the number of their file, whatever part of them is used: `g3` a general one, `v3`
//! a vector, `k3` a mask, and `flags`.

use std::collections::BTreeSet;

use crate::decode::Instruction;

/// Registers.
pub type Registers = BTreeSet<String>;

/// An instruction's accesses to registers.
#[derive(Debug, Clone, Default)]
pub struct Uses {
    pub reads: Registers,
    pub writes: Registers,
}

/// The registers of each operand, as they stand in the text.
pub fn operands(instruction: &Instruction) -> Vec<Registers> {
    let text = instruction.text.trim_start_matches("lock ");
    let Some((_, operands)) = text.split_once(' ') else { return Vec::new() };
    let mut list = vec![String::new()];
    let mut depth = 0;
    for letter in operands.chars() {
        match letter {
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            _ => {}
        }
        if letter == ',' && depth == 0 {
            list.push(String::new());
        } else if let Some(last) = list.last_mut() {
            last.push(letter);
        }
    }
    // Tables, and the zero register that an alias omits, are not operands.
    let mut place = 0;
    list.retain(|operand| {
        place += 1;
        let zero = place > 1 && matches!(operand.trim(), "xzr" | "wzr");
        let is_table = text.starts_with("tb")
            && ["{ v28", "{ z28"].iter().any(|first| operand.trim().starts_with(first));
        !zero && !is_table
    });
    // An address may be made of several.
    let each = |operand: &String| match operand.contains('[') {
        true => named(operand).into_iter().map(|register| Registers::from([register])).collect(),
        false => vec![named(operand).into_iter().collect()],
    };
    list.iter().flat_map(each).collect()
}

/// The registers that a text names, in its order.
fn named(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter_map(architecture::register).collect()
}

pub use architecture::uses;

#[cfg(target_arch = "x86_64")]
mod architecture {
    use std::collections::HashMap;
    use std::sync::LazyLock;

    use iced_x86::{Decoder, DecoderOptions, InstructionInfoFactory, OpAccess, Register};

    use super::{Instruction, Uses};

    static BY_NAME: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
        let named = |register: Register| Some((format!("{register:?}").to_lowercase(), numbered(register)?));
        Register::values().filter_map(named).collect()
    });

    /// The register of this name, by the number of its file.
    pub fn register(name: &str) -> Option<String> {
        BY_NAME.get(name).cloned()
    }

    fn numbered(register: Register) -> Option<String> {
        let full = register.full_register();
        let file = if full.is_gpr() {
            "g"
        } else if full.is_vector_register() {
            "v"
        } else if full.is_k() {
            "k"
        } else {
            return None;
        };
        Some(format!("{file}{}", full.number()))
    }

    /// By iced's tables.
    pub fn uses(instruction: &Instruction) -> Uses {
        let mut factory = InstructionInfoFactory::new();
        // SAFETY: the instruction was decoded from these bytes of this program's code, which are
        // still there. It has at most 15, and the function continues after it.
        let bytes = unsafe { std::slice::from_raw_parts(instruction.address as *const u8, 15) };
        let decoded = Decoder::with_ip(64, bytes, instruction.address, DecoderOptions::NONE).decode();
        let mut uses = Uses::default();
        for used in factory.info(&decoded).used_registers() {
            let Some(name) = numbered(used.register()) else { continue };
            let access = used.access();
            // A conditional write keeps the old value otherwise, and so counts as a read.
            if !matches!(access, OpAccess::Write | OpAccess::NoMemAccess) {
                uses.reads.insert(name.clone());
            }
            if !matches!(access, OpAccess::Read | OpAccess::CondRead | OpAccess::NoMemAccess) {
                uses.writes.insert(name);
            }
        }
        if decoded.rflags_read() != 0 {
            uses.reads.insert("flags".to_owned());
        }
        if decoded.rflags_modified() != 0 {
            uses.writes.insert("flags".to_owned());
        }
        uses
    }
}

#[cfg(target_arch = "aarch64")]
mod architecture {
    use super::{Instruction, Registers, Uses, operands};

    /// The register of this name, by the number of its file.
    pub fn register(name: &str) -> Option<String> {
        let (letter, number) = name.split_at_checked(1)?;
        let number: u32 = number.parse().ok()?;
        let file = match letter {
            "x" | "w" => "g",
            "b" | "h" | "s" | "d" | "q" | "v" | "z" => "v",
            "p" => "k",
            _ => return None,
        };
        (number < 32).then(|| format!("{file}{number}"))
    }

    /// Mnemonics whose first operand is read, too: insertions and selections.
    const READ_FIRST: &[&str] =
        &["bfm", "bfi", "bfxil", "movk", "ins", "bsl", "bit", "bif", "tbx", "ld1", "cas", "sm4e", "incd"];

    /// Beginnings of mnemonics that accumulate.
    const ACCUMULATE: &[&str] = &[
        "fmla", "fmls", "mla", "mls", "smlal", "umlal", "saba", "uaba", "sadalp", "uadalp", "sdot", "udot",
        "usdot", "bfdot", "bfmmla", "smmla", "ummla", "usmmla", "bfmlal", "aese", "aesd", "sha1", "sha256",
        "sha512", "ssra", "usra", "srsra", "ursra", "sli", "sri", "sqrdmlah", "fcmla", "sqdmlal", "fmlal",
    ];

    /// Beginnings of mnemonics that write only the flags.
    const COMPARE: &[&str] = &["cmp", "cmn", "tst", "ccmp", "ccmn", "fcmp", "fccmp"];

    /// Beginnings of mnemonics that write the flags, too.
    const SET_FLAGS: &[&str] = &["adds", "subs", "ands", "bics", "adcs", "sbcs", "negs", "ngcs"];

    /// Beginnings of mnemonics that read the flags.
    const USE_FLAGS: &[&str] = &[
        "adc", "sbc", "csel", "csinc", "csinv", "csneg", "cset", "cinc", "cinv", "cneg", "fcsel", "ccmp",
        "ccmn", "fccmp", "ngc",
    ];

    /// By the mnemonic: the first operand is the result, the others are sources.
    pub fn uses(instruction: &Instruction) -> Uses {
        let mnemonic = instruction.text.split(' ').next().unwrap_or_default();
        let begins = |list: &[&str]| list.iter().any(|start| mnemonic.starts_with(start));
        let mut operands = operands(instruction);
        // The previous value in memory is returned in the second operand.
        let is_atomic = begins(&["ldadd", "ldclr", "ldset", "ldeor", "swp"]);
        if is_atomic {
            operands.swap(0, 1);
        }
        let has_predicate_first =
            operands.first().is_some_and(|all| all.iter().any(|own| own.starts_with('k')));
        let results = match mnemonic {
            "ldp" | "ldnp" | "ldpsw" => 2,
            "rmif" | "msr" | "ptest" => 0,
            // The result of SVE's comparisons.
            _ if has_predicate_first => 1,
            _ if begins(COMPARE) || mnemonic.starts_with("st") || mnemonic.starts_with("prf") => 0,
            _ => 1,
        };
        let union = |list: &[Registers]| list.iter().flatten().cloned().collect::<Registers>();
        let (written, read) = operands.split_at(results.min(operands.len()));
        let mut uses = Uses { reads: union(read), writes: union(written) };
        // The address is written back.
        if instruction.text.contains("], #") || instruction.text.contains("]!") {
            uses.writes.extend(operands.get(results).cloned().unwrap_or_default());
        }
        if matches!(mnemonic, "cfinv" | "mrs") {
            uses.reads.insert("flags".to_owned());
        }
        if matches!(mnemonic, "cfinv" | "match" | "msr" | "ptest" | "rmif") || mnemonic.starts_with("while") {
            uses.writes.insert("flags".to_owned());
        }
        let keeps_inactive_lanes = instruction.text.contains("/m");
        let accumulates = begins(ACCUMULATE) && !mnemonic.starts_with("sha1h");
        if READ_FIRST.contains(&mnemonic) || accumulates || keeps_inactive_lanes {
            uses.reads.extend(union(written));
        }
        if begins(COMPARE) || SET_FLAGS.contains(&mnemonic) {
            uses.writes.insert("flags".to_owned());
        }
        if begins(USE_FLAGS) {
            uses.reads.insert("flags".to_owned());
        }
        uses
    }
}
