//! Chains assembled by hand, piece by piece, so that single pieces can be spoiled.
//!
//! Encodings: Arm ARM (DDI 0487), C6.2 and C7.2; Intel SDM, volume 2.

use trueghz::chain::{BodyLength, ChainKind};

use super::check::LOOP_ALIGNMENT;
use super::decode::{Architecture, Code};

/// An instruction's bytes.
pub type Bytes = Vec<u8>;

/// The pieces of a chain. `{a}` is x8, d0, rax or xmm0, `{b}` is x9, d1, rcx or xmm1, the counter
/// x1 or rsi.
#[derive(Debug, Clone)]
pub struct Chain {
    pub architecture: Architecture,
    pub kind: ChainKind,
    /// Address at which it begins, as it runs.
    pub address: u64,
    pub before: Vec<Bytes>,
    pub barrier: Vec<Bytes>,
    pub loads: Vec<Bytes>,
    /// Padding in excess of what aligns the loop.
    pub more_padding: Vec<Bytes>,
    pub steps: Vec<Bytes>,
    pub count_down: Vec<Bytes>,
    /// The code of the condition in the branch: 1 is "not equal" on AArch64, 5 on x86.
    pub condition: u8,
    /// Offset of the branch's target from the loop's first step, in bytes.
    pub branch_misses: i32,
    pub barrier_after: Vec<Bytes>,
    pub after: Vec<Bytes>,
}

/// One AArch64 instruction.
pub fn word(word: u32) -> Bytes {
    word.to_le_bytes().to_vec()
}

/// The length in which the chains are assembled.
pub const LENGTH: BodyLength = BodyLength::Short;

impl Chain {
    /// The sound chain.
    pub fn sound(architecture: Architecture, kind: ChainKind) -> Chain {
        match architecture {
            Architecture::Aarch64 => aarch64(kind),
            Architecture::X86_64 => x86_64(kind),
        }
    }

    /// The code.
    pub fn assemble(&self) -> Bytes {
        let mut code = Bytes::new();
        let extend = |code: &mut Bytes, pieces: &[Bytes]| code.extend(pieces.iter().flatten());
        extend(&mut code, &self.before);
        extend(&mut code, &self.barrier);
        extend(&mut code, &self.loads);
        let nop = self.nop();
        while !(self.address + code.len() as u64).is_multiple_of(LOOP_ALIGNMENT) {
            code.extend(&nop);
        }
        extend(&mut code, &self.more_padding);
        let first = code.len();
        extend(&mut code, &self.steps);
        extend(&mut code, &self.count_down);
        let back = first as i32 + self.branch_misses - code.len() as i32;
        code.extend(self.branch(back));
        extend(&mut code, &self.barrier_after);
        extend(&mut code, &self.after);
        code
    }

    /// Its code, checked.
    pub fn check(&self) -> Result<(), String> {
        let bytes = self.assemble();
        let code = Code { architecture: self.architecture, address: self.address, bytes: &bytes };
        super::check::check(&code, self.kind, LENGTH).map_err(|fault| fault.to_string())
    }

    pub fn nop(&self) -> Bytes {
        match self.architecture {
            Architecture::Aarch64 => word(0xd503_201f),
            Architecture::X86_64 => vec![0x90],
        }
    }

    /// The conditional branch over `back` bytes from its own beginning.
    fn branch(&self, back: i32) -> Bytes {
        match self.architecture {
            Architecture::Aarch64 => {
                let offset = (back / 4).cast_unsigned() & 0x7_ffff;
                word(0x5400_0000 | offset << 5 | u32::from(self.condition))
            }
            Architecture::X86_64 => {
                let mut code = vec![0x0f, 0x80 | self.condition];
                // x86 counts from the end of the branch, which has six bytes.
                code.extend((back - 6).to_le_bytes());
                code
            }
        }
    }
}

fn steps(kind: ChainKind, pattern: &[Bytes]) -> Vec<Bytes> {
    pattern.iter().cycle().take(kind.steps_per_iteration(LENGTH) as usize).cloned().collect()
}

