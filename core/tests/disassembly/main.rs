//! Checks the compiler's output for the chains, instruction by instruction.
//!
//! Every chain of this very program is read back from memory, disassembled and compared with its
//! kind's description. Then the checker itself is proven: on code assembled by hand for both
//! architectures it accepts the sound and rejects the spoiled, whatever host this runs on.
//!
//! * `decode`: machine code to text, with iced-x86 and disarm64.
//! * `check`: text against description. It takes (architecture, address, bytes), so it can be given
//!   the code of artifacts made for other machines.
//! * `assembled`: the code assembled by hand.
//! * `spoiled`: what must be rejected.

mod assembled;
mod check;
pub mod decode;
mod spoiled;

#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
mod this_program {
    use trueghz::chain::{BodyLength, Chain, ChainKind};

    use super::check::check;
    use super::decode::{Architecture, Code, Flow};

    const HOST: Architecture =
        if cfg!(target_arch = "aarch64") { Architecture::Aarch64 } else { Architecture::X86_64 };

    /// The smallest page of any system that this runs on: memory is mapped in whole pages.
    const PAGE: usize = 4096;

    /// A chain has some 1.2 KiB at most: three pages, wherever it begins, are more than enough.
    const MOST_PAGES: usize = 3;

    /// A copy of the code at `start`, to its return at least.
    fn bytes_at(start: *const u8) -> Vec<u8> {
        let to_page_end = PAGE - start.addr() % PAGE;
        for pages in 0..MOST_PAGES {
            // SAFETY: the first page is mapped, because code that this program can run starts in
            // it. A further one is read only if the code before it held no return: so the function
            // goes on there.
            let bytes = unsafe { std::slice::from_raw_parts(start, to_page_end + pages * PAGE) };
            let code = Code { architecture: HOST, address: start.addr() as u64, bytes };
            if code.decode().last().is_some_and(|last| last.flow == Flow::Return) {
                return bytes.to_vec();
            }
        }
        panic!("no return within {MOST_PAGES} pages of {start:p}");
    }

    /// Every kind in every length.
    fn all() -> impl Iterator<Item = (ChainKind, BodyLength)> {
        ChainKind::ALL.iter().flat_map(|&kind| BodyLength::ALL.map(|length| (kind, length)))
    }

    /// Where a chain's code is, and a copy of it.
    fn code_of(kind: ChainKind, length: BodyLength) -> (u64, Vec<u8>) {
        let start = Chain::new(kind, length).expect("this architecture has chains").code();
        (start.addr() as u64, bytes_at(start))
    }

    /// Checks code that runs at `address` as a chain of this kind and length.
    fn checked(address: u64, bytes: &[u8], kind: ChainKind, length: BodyLength) -> Result<(), String> {
        let code = Code { architecture: HOST, address, bytes };
        check(&code, kind, length).map_err(|fault| format!("{kind}, {length:?}: {fault}"))
    }

    #[test]
    fn every_chain_is_what_its_kind_describes() {
        let fault = |(kind, length)| {
            let (address, bytes) = code_of(kind, length);
            checked(address, &bytes, kind, length).err()
        };
        let faults: Vec<String> = all().filter_map(fault).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn no_chain_passes_for_another() {
        // The tight loop is one function for all lengths.
        let same = |a: (ChainKind, BodyLength), b: (ChainKind, BodyLength)| {
            a == b || a.0 == b.0 && a.0 == ChainKind::TightLoop
        };
        for of in all() {
            let (address, bytes) = code_of(of.0, of.1);
            for other in all().filter(|&other| !same(of, other)) {
                assert!(checked(address, &bytes, other.0, other.1).is_err(), "{of:?} passes for {other:?}");
            }
        }
    }

    #[test]
    fn a_spoiled_copy_of_this_programs_code_is_rejected() {
        // The third addition is overwritten by an instruction of the same length that does nothing.
        let nop: &[u8] = match HOST {
            Architecture::Aarch64 => &[0x1f, 0x20, 0x03, 0xd5],
            Architecture::X86_64 => &[0x0f, 0x1f, 0x00],
        };
        let (kind, length) = (ChainKind::Add, BodyLength::Short);
        let (address, mut bytes) = code_of(kind, length);
        let instructions = Code { architecture: HOST, address, bytes: &bytes }.decode();
        let third = instructions.iter().filter(|i| i.text.starts_with("add ")).nth(2).expect("32 additions");
        let offset = (third.address - address) as usize;
        bytes[offset..offset + nop.len()].copy_from_slice(nop);
        let message = checked(address, &bytes, kind, length).expect_err("a body with a nop in it passes");
        assert!(message.contains("step 3 of 32") && message.contains("nop"), "{message}");
    }
}

/// An assumption of the checker about the descriptions.
#[test]
fn every_described_instruction_writes_the_accumulator() {
    use trueghz::chain::ChainKind;
    for kind in ChainKind::ALL {
        for step in [kind.steps_aarch64(), kind.steps_x86_64()].concat() {
            let first = step.split_once(' ').map(|(_, operands)| operands);
            assert!(first.is_some_and(|operands| operands.starts_with("{a")), "{kind}: {step}");
        }
    }
}
