//! The loops of the instructions on AArch64: each begins on a cache line.
//!
//! A loop that begins elsewhere may take more cycles for being fetched. In a Mach-O file nothing
//! keeps a function's place but the linker (docs/adr/0027-apple-on-linux.md), so shipped files are
//! checked.

use anyhow::{Result, ensure};
use object::{Architecture, Object, ObjectSection, SectionKind};

/// Bytes of a cache line, as of the bodies (core/instructions/src/aarch64.rs).
const LINE: u64 = 64;

/// `sub x1, x1, #1`.
const COUNT: u32 = 0xd100_0421;
/// `cbnz x1`, without its distance in words: bits 23 to 5 (Arm ARM, C6.2).
const BRANCH: u32 = 0xb500_0001;
const DISTANCE: u32 = 0x00ff_ffe0;
/// `isb`, which follows: a loop of the compiler's ends without it.
const BARRIER: u32 = 0xd503_3fdf;

/// Proves the loops of a program; returns a line about them, or none for another processor.
///
/// # Errors
/// If a loop begins inside a line, or there is none.
pub fn prove<'data>(file: &impl Object<'data>) -> Result<Option<String>> {
    if file.architecture() != Architecture::Aarch64 {
        return Ok(None);
    }
    let mut starts = Vec::new();
    for section in file.sections().filter(|section| section.kind() == SectionKind::Text) {
        starts.extend(loop_starts(section.address(), section.data()?));
    }
    ensure!(!starts.is_empty(), "has no loop of an instruction");
    let inside: Vec<&u64> = starts.iter().filter(|start| !start.is_multiple_of(LINE)).collect();
    ensure!(
        inside.is_empty(),
        "{} of {} loops of instructions begin inside a cache line, the first at {:#x}",
        inside.len(),
        starts.len(),
        inside[0]
    );
    Ok(Some(format!("{} loops of instructions on cache lines", starts.len())))
}

/// The addresses at which loops begin that end as those of the instructions do.
fn loop_starts(address: u64, code: &[u8]) -> Vec<u64> {
    let words: Vec<u32> =
        code.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    let start = |(place, end): (usize, &[u32])| {
        // The sign is bit 23.
        let distance = i64::from((end[1] << 8) as i32 >> 13);
        let is_end = end[0] == COUNT && end[1] & !DISTANCE == BRANCH && end[2] == BARRIER && distance < 0;
        is_end.then(|| (address + 4 * (place as u64 + 1)).wrapping_add_signed(4 * distance))
    };
    words.windows(3).enumerate().filter_map(start).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `add x2, x2, x3`, twice, and the end of the loop.
    const LOOP: [u32; 5] = [0x8b03_0042, 0x8b03_0042, COUNT, 0xb5ff_ffa1, BARRIER];

    #[test]
    fn a_loop_is_found_where_it_begins() {
        let code: Vec<u8> =
            [&[0xd503_201f_u32; 5][..], &LOOP].concat().iter().flat_map(|w| w.to_le_bytes()).collect();
        assert_eq!(loop_starts(0x1000, &code), [0x1014]);
        assert_eq!(loop_starts(0x1000, &code[..code.len() - 4]), [0; 0], "without the barrier");
    }

    #[test]
    fn a_branch_ahead_ends_no_loop() {
        let ahead: Vec<u8> =
            [COUNT, 0xb500_0041, BARRIER].iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(loop_starts(0, &ahead), [0; 0]);
    }
}
