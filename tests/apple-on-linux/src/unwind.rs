//! Apple's tables for unwinding, rewritten as one section of DWARF for the unwinder that this
//! program has: an entry for each function. Most functions have the compact form, which describes
//! in one word how a function saves registers; those that it cannot describe have an entry of DWARF
//! of their own. Layouts: `<mach-o/compact_unwind_encoding.h>`; DWARF 5, section 6.4, and the
//! description of `.eh_frame` in the Linux Standard Base.

use anyhow::{Context, Result, bail, ensure};

use crate::bytes::{half, long, put_uleb, uleb, word};

// How a function saves registers: `UNWIND_ARM64_MODE_*`.
const MODE: u32 = 0x0f00_0000;
const FRAMELESS: u32 = 0x0200_0000;
const DWARF: u32 = 0x0300_0000;
const FRAME: u32 = 0x0400_0000;

/// Units of 16 bytes on the stack, of a function without a frame.
const STACK_SIZE: (u32, u32) = (12, 0xfff);
/// Where an entry of DWARF is.
const DWARF_PLACE: u32 = 0xff_ffff;
/// `UNWIND_HAS_LSDA`: the function has a table of the actions to run when it is left.
const HAS_TABLE: u32 = 0x4000_0000;
/// Which of the functions that read such tables, from 1.
const PERSONALITY: (u32, u32) = (28, 3);

/// `UNWIND_SECOND_LEVEL_REGULAR` and `UNWIND_SECOND_LEVEL_COMPRESSED`.
const REGULAR: u32 = 2;
const COMPRESSED: u32 = 3;

// DWARF's numbers of registers, and its instructions: DW_CFA_*.
const FP: u64 = 29;
const LR: u64 = 30;
const SP: u64 = 31;
const X19: u64 = 19;
const D8: u64 = 72;
const CFA_DEF_CFA: u8 = 0x0c;
const CFA_OFFSET: u8 = 0x80;
const CFA_OFFSET_EXTENDED: u8 = 0x05;

/// A program's tables.
#[derive(Clone, Copy)]
pub struct Tables<'image> {
    /// Where the program's first byte is.
    pub base: u64,
    /// `__unwind_info`.
    pub info: &'image [u8],
    /// `__eh_frame`, and where it is.
    pub frames: (&'image [u8], u64),
    /// Reads an address in the program's memory.
    pub pointer: &'image dyn Fn(u64) -> u64,
}

/// Tables of DWARF.
#[derive(Debug, Default)]
pub struct Rewritten {
    /// All entries and their common parts, one after the other.
    pub bytes: Vec<u8>,
    /// Where the entry of each function is.
    pub entries: Vec<usize>,
}

/// Apple's tables as DWARF.
///
/// # Errors
/// If they are of another form.
pub fn rewrite(tables: Tables<'_>) -> Result<Rewritten> {
    let mut section = Section { tables, bytes: Vec::new(), entries: Vec::new(), common: Vec::new() };
    let info = tables.info;
    // Version, common codes and their number, personalities and their number, index and its length.
    let header = |number: usize| word(info, 4 * number);
    let (common, common_count, index) = (header(1)? as usize, header(2)?, header(5)? as usize);
    let personalities = header(3)? as usize;
    // The last one only says where the functions of the one before it end.
    for number in 0..(header(6)? as usize).saturating_sub(1) {
        let place = index + 12 * number;
        let (first, page, after) =
            (word(info, place)?, word(info, place + 4)? as usize, word(info, place + 12)?);
        let with_tables = word(info, place + 8)? as usize..word(info, place + 20)? as usize;
        if page == 0 {
            continue;
        }
        let functions = match word(info, page)? {
            REGULAR => regular(info, page)?,
            COMPRESSED => compressed(
                info,
                page,
                first,
                |code| {
                    if code < common_count {
                        Ok(Some(word(info, common + 4 * code as usize)?))
                    } else {
                        Ok(None)
                    }
                },
                common_count,
            )?,
            kind => bail!("a page of functions of the kind {kind}"),
        };
        for (number, &(function, code)) in functions.iter().enumerate() {
            let end = functions.get(number + 1).map_or(after, |next| next.0);
            section.add(function, end, code, personalities, with_tables.clone())?;
        }
    }
    Ok(Rewritten { bytes: section.bytes, entries: section.entries })
}

