//! Machine code to text: the disassemblers of both architectures behind one form.
//!
//! The text has the assembler's syntax, as the kinds' descriptions are written: one space after the
//! mnemonic, one after each comma, immediates in decimal, the targets of branches as absolute
//! addresses.

use disarm64::{InsnDisplay, InsnOpcode};
use iced_x86::{
    Decoder, DecoderOptions, FlowControl, Formatter, IntelFormatter, MemorySizeOptions, NumberBase,
};

/// An architecture that has chains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Architecture {
    /// 64-bit Arm.
    Aarch64,
    /// 64-bit x86.
    X86_64,
}

/// Machine code, from the first instruction of a function on.
#[derive(Debug, Clone, Copy)]
pub struct Code<'a> {
    /// The architecture of the code.
    pub architecture: Architecture,
    /// Address at which it begins when it runs; it determines the alignment of the loop.
    pub address: u64,
    /// The bytes. Those after the function's return are ignored.
    pub bytes: &'a [u8],
}

/// Where the flow of instructions goes from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// To the next one.
    Next,
    /// A branch or call, conditional or not, to this address.
    Branch(u64),
    /// Out of the function.
    Return,
    /// A branch or call to an address in a register, a trap, or what cannot be decoded.
    Elsewhere,
}

/// A decoded instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// Its address.
    pub address: u64,
    /// Its text in the assembler's syntax.
    pub text: String,
    /// The next instruction.
    pub flow: Flow,
}

impl Code<'_> {
    /// The instructions, to the first return or to what cannot be decoded.
    pub fn decode(&self) -> Vec<Instruction> {
        let mut instructions: Vec<Instruction> = Vec::new();
        let mut take = |instruction: Instruction| {
            let last = instruction.flow == Flow::Return || instruction.text == UNDECODABLE;
            instructions.push(instruction);
            !last
        };
        match self.architecture {
            Architecture::Aarch64 => decode_aarch64(self, &mut take),
            Architecture::X86_64 => decode_x86_64(self, &mut take),
        }
        instructions
    }
}

/// The text of instructions that the disassembler does not know, or that are cut off.
const UNDECODABLE: &str = "(undecodable)";

fn decode_aarch64(code: &Code<'_>, take: &mut impl FnMut(Instruction) -> bool) {
    for (address, bytes) in (code.address..).step_by(4).zip(code.bytes.chunks(4)) {
        let word = <[u8; 4]>::try_from(bytes).map(u32::from_le_bytes).ok();
        let decoded = word.and_then(disarm64::decoder::decode);
        let text = decoded.map_or(UNDECODABLE.to_owned(), |opcode| match is_sve(opcode.bits()) {
            true => sve(&opcode),
            false => preferred(&opcode.display_at(address).to_string(), opcode.definition().mnemonic),
        });
        let flow = word.map_or(Flow::Elsewhere, |word| flow_aarch64(word, &text));
        if !take(Instruction { address, text, flow }) {
            break;
        }
    }
}

/// Arm ARM (DDI 0487), C4.1: bits 28 to 25 of SVE's instructions are 0010.
fn is_sve(word: u32) -> bool {
    word >> 25 & 0b1111 == 0b0010
}

