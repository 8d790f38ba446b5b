//! Contents of a library's or a program's file, in the file's own addresses.

use anyhow::{Context, Result, bail, ensure};
use object::elf::{
    DT_INIT, DT_INIT_ARRAY, DT_INIT_ARRAYSZ, DT_JMPREL, DT_NEEDED, DT_PLTRELSZ, DT_REL, DT_RELA, DT_RELASZ,
    EM_AARCH64, PT_TLS, ProgramHeader64, Rela64, SHN_UNDEF, STB_LOCAL, STB_WEAK, STT_GNU_IFUNC,
};
use object::read::elf::{Dyn, ElfFile64, FileHeader, ProgramHeader, Sym};
use object::{LittleEndian, pod};

use crate::packed;

const LE: LittleEndian = LittleEndian;

// Constants that object lacks. LLVM, include/llvm/BinaryFormat/DynamicTags.def.
const DT_RELR: u32 = 36;
const DT_ANDROID_REL: u32 = 0x6000_000f;
const DT_ANDROID_RELA: u32 = 0x6000_0011;
const DT_ANDROID_RELASZ: u32 = 0x6000_0012;
const DT_ANDROID_RELR: u32 = 0x6fff_e000;

type Elf<'data> = ElfFile64<'data, LittleEndian>;

/// A program header, as the file has it.
pub type Header = ProgramHeader64<LittleEndian>;

/// Contents of a file.
#[derive(Debug)]
pub struct File<'data> {
    /// The program headers.
    pub headers: &'data [Header],
    /// Where a program begins.
    pub entry: u64,
    /// The libraries that it needs, in their order.
    pub needed: Vec<&'data str>,
    /// Addresses to write into it when it is loaded.
    pub relocations: Vec<Relocation>,
    /// Its dynamic symbols, by the numbers that relocations have for them.
    pub symbols: Vec<Symbol<'data>>,
    /// Functions that initialise it, in their order: one by its address, and the place and bytes of
    /// a list.
    pub initialise: (Option<u64>, Option<(u64, u64)>),
}

/// An address that is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relocation {
    /// The place to write to.
    pub place: u64,
    /// The symbol's number in the upper half, the relocation type in the lower.
    pub info: u64,
    /// The addend.
    pub addend: i64,
}

/// A name that other files may find here, or that is to be found in them.
#[derive(Debug, Clone, Copy)]
pub struct Symbol<'data> {
    /// The name.
    pub name: &'data str,
    /// Its address, if it is here and others may find it.
    pub address: Option<u64>,
    /// Whether the symbol may be missing.
    pub is_weak: bool,
}

impl<'data> File<'data> {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not for AArch64, or needs features that Android 6.0 lacks.
    pub fn read(bytes: &'data [u8]) -> Result<Self> {
        let elf = Elf::parse(bytes).context("no ELF file")?;
        let header = elf.elf_header();
        ensure!(header.e_machine(LE) == EM_AARCH64, "not for AArch64");
        let headers = elf.elf_program_headers();
        let has_tls = headers.iter().any(|header| header.p_type(LE) == PT_TLS && header.p_memsz(LE) > 0);
        ensure!(!has_tls, "has thread-local storage of ELF, which Android has since API 29 only");
        let mut file = Self {
            headers,
            entry: header.e_entry(LE),
            needed: Vec::new(),
            relocations: Vec::new(),
            symbols: symbols(&elf)?,
            initialise: (None, None),
        };
        file.read_dynamic(&elf)?;
        Ok(file)
    }

    fn read_dynamic(&mut self, elf: &Elf<'data>) -> Result<()> {
        let sections = elf.elf_section_table();
        let (entries, link) = sections.dynamic(LE, elf.data())?.context("has no dynamic section")?;
        let strings = sections.strings(LE, elf.data(), link)?;
        let value =
            |tag| entries.iter().find(|entry| entry.tag32(LE) == Some(tag)).map(|entry| entry.d_val(LE));
        for tag in [DT_REL, DT_RELR, DT_ANDROID_REL, DT_ANDROID_RELR] {
            ensure!(
                value(tag).is_none(),
                "has relocations of the form {tag:#x}, which Android 6.0 does not know"
            );
        }
        for entry in entries.iter().filter(|entry| entry.tag32(LE) == Some(DT_NEEDED)) {
            let name = entry.string(LE, strings).ok().context("a needed library without a name")?;
            self.needed.push(std::str::from_utf8(name)?);
        }
        let table = |start, size| match (value(start), value(size)) {
            (Some(start), Some(size)) => self.bytes(elf, start, size),
            _ => Ok(&[][..]),
        };
        let mut relocations = Vec::new();
        let packed = table(DT_ANDROID_RELA, DT_ANDROID_RELASZ)?;
        if !packed.is_empty() {
            relocations = packed::unpack(packed)?;
        }
        for (start, size) in [(DT_RELA, DT_RELASZ), (DT_JMPREL, DT_PLTRELSZ)] {
            let Ok(entries) = pod::slice_from_all_bytes::<Rela64<LittleEndian>>(table(start, size)?) else {
                bail!("a list of relocations ends inside one");
            };
            relocations.extend(entries.iter().map(|entry| Relocation {
                place: entry.r_offset.get(LE),
                info: entry.r_info.get(LE),
                addend: entry.r_addend.get(LE),
            }));
        }
        self.relocations = relocations;
        self.initialise = (value(DT_INIT), value(DT_INIT_ARRAY).zip(value(DT_INIT_ARRAYSZ)));
        Ok(())
    }

    /// The file's bytes for a range of its addresses.
    fn bytes(&self, elf: &Elf<'data>, address: u64, size: u64) -> Result<&'data [u8]> {
        let found = |header: &Header| header.data_range(LE, elf.data(), address, size).ok().flatten();
        self.headers.iter().find_map(found).with_context(|| format!("{address:#x} lies outside of the file"))
    }
}

fn symbols<'data>(elf: &Elf<'data>) -> Result<Vec<Symbol<'data>>> {
    let table = elf.elf_dynamic_symbol_table();
    let read = |symbol: &object::elf::Sym64<LittleEndian>| {
        let name = std::str::from_utf8(table.symbol_name(LE, symbol)?)?;
        ensure!(
            symbol.st_type() != STT_GNU_IFUNC,
            "{name} is chosen at run time, which Android 6.0 does not do"
        );
        let is_here = symbol.st_shndx(LE) != SHN_UNDEF && symbol.st_bind() != STB_LOCAL;
        let address = is_here.then(|| symbol.st_value(LE));
        Ok(Symbol { name, address, is_weak: symbol.st_bind() == STB_WEAK })
    };
    table.iter().map(read).collect()
}
