//! Parses a program's file; addresses are the file's own. Layouts: `<mach-o/loader.h>`, by the
//! `object` crate.

use anyhow::{Context, Result, ensure};
use object::LittleEndian;
use object::macho::{
    CPU_TYPE_ARM64, LC_DYLD_CHAINED_FIXUPS, LC_DYLD_INFO, LC_DYLD_INFO_ONLY, MH_EXECUTE, MachHeader64,
    SECTION_TYPE, Section64, SegmentCommand64,
};
use object::read::macho::{LoadCommandVariant, MachHeader, Section, Segment};

const LE: LittleEndian = LittleEndian;

/// A parsed file.
#[derive(Debug)]
pub struct File<'data> {
    /// The segments, in their order.
    pub segments: Vec<Part<'data>>,
    /// The sections of all segments.
    pub sections: Vec<Room<'data>>,
    /// The addresses that are to be written, in Apple's chained form.
    pub fixups: &'data [u8],
    /// Where `main` is, in bytes from the file's begin.
    pub entry: u64,
}

/// A segment: a part of the file that is mapped.
#[derive(Debug, Clone)]
pub struct Part<'data> {
    /// Its name, such as `__TEXT`.
    pub name: &'data str,
    /// Its address.
    pub address: u64,
    /// Its length in memory, in bytes.
    pub length: u64,
    /// The bytes that the file contains of it; the rest is zeros.
    pub bytes: &'data [u8],
    /// Read 1, write 2, execute 4: `VM_PROT_*`, the numbers of Linux's `PROT_*`.
    pub rights: u32,
    /// Whether it is only read once its addresses are written.
    pub is_read_only: bool,
}

/// A section: a part of a segment with one use.
#[derive(Debug, Clone)]
pub struct Room<'data> {
    /// Its segment's name.
    pub segment: &'data str,
    /// Its own.
    pub name: &'data str,
    /// Its address.
    pub address: u64,
    /// Its length, in bytes.
    pub length: u64,
    /// Its use: `S_*`.
    pub kind: u32,
}

impl<'data> File<'data> {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not a program for arm64, is cut off, or has its addresses in another form.
    pub fn read(bytes: &'data [u8]) -> Result<Self> {
        let header = MachHeader64::<LittleEndian>::parse(bytes, 0).context("no Mach-O file")?;
        ensure!(header.cputype(LE) == CPU_TYPE_ARM64, "not for arm64");
        ensure!(header.filetype(LE) == MH_EXECUTE, "no program");
        let mut file = Self { segments: Vec::new(), sections: Vec::new(), fixups: &[], entry: 0 };
        let mut has_entry = false;
        let mut commands = header.load_commands(LE, bytes, 0)?;
        while let Some(command) = commands.next()? {
            ensure!(
                !matches!(command.cmd(), LC_DYLD_INFO | LC_DYLD_INFO_ONLY),
                "has its addresses in the form of systems before macOS 12"
            );
            match command.variant()? {
                LoadCommandVariant::Segment64(segment, sections) => file.add(bytes, segment, sections)?,
                LoadCommandVariant::EntryPoint(entry) => {
                    file.entry = entry.entryoff.get(LE);
                    has_entry = true;
                }
                LoadCommandVariant::LinkeditData(data) if command.cmd() == LC_DYLD_CHAINED_FIXUPS => {
                    let start = data.dataoff.get(LE) as usize;
                    file.fixups =
                        bytes.get(start..start + data.datasize.get(LE) as usize).context("is cut off")?;
                }
                _ => {}
            }
        }
        ensure!(has_entry, "has no main");
        Ok(file)
    }

    fn add(
        &mut self,
        bytes: &'data [u8],
        segment: &'data SegmentCommand64<LittleEndian>,
        sections: &'data [u8],
    ) -> Result<()> {
        let name = std::str::from_utf8(segment.name())?;
        let in_file = segment.data(LE, bytes).ok().with_context(|| format!("is cut off in {name}"))?;
        self.segments.push(Part {
            name,
            address: segment.vmaddr.get(LE),
            length: segment.vmsize.get(LE),
            bytes: in_file,
            rights: segment.initprot.get(LE),
            is_read_only: segment.flags.get(LE) & object::macho::SG_READ_ONLY != 0,
        });
        let all: &[Section64<LittleEndian>] = segment.sections(LE, sections)?;
        for section in all {
            self.sections.push(Room {
                segment: std::str::from_utf8(section.segment_name())?,
                name: std::str::from_utf8(section.name())?,
                address: section.addr.get(LE),
                length: section.size.get(LE),
                kind: section.flags.get(LE) & SECTION_TYPE,
            });
        }
        Ok(())
    }