/// Functions with a code each.
fn regular(info: &[u8], page: usize) -> Result<Vec<(u32, u32)>> {
    let entries = page + usize::from(half(info, page + 4)?);
    let entry = |number: usize| {
        let place = entries + 8 * number;
        Ok((word(info, place)?, word(info, place + 4)?))
    };
    (0..usize::from(half(info, page + 6)?)).map(entry).collect()
}

/// Functions with a number of a code each: those that many pages share, then the page's own.
fn compressed(
    info: &[u8],
    page: usize,
    first: u32,
    shared: impl Fn(u32) -> Result<Option<u32>>,
    shared_count: u32,
) -> Result<Vec<(u32, u32)>> {
    let (entries, codes) =
        (page + usize::from(half(info, page + 4)?), page + usize::from(half(info, page + 8)?));
    let entry = |number: usize| {
        let entry = word(info, entries + 4 * number)?;
        let code = match shared(entry >> 24)? {
            Some(code) => code,
            None => word(info, codes + 4 * ((entry >> 24) - shared_count) as usize)?,
        };
        Ok((first + (entry & 0xff_ffff), code))
    };
    (0..usize::from(half(info, page + 6)?)).map(entry).collect()
}

/// The section being written.
struct Section<'image> {
    tables: Tables<'image>,
    bytes: Vec<u8>,
    entries: Vec<usize>,
    /// Offsets of the entries' common parts, by personality.
    common: Vec<(u64, usize)>,
}

impl Section<'_> {
    fn add(
        &mut self,
        function: u32,
        end: u32,
        code: u32,
        personalities: usize,
        with_tables: std::ops::Range<usize>,
    ) -> Result<()> {
        let Tables { base, info, pointer, .. } = self.tables;
        let personality = match code >> PERSONALITY.0 & PERSONALITY.1 {
            0 => 0,
            number => {
                let place = word(info, personalities + 4 * (number as usize - 1))?;
                pointer(base + u64::from(place))
            }
        };
        let table = if code & HAS_TABLE == 0 { 0 } else { table_of(info, function, with_tables)? };
        let table = if table == 0 { 0 } else { base + u64::from(table) };
        match code & MODE {
            DWARF => self.copy(function, end, (code & DWARF_PLACE) as usize),
            FRAMELESS | FRAME => {
                self.entry(personality, (base + u64::from(function), end - function), table, &saved(code));
                Ok(())
            }
            // Code without a description: nothing unwinds through it.
            _ => Ok(()),
        }
    }

    /// An entry: whose CIE, begin and length of the function, its table, and how its registers are
    /// found.
    fn entry(&mut self, personality: u64, (begin, length): (u64, u32), table: u64, instructions: &[u8]) {
        let common = self.common(personality);
        let start = self.open();
        self.entries.push(start);
        self.bytes.extend(((start + 4 - common) as u32).to_le_bytes());
        self.bytes.extend(begin.to_le_bytes());
        self.bytes.extend(u64::from(length).to_le_bytes());
        if personality == 0 {
            self.bytes.push(0);
        } else {
            self.bytes.push(8);
            self.bytes.extend(table.to_le_bytes());
        }
        self.bytes.extend(instructions);
        self.close(start);
    }

    /// Takes over a function's own entry of DWARF. What it names are addresses relative to
    /// themselves.
    fn copy(&mut self, function: u32, end: u32, place: usize) -> Result<()> {
        let (frames, at) = self.tables.frames;
        let pointer = self.tables.pointer;
        let relative = |place: usize| at + place as u64;
        let stop = place + 4 + word(frames, place)? as usize;
        let common = (place + 4).checked_sub(word(frames, place + 4)? as usize).context("a lost entry")?;
        let begin = relative(place + 8).wrapping_add(long(frames, place + 8)?);
        ensure!(begin == self.tables.base + u64::from(function), "an entry of another function");
        let (more, mut own) = uleb(frames, place + 24)?;
        let name = frames.get(common + 9..).unwrap_or_default();
        let (mut personality, mut table) = (0, 0);
        if name.starts_with(b"zPLR\0") {
            // Behind the name: alignments, the register, the length; then forms and the
            // personality.
            let data = common + 9 + 5 + 4;
            let forms = (frames.get(data), frames.get(data + 5), more);
            ensure!(forms == (Some(&0x9b), Some(&0x10), 8), "entries in another form");
            let distance = word(frames, data + 1)?.cast_signed();
            personality = pointer(relative(data + 1).wrapping_add_signed(i64::from(distance)));
            table = match long(frames, own)? {
                0 => 0,
                distance => relative(own).wrapping_add(distance),
            };
        } else {
            ensure!(name.starts_with(b"zR\0"), "entries in another form");
        }
        own += more as usize;
        let instructions = frames.get(own..stop).context("an entry is cut off")?.to_vec();
        self.entry(personality, (begin, end - function), table, &instructions);
        Ok(())
    }

    /// Where the CIE of a personality is, which is written at its first use.
    fn common(&mut self, personality: u64) -> usize {
        if let Some((_, place)) = self.common.iter().find(|(known, _)| *known == personality) {
            return *place;
        }
        let start = self.open();
        self.bytes.extend([0, 0, 0, 0, 1]);
        self.bytes.extend(if personality == 0 { &b"zR\0"[..] } else { &b"zPLR\0"[..] });
        // Code is counted in bytes, places in steps of -8; the return address is in the link
        // register.
        self.bytes.extend([1, 0x78, LR as u8]);
        if personality == 0 {
            self.bytes.extend([1, 0]);
        } else {
            // Addresses are absolute: the personality, tables, functions.
            self.bytes.extend([11, 0]);
            self.bytes.extend(personality.to_le_bytes());
            self.bytes.extend([0, 0]);
        }
        self.bytes.extend([CFA_DEF_CFA, SP as u8, 0]);
        self.close(start);
        self.common.push((personality, start));
        start
    }

    fn open(&mut self) -> usize {
        let start = self.bytes.len();
        self.bytes.extend([0; 4]);
        start
    }

    /// Pads with no-operations, and writes the length, in which its own four bytes are not counted.
    fn close(&mut self, start: usize) {
        while !(self.bytes.len() - start - 4).is_multiple_of(8) {
            self.bytes.push(0);
        }
        let length = (self.bytes.len() - start - 4) as u32;
        self.bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }
}

