//! The checker can fail: each way of spoiling a chain is rejected, with words that name it.

use trueghz::chain::ChainKind;

use super::assembled::{Bytes, Chain, LENGTH, word};
use super::check::{LOOP_ALIGNMENT, check};
use super::decode::{Architecture, Code};

const BOTH: [Architecture; 2] = [Architecture::Aarch64, Architecture::X86_64];

/// A piece in both architectures.
struct Piece {
    aarch64: u32,
    x86_64: &'static [u8],
}

impl Piece {
    fn on(&self, architecture: Architecture) -> Bytes {
        match architecture {
            Architecture::Aarch64 => word(self.aarch64),
            Architecture::X86_64 => self.x86_64.to_vec(),
        }
    }
}

/// `add x10, x10, x9`, `add rdx, rcx`
const OTHER_ACCUMULATOR: Piece = Piece { aarch64: 0x8b09_014a, x86_64: &[0x48, 0x01, 0xca] };
/// `add x8, x8, x10`, `add rax, rdx`
const OTHER_OPERAND: Piece = Piece { aarch64: 0x8b0a_0108, x86_64: &[0x48, 0x01, 0xd0] };
/// `add x9, x9, x8`, `add rcx, rax`
const OPERAND_WRITTEN: Piece = Piece { aarch64: 0x8b08_0129, x86_64: &[0x48, 0x01, 0xc1] };
/// `add w8, w8, w9`, `add eax, ecx`
const HALF: Piece = Piece { aarch64: 0x0b09_0108, x86_64: &[0x01, 0xc8] };
/// `sub x8, x8, x9`, `sub rax, rcx`
const OTHER_INSTRUCTION: Piece = Piece { aarch64: 0xcb09_0108, x86_64: &[0x48, 0x29, 0xc8] };
/// `ldr x8, [x0]`, `mov rax, [rdi]`
const LOAD: Piece = Piece { aarch64: 0xf940_0008, x86_64: &[0x48, 0x8b, 0x07] };
/// `mov x8, #1`, `mov rax, 1`
const CONSTANT: Piece = Piece { aarch64: 0xd280_0028, x86_64: &[0x48, 0xc7, 0xc0, 1, 0, 0, 0] };
/// `bl` and `call` of what follows
const CALL: Piece = Piece { aarch64: 0x9400_0001, x86_64: &[0xe8, 0, 0, 0, 0] };
/// `subs x8, x8, #1`, `dec rax`
const COUNTS_ACCUMULATOR: Piece = Piece { aarch64: 0xf100_0508, x86_64: &[0x48, 0xff, 0xc8] };
/// `subs x1, x1, #2`, `sub rsi, 1`
const COUNTS_OTHERWISE: Piece = Piece { aarch64: 0xf100_0821, x86_64: &[0x48, 0x83, 0xee, 1] };

/// Asserts that the addition chain of both architectures is rejected once spoiled, with these
/// words.
fn rejected(says: &str, spoil: impl Fn(&mut Chain)) {
    rejected_kind(ChainKind::Add, says, spoil);
}

fn rejected_kind(kind: ChainKind, says: &str, spoil: impl Fn(&mut Chain)) {
    for architecture in BOTH {
        let mut chain = Chain::sound(architecture, kind);
        spoil(&mut chain);
        let fault = chain.check().expect_err(&format!("{architecture:?}: it passes; expected: {says}"));
        assert!(fault.contains(says), "{architecture:?}: `{fault}` does not say `{says}`");
    }
}

#[test]
fn the_sound_ones_pass_wherever_they_begin() {
    for architecture in BOTH {
        for kind in [ChainKind::TightLoop, ChainKind::Add, ChainKind::Mixed, ChainKind::FloatAdd] {
            for offset in (0..64).step_by(4) {
                let mut chain = Chain::sound(architecture, kind);
                chain.address += offset;
                assert_eq!(chain.check(), Ok(()), "{architecture:?}, {kind}, +{offset}");
            }
        }
    }
}

#[test]
fn no_operation_in_the_body() {
    rejected("step 8 of 32: expected `add {a}, ", |chain| chain.steps.insert(7, chain.nop()));
    rejected_kind(ChainKind::TightLoop, "the branch back", |chain| chain.steps.push(chain.nop()));
}

#[test]
fn another_register_in_one_step() {
    rejected("for {a}, which is", |chain| chain.steps[9] = OTHER_ACCUMULATOR.on(chain.architecture));
    rejected("for {b}, which is", |chain| chain.steps[9] = OTHER_OPERAND.on(chain.architecture));
    rejected("step 32 of 32", |chain| chain.steps[31] = OTHER_OPERAND.on(chain.architecture));
    rejected("for {a}, which is", |chain| chain.steps[9] = OPERAND_WRITTEN.on(chain.architecture));
    rejected("is no whole register", |chain| chain.steps[9] = HALF.on(chain.architecture));
}