    /// The segments that are mapped: not the hole at 0, and not what only linkers read.
    pub fn mapped(&self) -> impl Iterator<Item = &Part<'data>> {
        self.segments.iter().filter(|part| !["__PAGEZERO", "__LINKEDIT"].contains(&part.name))
    }

    /// A section by its names.
    pub fn section(&self, segment: &str, name: &str) -> Option<&Room<'data>> {
        self.sections.iter().find(|room| (room.segment, room.name) == (segment, name))
    }

    /// The sections of one use.
    pub fn of_kind(&self, kind: u32) -> impl Iterator<Item = &Room<'data>> {
        self.sections.iter().filter(move |room| room.kind == kind)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A program of one segment, `__TEXT`, with one section, and a table of fixups of these bytes.
    pub(crate) fn program(fixups: &[u8]) -> Vec<u8> {
        let name = |text: &str| {
            let mut name = text.as_bytes().to_vec();
            name.resize(16, 0);
            name
        };
        let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
        let longs = |longs: &[u64]| longs.iter().flat_map(|long| long.to_le_bytes()).collect::<Vec<_>>();
        let (commands, start) = (72 + 80 + 24 + 16, 0x200);
        let mut file = words(&[0xfeed_facf, 0x0100_000c, 0, 2, 3, commands, 0, 0]);
        file.extend(words(&[0x19, 72 + 80]));
        file.extend(name("__TEXT"));
        file.extend(longs(&[0x1_0000_0000, 0x4000, 0, 0x200]));
        file.extend(words(&[5, 5, 1, 0x10]));
        file.extend(name("__text"));
        file.extend(name("__TEXT"));
        file.extend(longs(&[0x1_0000_0100, 0x20]));
        file.extend(words(&[0x100, 2, 0, 0, 0x8000_0400, 0, 0, 0]));
        file.extend(words(&[0x8000_0028, 24]));
        file.extend(longs(&[0x104, 0]));
        file.extend(words(&[0x8000_0034, 16, start, fixups.len() as u32]));
        file.resize(start as usize, 0);
        file.extend(fixups);
        file
    }

    #[test]
    fn a_program_says_its_segments_sections_and_main() {
        let bytes = program(&[1, 2, 3, 4]);
        let file = File::read(&bytes).unwrap();
        let [text] = file.segments.as_slice() else { panic!("one segment: {:?}", file.segments) };
        assert_eq!((text.name, text.address, text.length, text.rights), ("__TEXT", 0x1_0000_0000, 0x4000, 5));
        assert!(text.is_read_only && text.bytes.len() == 0x200);
        let section = file.section("__TEXT", "__text").unwrap();
        assert_eq!((section.address, section.length, section.kind), (0x1_0000_0100, 0x20, 0));
        assert_eq!((file.entry, file.fixups), (0x104, &[1, 2, 3, 4][..]));
        assert!(file.section("__DATA", "__text").is_none());
        assert_eq!(file.of_kind(0x13).count(), 0);
    }

    #[test]
    fn what_is_no_whole_program_for_arm64_is_refused() {
        let refusal = |bytes: &[u8]| format!("{:#}", File::read(bytes).unwrap_err());
        let sound = program(&[0; 8]);
        assert!(refusal(b"\x7fELF").starts_with("no Mach-O file"));
        let changed = |place: usize, value: u32| {
            let mut bytes = sound.clone();
            bytes[place..place + 4].copy_from_slice(&value.to_le_bytes());
            refusal(&bytes)
        };
        assert_eq!(changed(4, 0x0100_0007), "not for arm64");
        assert_eq!(changed(12, 6), "no program");
        // The command that names main, made into one of no meaning here.
        assert_eq!(changed(32 + 152, 0x1b), "has no main");
        assert!(changed(32 + 152 + 24, 0x8000_0022).contains("before macOS 12"));
        assert_eq!(refusal(&sound[..sound.len() - 1]), "is cut off");
        assert_eq!(refusal(&sound[..0x1ff]), "is cut off in __TEXT");
        assert!(File::read(&sound[..100]).is_err());
    }
}