/// The mnemonic and the registers of an SVE instruction. The disassembler prints such operands as
/// the names of their kinds only, but it knows their fields (by the tables of GNU binutils). So the
/// text has neither the lanes' sizes nor immediates; `/m` stands behind a predicate whose inactive
/// lanes keep the result's old value.
fn sve(opcode: &impl InsnOpcode) -> String {
    let register = |name: &str, number: u32| match name.trim_start_matches("SVE_").as_bytes() {
        [b'R', b'a'..=b'z', ..] if number == 31 => Some("xzr".to_owned()),
        [b'R', b'a'..=b'z', ..] => Some(format!("x{number}")),
        [file @ (b'Z' | b'P' | b'V'), b'a'..=b'z', ..] => {
            Some(format!("{}{number}", char::from(file.to_ascii_lowercase())))
        }
        _ => None,
    };
    let operand = |operand: &disarm64::InsnOperand| {
        let registers = operand.bit_fields.iter().filter_map(|field| {
            let number = opcode.bits() >> field.lsb & ((1 << field.width) - 1);
            register(&format!("{:?}", field.bitfield), number)
        });
        let text = registers.collect::<Vec<_>>().join(", ");
        let kind = format!("{:?}", operand.kind);
        let keeps = |qualifier: &_| format!("{qualifier:?}") == "P_M";
        match text.as_str() {
            "" => None,
            _ if kind.contains("ADDR") => Some(format!("[{text}]")),
            _ if kind.ends_with("xN") => Some(format!("{{ {text} }}")),
            _ if !operand.qualifiers.is_empty() && operand.qualifiers.iter().all(keeps) => {
                Some(format!("{text}/m"))
            }
            _ => Some(text),
        }
    };
    let definition = opcode.definition();
    let operands: Vec<String> = definition.operands.iter().filter_map(operand).collect();
    format!("{} {}", definition.mnemonic, operands.join(", ")).trim_end().to_owned()
}

/// Arm ARM (DDI 0487), C4.1: bits 28 to 26 of branches, exceptions and system instructions are 101.
/// System instructions (hints, barriers, register moves) are those that begin with 1101010100; they
/// go on to the next.
fn flow_aarch64(word: u32, text: &str) -> Flow {
    let undefined = text == UNDECODABLE || text.starts_with("udf");
    let branches = word >> 26 & 0b111 == 0b101 && word >> 22 != 0b11_0101_0100;
    let target = || u64::from_str_radix(text.rsplit(' ').next()?.strip_prefix("0x")?, 16).ok();
    match (undefined, branches) {
        (true, _) => Flow::Elsewhere,
        (false, false) => Flow::Next,
        (false, true) if text.starts_with("ret") => Flow::Return,
        (false, true) => target().map_or(Flow::Elsewhere, Flow::Branch),
    }
}

/// The disassembler's text in the form described above. It names some instructions by their general
/// form; the two that chains use get the names that the Arm ARM prefers (C6.2, "ROR (register)" and
/// "MUL").
fn preferred(text: &str, mnemonic: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let decimal = |word: &str| {
        let digits = word.trim_end_matches(',').strip_prefix("#0x")?;
        let value = u64::from_str_radix(digits, 16).ok()?;
        Some(format!("#{value}{}", if word.ends_with(',') { "," } else { "" }))
    };
    let words: Vec<String> =
        words.iter().map(|word| decimal(word).unwrap_or_else(|| (*word).to_owned())).collect();
    let text = words.join(" ");
    match mnemonic {
        "rorv" => text.replacen("rorv", "ror", 1),
        "madd" if text.ends_with(", xzr") => text.replacen("madd", "mul", 1).replace(", xzr", ""),
        _ => text,
    }
}

