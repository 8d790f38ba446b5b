//! The chains and loads of an artifact: taken from their section, disassembled, each recognised by
//! its description.
//!
//! A shipped artifact has no names left. The section holds the functions one after another: each
//! must be exactly one of the chains or loads that there are, and each of those must be there.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail, ensure};
use object::{Object, ObjectSection};
use trueghz::chain::{BodyLength, ChainKind};

use crate::check::check;
use crate::decode::{Architecture, Code, Flow};
use crate::loads;

/// Name of the section: ELF, Mach-O, PE (core/src/chain/mod.rs).
const SECTIONS: [&str; 3] = ["trueghz_chains", "__trueghz", ".trueghz"];

/// A chain, identified by its kind and the steps of an iteration: the tight loop has one length
/// only.
type Identity = (ChainKind, u32);

/// Every chain that there is.
fn all() -> BTreeMap<Identity, (ChainKind, BodyLength)> {
    let lengths = |&kind: &ChainKind| {
        BodyLength::ALL.map(|length| ((kind, kind.steps_per_iteration(length)), (kind, length)))
    };
    ChainKind::ALL.iter().flat_map(lengths).collect()
}

/// Proves the chains of a file; says in words what was found. Absent: the file has no such section.
///
/// # Errors
/// Names the first function that is not a chain, or the chains that are missing or there twice.
pub fn prove<'data>(file: &impl Object<'data>) -> Result<Option<String>> {
    let Some(section) = SECTIONS.iter().find_map(|name| file.section_by_name(name)) else { return Ok(None) };
    let architecture = architecture(file)?;
    let bytes = section.data().context("the section of the chains cannot be read")?;
    let found = recognise(architecture, section.address(), bytes)?;
    let kinds = ChainKind::ALL.len();
    Ok(Some(format!("{} chains of {kinds} kinds and {} loads as described", found.chains.len(), found.loads)))
}

/// The architecture, if it has machine code of its own.
fn architecture<'data>(file: &impl Object<'data>) -> Result<Architecture> {
    match file.architecture() {
        object::Architecture::Aarch64 => Ok(Architecture::Aarch64),
        object::Architecture::X86_64 => Ok(Architecture::X86_64),
        other => bail!("is for {other:?}, which has no chains"),
    }
}

/// The contents of a section.
#[derive(Debug, Default)]
struct Found {
    chains: Vec<Identity>,
    loads: usize,
}

/// Recognises every function in the section.
fn recognise(architecture: Architecture, address: u64, bytes: &[u8]) -> Result<Found> {
    let mut chains = all();
    let mut loads = loads::all(architecture);
    let mut found = Found::default();
    let mut offset = 0;
    loop {
        offset += padding(architecture, &bytes[offset..]);
        if offset >= bytes.len() {
            break;
        }
        let code = Code { architecture, address: address + offset as u64, bytes: &bytes[offset..] };
        let is_this = |(_, (kind, length)): &(&Identity, &(ChainKind, BodyLength))| {
            check(&code, *kind, *length).is_ok()
        };
        if let Some(identity) = chains.iter().find(is_this).map(|(identity, _)| *identity) {
            chains.remove(&identity);
            found.chains.push(identity);
        } else if let Some(place) = loads::recognise(&code, &loads) {
            loads.remove(place);
            found.loads += 1;
        } else {
            bail!("at +{offset:#x} of the chains: {}", why_not(&code, &found.chains));
        }
        offset += length_of(&code)?;
    }
    ensure!(chains.is_empty(), "chains are missing: {:?}", chains.keys().collect::<Vec<_>>());
    ensure!(loads.is_empty(), "loads are missing: {:?}", loads::names(&loads));
    Ok(found)
}

/// The differences of a function that is none of the chains still missing.
fn why_not(code: &Code<'_>, found: &[Identity]) -> String {
    let is_this = |(kind, length): &(ChainKind, BodyLength)| check(code, *kind, *length).is_ok();
    if let Some((kind, length)) = all().into_values().find(is_this) {
        let twice = found.contains(&(kind, kind.steps_per_iteration(length)));
        return format!("{kind} {length:?} {}", if twice { "is there twice" } else { "is out of place" });
    }
    // The chain that it comes closest to says best what is wrong.
    let faults = all().into_values().filter_map(|(kind, length)| {
        let fault = check(code, kind, length).err()?;
        Some((fault.offset, format!("no chain; as {kind} {length:?}: {fault}")))
    });
    faults.max_by_key(|(offset, _)| *offset).map_or_else(|| "no chain".to_owned(), |(_, text)| text)
}

/// Bytes from the function's first instruction to the end of its return.
fn length_of(code: &Code<'_>) -> Result<usize> {
    let instructions = code.decode();
    let last = instructions.last().filter(|last| last.flow == Flow::Return).context("no return")?;
    let bytes_of_return = match code.architecture {
        Architecture::Aarch64 => 4,
        Architecture::X86_64 => 1,
    };
    Ok((last.address - code.address) as usize + bytes_of_return)
}