/// How a function's code says that its registers are found, as instructions of DWARF.
fn saved(code: u32) -> Vec<u8> {
    let mut instructions = Vec::new();
    let mut place = 1;
    let mut save = |instructions: &mut Vec<u8>, register: u64| {
        if register < 64 {
            instructions.push(CFA_OFFSET | register as u8);
        } else {
            instructions.extend([CFA_OFFSET_EXTENDED, register as u8]);
        }
        instructions.push(place);
        place += 1;
    };
    if code & MODE == FRAME {
        instructions.extend([CFA_DEF_CFA, FP as u8, 16]);
        for register in [LR, FP] {
            save(&mut instructions, register);
        }
    } else {
        instructions.extend([CFA_DEF_CFA, SP as u8]);
        put_uleb(&mut instructions, u64::from(code >> STACK_SIZE.0 & STACK_SIZE.1) * 16);
    }
    // Pairs, in the order in which they are saved: those of x19 to x28, then those of d8 to d15.
    for (first, registers, pairs) in [(0_u32, X19, 5_u32), (8, D8, 4)] {
        for pair in (0..pairs).filter(|pair| code & 1 << (first + pair) != 0) {
            for register in [0, 1] {
                save(&mut instructions, registers + 2 * u64::from(pair) + register);
            }
        }
    }
    instructions
}

/// Where the table of a function is: an entry of `__unwind_info` names both.
fn table_of(info: &[u8], function: u32, entries: std::ops::Range<usize>) -> Result<u32> {
    for place in entries.step_by(8) {
        if word(info, place)? == function {
            return word(info, place + 4);
        }
    }
    Ok(0)
}

#[cfg(test)]
mod tests;