fn decode_x86_64(code: &Code<'_>, take: &mut impl FnMut(Instruction) -> bool) {
    let mut decoder = Decoder::with_ip(64, code.bytes, code.address, DecoderOptions::NONE);
    let mut formatter = IntelFormatter::new();
    let options = formatter.options_mut();
    options.set_space_after_operand_separator(true);
    options.set_number_base(NumberBase::Decimal);
    options.set_memory_size_options(MemorySizeOptions::Never);
    // Nor names that stand for an immediate.
    options.set_use_pseudo_ops(false);
    while decoder.can_decode() {
        let instruction = decoder.decode();
        let mut text = String::new();
        let flow = match instruction.flow_control() {
            _ if instruction.is_invalid() => Flow::Elsewhere,
            FlowControl::Next => Flow::Next,
            FlowControl::Return => Flow::Return,
            FlowControl::UnconditionalBranch | FlowControl::ConditionalBranch | FlowControl::Call => {
                Flow::Branch(instruction.near_branch_target())
            }
            _ => Flow::Elsewhere,
        };
        match flow {
            _ if instruction.is_invalid() => text.push_str(UNDECODABLE),
            Flow::Branch(target) => {
                formatter.format_mnemonic(&instruction, &mut text);
                text.push_str(&format!(" {target:#x}"));
            }
            _ => formatter.format(&instruction, &mut text),
        }
        if !take(Instruction { address: instruction.ip(), text, flow }) {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(architecture: Architecture, bytes: &[u8]) -> Vec<(String, Flow)> {
        let code = Code { architecture, address: 0x1000, bytes };
        code.decode().into_iter().map(|instruction| (instruction.text, instruction.flow)).collect()
    }

    fn one(architecture: Architecture, bytes: &[u8], text: &str, flow: Flow) {
        assert_eq!(texts(architecture, bytes), [(text.to_owned(), flow)]);
    }

    #[test]
    fn aarch64_reads_as_the_assembler_writes() {
        let one = |word: u32, text, flow| one(Architecture::Aarch64, &word.to_le_bytes(), text, flow);
        one(0x9ac9_2d08, "ror x8, x8, x9", Flow::Next);
        one(0x9b09_7d08, "mul x8, x8, x9", Flow::Next);
        one(0x9b09_2908, "madd x8, x8, x9, x10", Flow::Next);
        one(0xf100_0508, "subs x8, x8, #1", Flow::Next);
        one(0x1e61_2800, "fadd d0, d0, d1", Flow::Next);
        one(0x54ff_ffe1, "b.ne 0xffc", Flow::Branch(0xffc));
        one(0xd65f_03c0, "ret x30", Flow::Return);
        one(0xd61f_0000, "br x0", Flow::Elsewhere);
        one(0xd400_0001, "svc #0", Flow::Elsewhere);
        one(0xd503_3fdf, "isb", Flow::Next);
        one(0, "udf #0", Flow::Elsewhere);
    }

    /// The words are llvm-mc's.
    #[test]
    fn registers_of_sve_are_named() {
        let one = |word: u32, text| one(Architecture::Aarch64, &word.to_le_bytes(), text, Flow::Next);
        one(0x04e3_0041, "add z1, z2, z3");
        one(0x04c0_0441, "add z1, p1/m, z1, z2");
        one(0x0496_a441, "abs z1, p1/m, z2");
        one(0xa5e0_a441, "ld1d { z1 }, p1, [x2]");
        one(0xc5c3_c441, "ld1d { z1 }, p1, [x2, z3]");
        one(0x25a3_1441, "whilelt p1, x2, x3");
        one(0x04f0_e3e1, "incd x1");
        one(0x25d8_e3e1, "ptrue p1");
    }

    #[test]
    fn x86_64_reads_as_the_assembler_writes() {
        let one = |bytes: &[u8], text, flow| one(Architecture::X86_64, bytes, text, flow);
        one(&[0x48, 0xc1, 0xc0, 0x0d], "rol rax, 13", Flow::Next);
        one(&[0x48, 0x8b, 0x4f, 0x08], "mov rcx, [rdi+8]", Flow::Next);
        one(&[0xf2, 0x0f, 0x58, 0xc1], "addsd xmm0, xmm1", Flow::Next);
        one(&[0x75, 0xfa], "jne 0xffc", Flow::Branch(0xffc));
        one(&[0xe8, 0, 0, 0, 0], "call 0x1005", Flow::Branch(0x1005));
        one(&[0xff, 0xd0], "call rax", Flow::Elsewhere);
        one(&[0x0f, 0xae, 0xe8], "lfence", Flow::Next);
        one(&[0xc3], "ret", Flow::Return);
    }

    #[test]
    fn nothing_is_read_past_the_return_and_a_cut_is_seen() {
        let returns = texts(Architecture::X86_64, &[0xc3, 0x90]);
        assert_eq!(returns, [("ret".to_owned(), Flow::Return)]);
        let cut = texts(Architecture::X86_64, &[0x90, 0x48]);
        assert_eq!(cut[1], (UNDECODABLE.to_owned(), Flow::Elsewhere));
        let cut = texts(Architecture::Aarch64, &[0x1f, 0x20, 0x03, 0xd5, 0x1f]);
        assert_eq!(cut[1], (UNDECODABLE.to_owned(), Flow::Elsewhere));
    }
}