/// Bytes of padding between functions.
fn padding(architecture: Architecture, bytes: &[u8]) -> usize {
    match architecture {
        Architecture::Aarch64 => {
            /// `nop`; linkers pad with zeros, too (`udf #0`).
            const PADDING: [[u8; 4]; 2] = [[0x1f, 0x20, 0x03, 0xd5], [0; 4]];
            4 * bytes.chunks(4).take_while(|word| PADDING.iter().any(|padding| padding == word)).count()
        }
        Architecture::X86_64 => {
            let code = Code { architecture, address: 0, bytes };
            // `xchg ax, ax` is the two bytes 66 90: a nop with a prefix.
            let is_padding = |text: &str| text.starts_with("nop") || matches!(text, "int3" | "xchg ax, ax");
            let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
            let first = code.decode().into_iter().find(|instruction| !is_padding(&instruction.text));
            zeros.max(first.map_or(bytes.len(), |instruction| instruction.address as usize))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `isb`, a tight loop on x0 and x1, `isb`, `ret`: assembled by hand after the Arm ARM, as in
    /// core's tests.
    fn tight_loop() -> Vec<u8> {
        let words: [u32; 5] = [0xd503_3fdf, 0xf100_0421, 0x54ff_ffe1, 0xd503_3fdf, 0xd65f_03c0];
        let nops = [0xd503_201f_u32; 15];
        let all = words[..1].iter().chain(&nops).chain(&words[1..]);
        all.flat_map(|word| word.to_le_bytes()).collect()
    }

    /// The section of this very program, which has it because it asks for a chain and a load.
    fn own() -> (Architecture, u64, Vec<u8>) {
        trueghz::chain::Chain::new(ChainKind::Add, BodyLength::Short).expect("a chain").run(1);
        trueghz::load::Load::new(trueghz::load::LoadClass::Scalar).expect("a load").work();
        let program = std::fs::read(std::env::current_exe().expect("this program")).expect("its file");
        let file = object::File::parse(program.as_slice()).expect("a program");
        let section = SECTIONS.iter().find_map(|name| file.section_by_name(name)).expect("the section");
        (
            architecture(&file).expect("a known one"),
            section.address(),
            section.data().expect("bytes").to_vec(),
        )
    }

    #[test]
    fn this_program_has_all_chains_and_loads() {
        let (architecture, address, bytes) = own();
        let found = recognise(architecture, address, &bytes).expect("a sound section");
        assert_eq!((found.chains.len(), found.loads), (all().len(), loads::all(architecture).len()));
    }

    #[test]
    fn a_load_that_does_less_is_refused() {
        let (architecture, address, sound) = own();
        let nop: &[u8] = match architecture {
            Architecture::X86_64 => &[0x90],
            Architecture::Aarch64 => &[0x1f, 0x20, 0x03, 0xd5],
        };
        let works = |text: &str| {
            let mut iterations = loads::all(architecture).into_iter().flat_map(|form| form.iteration);
            iterations.any(|counted| counted.operations > 1 && text.starts_with(counted.text))
        };
        let (mut offset, mut weakened) = (0, 0);
        loop {
            offset += padding(architecture, &sound[offset..]);
            if offset >= sound.len() {
                break;
            }
            let code = Code { architecture, address: address + offset as u64, bytes: &sound[offset..] };
            let decoded = code.decode();
            // An instruction in the middle of the loop does nothing any more.
            if let Some(at) = decoded.iter().position(|instruction| works(&instruction.text)) {
                let [from, to] = [at + 3, at + 4].map(|place| (decoded[place].address - address) as usize);
                let mut bytes = sound.clone();
                bytes[from..to].iter_mut().zip(nop.iter().cycle()).for_each(|(byte, nop)| *byte = *nop);
                let error = recognise(architecture, address, &bytes).expect_err("a weakened load");
                assert!(error.to_string().contains("of the chains"), "{error}");
                weakened += 1;
            }
            offset += length_of(&code).expect("a return");
        }
        assert!(weakened >= 4, "{weakened} loads of fused instructions");
    }

    #[test]
    fn a_section_without_all_chains_is_refused() {
        let error =
            recognise(Architecture::Aarch64, 0x1000, &tight_loop()).expect_err("one chain is not all");
        assert!(error.to_string().starts_with("chains are missing"), "{error}");
    }

    #[test]
    fn a_chain_that_is_there_twice_is_refused() {
        let mut twice = tight_loop();
        twice.resize(128, 0);
        twice.extend(tight_loop());
        let error = recognise(Architecture::Aarch64, 0x1000, &twice).expect_err("twice");
        assert!(error.to_string().contains("is there twice"), "{error}");
    }

    #[test]
    fn a_function_that_is_no_chain_is_refused() {
        let mut spoiled = tight_loop();
        // subs x1, x1, #2
        spoiled[64..68].copy_from_slice(&0xf100_0821_u32.to_le_bytes());
        let error = recognise(Architecture::Aarch64, 0x1000, &spoiled).expect_err("no chain");
        assert!(error.to_string().contains("no chain; as tight_loop"), "{error}");
    }

    #[test]
    fn padding_is_passed_over() {
        let nops = [0x66, 0x90, 0xcc, 0xcc, 0x0f, 0xae, 0xe8];
        assert_eq!(padding(Architecture::X86_64, &nops), 4);
        assert_eq!(padding(Architecture::X86_64, &[0, 0, 0, 0]), 4);
        assert_eq!(padding(Architecture::Aarch64, &[0; 8]), 8);
    }
}