fn aarch64(kind: ChainKind) -> Chain {
    const LDP_X8_X9: u32 = 0xa940_2408;
    const LDP_D0_D1: u32 = 0x6d40_0400;
    const ADD: u32 = 0x8b09_0108;
    const EOR: u32 = 0xca09_0108;
    const SUB: u32 = 0xcb09_0108;
    const ROR: u32 = 0x9ac9_2d08;
    const FADD: u32 = 0x1e61_2800;
    const SUBS_X1_X1_1: u32 = 0xf100_0421;
    const ISB: u32 = 0xd503_3fdf;
    const RET: u32 = 0xd65f_03c0;
    let (pattern, load): (&[u32], Option<u32>) = match kind {
        ChainKind::TightLoop => (&[SUBS_X1_X1_1], None),
        ChainKind::Add => (&[ADD], Some(LDP_X8_X9)),
        ChainKind::Mixed => (&[ADD, EOR, SUB, ROR], Some(LDP_X8_X9)),
        ChainKind::FloatAdd => (&[FADD], Some(LDP_D0_D1)),
        other => panic!("{other} is not assembled here"),
    };
    let pattern: Vec<Bytes> = pattern.iter().map(|&step| word(step)).collect();
    Chain {
        architecture: Architecture::Aarch64,
        kind,
        address: 0x1_0000,
        before: vec![],
        barrier: vec![word(ISB)],
        loads: load.map(word).into_iter().collect(),
        more_padding: vec![],
        steps: steps(kind, &pattern),
        count_down: load.map(|_| word(SUBS_X1_X1_1)).into_iter().collect(),
        condition: 1,
        branch_misses: 0,
        barrier_after: vec![word(ISB)],
        after: vec![word(RET)],
    }
}

fn x86_64(kind: ChainKind) -> Chain {
    const MOVE: [&[u8]; 2] = [&[0x48, 0x8b, 0x07], &[0x48, 0x8b, 0x4f, 0x08]];
    const MOVSD: [&[u8]; 2] = [&[0xf2, 0x0f, 0x10, 0x07], &[0xf2, 0x0f, 0x10, 0x4f, 0x08]];
    const ADD: &[u8] = &[0x48, 0x01, 0xc8];
    const XOR: &[u8] = &[0x48, 0x31, 0xc8];
    const SUB: &[u8] = &[0x48, 0x29, 0xc8];
    const ROL_13: &[u8] = &[0x48, 0xc1, 0xc0, 0x0d];
    const ADDSD: &[u8] = &[0xf2, 0x0f, 0x58, 0xc1];
    const DEC_RSI: &[u8] = &[0x48, 0xff, 0xce];
    const LFENCE: &[u8] = &[0x0f, 0xae, 0xe8];
    const RET: &[u8] = &[0xc3];
    let (pattern, loads): (&[&[u8]], &[&[u8]]) = match kind {
        ChainKind::TightLoop => (&[DEC_RSI], &[]),
        ChainKind::Add => (&[ADD], &MOVE),
        ChainKind::Mixed => (&[ADD, XOR, SUB, ROL_13], &MOVE),
        ChainKind::FloatAdd => (&[ADDSD], &MOVSD),
        other => panic!("{other} is not assembled here"),
    };
    let all = |pieces: &[&[u8]]| pieces.iter().map(|piece| piece.to_vec()).collect::<Vec<Bytes>>();
    Chain {
        architecture: Architecture::X86_64,
        kind,
        address: 0x1_0000,
        before: vec![],
        barrier: all(&[LFENCE]),
        loads: all(loads),
        more_padding: vec![],
        steps: steps(kind, &all(pattern)),
        count_down: if loads.is_empty() { vec![] } else { all(&[DEC_RSI]) },
        condition: 5,
        branch_misses: 0,
        barrier_after: all(&[LFENCE]),
        after: all(&[RET]),
    }
}