#[test]
fn another_instruction_or_another_order() {
    rejected("expected `add {a}, ", |chain| chain.steps[9] = OTHER_INSTRUCTION.on(chain.architecture));
    rejected_kind(ChainKind::Mixed, "step 2 of 32", |chain| chain.steps.swap(1, 2));
}

#[test]
fn too_few_or_too_many_steps() {
    rejected("step 32 of 32", |chain| drop(chain.steps.pop()));
    rejected("the counter: expected", |chain| chain.steps.push(chain.steps[0].clone()));
}

#[test]
fn a_load_or_a_constant_in_the_body() {
    rejected("step 16 of 32", |chain| chain.steps.insert(15, LOAD.on(chain.architecture)));
    rejected("step 1 of 32", |chain| chain.steps.insert(0, CONSTANT.on(chain.architecture)));
}

#[test]
fn a_constant_in_place_of_the_operands() {
    rejected("the load of the operands", |chain| chain.loads = vec![CONSTANT.on(chain.architecture)]);
    rejected("only padding", |chain| chain.loads.push(CONSTANT.on(chain.architecture)));
    rejected("moves a constant", |chain| chain.before.push(CONSTANT.on(chain.architecture)));
    rejected_kind(ChainKind::TightLoop, "only padding", |chain| {
        chain.loads.push(LOAD.on(chain.architecture));
    });
}

#[test]
fn a_missing_barrier() {
    rejected("before the barrier", |chain| chain.barrier.clear());
    rejected("the barrier after the loop", |chain| chain.barrier_after.clear());
    rejected_kind(ChainKind::TightLoop, "the barrier after the loop", |chain| chain.barrier_after.clear());
}

#[test]
fn a_loop_off_its_alignment() {
    rejected("step 1 of 32", |chain| chain.more_padding.push(chain.nop()));
    for architecture in BOTH {
        // Assembled for a place with little padding, then run from another.
        let chain = Chain { address: 0x1_0034, ..Chain::sound(architecture, ChainKind::Add) };
        let bytes = chain.assemble();
        let code = Code { architecture, address: 0x1_0000, bytes: &bytes };
        let fault = check(&code, chain.kind, LENGTH).expect_err("a loop at +0xc passes").to_string();
        assert!(fault.contains("at +0xc: ") && fault.contains("only padding"), "{architecture:?}: {fault}");
    }
}

#[test]
fn a_branch_elsewhere() {
    rejected("does not go back", |chain| chain.branch_misses = chain.steps[0].len() as i32);
    rejected("does not go back", |chain| chain.branch_misses = -(chain.nop().len() as i32));
    // The other condition: equal is 0 on AArch64, 4 on x86.
    rejected("the branch back: expected", |chain| chain.condition -= 1);
    rejected("before the barrier", |chain| chain.before.push(CALL.on(chain.architecture)));
    rejected("after the loop", |chain| chain.after.insert(0, CALL.on(chain.architecture)));
    rejected("step 16 of 32", |chain| chain.steps.insert(15, CALL.on(chain.architecture)));
}

#[test]
fn another_counter() {
    rejected("at once", |chain| chain.count_down = vec![COUNTS_ACCUMULATOR.on(chain.architecture)]);
    rejected("the counter: expected", |chain| {
        chain.count_down = vec![COUNTS_OTHERWISE.on(chain.architecture)];
    });
    rejected("the counter: expected", |chain| chain.count_down.clear());
}

#[test]
fn code_that_is_cut_off() {
    rejected("ends before the return", |chain| chain.after.clear());
    rejected("ends before the barrier", |chain| {
        chain.after.clear();
        chain.barrier_after.clear();
    });
}

/// On AArch64 every bit of a step, of the loop's end and of the barrier means something here.
#[test]
fn no_bit_of_the_loop_may_differ() {
    let chain = Chain::sound(Architecture::Aarch64, ChainKind::Add);
    let sound = chain.assemble();
    let first = LOOP_ALIGNMENT as usize;
    let end = sound.len() - chain.after[0].len();
    for bit in first * 8..end * 8 {
        let mut bytes = sound.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let code = Code { architecture: chain.architecture, address: chain.address, bytes: &bytes };
        let place = format!("bit {} of the instruction at +{:#x}", bit % 32, bit / 32 * 4);
        assert!(check(&code, chain.kind, LENGTH).is_err(), "{place}");
    }
}
