//! A file in memory.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::fs;
use std::os::fd::AsRawFd;

use anyhow::{Context, Result, bail, ensure};
use object::LittleEndian;
use object::elf::{
    PF_R, PF_W, PF_X, PT_GNU_RELRO, PT_LOAD, R_AARCH64_ABS64, R_AARCH64_GLOB_DAT, R_AARCH64_JUMP_SLOT,
    R_AARCH64_RELATIVE,
};
use object::read::elf::ProgramHeader;

use crate::file::{File, Header, Relocation};

const LE: LittleEndian = LittleEndian;

/// The smallest and the largest page that a kernel for AArch64 has, in bytes. A kernel with pages
/// that a file does not fit refuses to map it.
const PAGE: usize = 0x1000;
const LARGEST_PAGE: usize = 0x1_0000;

/// A file that is mapped, for ever.
pub struct Image {
    /// The path that it was opened by.
    pub path: &'static CStr,
    /// Contents of the file.
    pub file: File<'static>,
    /// Difference between addresses in memory and the file's addresses.
    pub bias: usize,
    /// The names that others find here, with their addresses in memory.
    names: HashMap<&'static str, usize>,
}

impl Image {
    /// Maps a file.
    ///
    /// # Errors
    /// If it cannot be read, mapped or understood.
    pub fn map(path: &str) -> Result<Self> {
        let bytes: &'static [u8] = fs::read(path).context("cannot be read")?.leak();
        let file = File::read(bytes)?;
        let loads = || file.headers.iter().filter(|header| header.p_type(LE) == PT_LOAD);
        let low = loads().map(|load| down(load.p_vaddr(LE) as usize)).min().context("nothing to load")?;
        let high = loads().map(|load| (load.p_vaddr(LE) + load.p_memsz(LE)) as usize).max().unwrap_or(low);
        let opened = fs::File::open(path)?;
        let area = map(0, high - low + LARGEST_PAGE, libc::PROT_NONE, None)?;
        let bias = area.next_multiple_of(LARGEST_PAGE) - low;
        for load in loads() {
            segment(load, bias, &opened)?;
        }
        let here =
            |symbol: &crate::file::Symbol<'static>| Some((symbol.name, bias + symbol.address? as usize));
        let names = file.symbols.iter().filter_map(here).collect();
        let path = Box::leak(CString::new(path)?.into_boxed_c_str());
        Ok(Self { path, file, bias, names })
    }

    /// The file's own name, by which others ask for it.
    pub fn name(&self) -> &'static str {
        let path = self.path.to_str().unwrap_or_default();
        path.rsplit_once('/').map_or(path, |(_, name)| name)
    }

    /// The address of a name that others find here.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// Where its program headers are. The file's, which have the same content as those in memory.
    pub fn headers(&self) -> &'static [Header] {
        self.file.headers
    }

    /// Writes all addresses, with `find` for those of other files; then nothing writes them any
    /// more.
    ///
    /// # Errors
    /// Names the symbol that no file has, or the relocation that is not known.
    pub fn relocate(&self, find: impl Fn(&str) -> Option<usize>) -> Result<()> {
        for relocation in &self.file.relocations {
            let value = self.value(*relocation, &find)?;
            let place = (self.bias + relocation.place as usize) as *mut usize;
            // SAFETY: the file's own linker says that it is to be written there; nothing of the
            // file runs yet.
            unsafe { place.write_unaligned(value) };
        }
        for header in self.file.headers.iter().filter(|header| header.p_type(LE) == PT_GNU_RELRO) {
            let start = down(self.bias + header.p_vaddr(LE) as usize);
            let end = down(self.bias + (header.p_vaddr(LE) + header.p_memsz(LE)) as usize);
            // SAFETY: pages of this image, which from here on are read only.
            let protected = unsafe { libc::mprotect(start as *mut _, end - start, libc::PROT_READ) };
            ensure!(protected == 0, "{}", std::io::Error::last_os_error());
        }
        Ok(())
    }

    fn value(&self, relocation: Relocation, find: impl Fn(&str) -> Option<usize>) -> Result<usize> {
        let number = (relocation.info >> 32) as usize;
        let symbol = self.file.symbols.get(number).with_context(|| format!("has no symbol {number}"))?;
        let found = || match find(symbol.name) {
            Some(address) => Ok(address),
            None if symbol.is_weak => Ok(0),
            // Android's own words.
            None => bail!("cannot locate symbol \"{}\" referenced by \"{}\"", symbol.name, self.name()),
        };
        let origin = match relocation.info as u32 {
            R_AARCH64_RELATIVE => self.bias,
            R_AARCH64_ABS64 | R_AARCH64_GLOB_DAT | R_AARCH64_JUMP_SLOT => found()?,
            other => bail!("a relocation of the unknown kind {other} in \"{}\"", self.name()),
        };
        Ok(origin.wrapping_add_signed(relocation.addend as isize))
    }

    /// The functions that initialise it, in their order. After relocation.
    pub fn initialisers(&self) -> Vec<usize> {
        let (one, list) = self.file.initialise;
        let (start, bytes) = list.unwrap_or_default();
        let list = (0..bytes as usize / size_of::<usize>()).map(|place| {
            let at = (self.bias + start as usize) as *const usize;
            // SAFETY: according to the file its list is there, with this length.
            unsafe { at.add(place).read() }
        });
        // Both ends of a list may be marked.
        let list = list.filter(|function| ![0, usize::MAX].contains(function));
        one.map(|address| self.bias + address as usize).into_iter().chain(list).collect()
    }
}

fn down(address: usize) -> usize {
    address / PAGE * PAGE
}

/// Maps anonymous memory, or a file from an offset on. At 0 the kernel chooses the place.
fn map(at: usize, length: usize, rights: i32, file: Option<(&fs::File, usize)>) -> Result<usize> {
    let fixed = if at == 0 { 0 } else { libc::MAP_FIXED };
    let (kind, descriptor, offset) =
        file.map_or((libc::MAP_ANONYMOUS, -1, 0), |(file, offset)| (0, file.as_raw_fd(), offset));
    // SAFETY: a place that the kernel chooses, or inside of an area that it chose for this image.
    let mapped = unsafe {
        libc::mmap(at as *mut _, length, rights, libc::MAP_PRIVATE | fixed | kind, descriptor, offset as i64)
    };
    ensure!(mapped != libc::MAP_FAILED, "cannot be mapped: {}", std::io::Error::last_os_error());
    Ok(mapped as usize)
}

/// Maps a segment: the part that is in the file, then zeros.
fn segment(load: &Header, bias: usize, file: &fs::File) -> Result<()> {
    let rights = [(PF_R, libc::PROT_READ), (PF_W, libc::PROT_WRITE), (PF_X, libc::PROT_EXEC)];
    let rights =
        rights.iter().filter(|(flag, _)| load.p_flags(LE) & flag != 0).fold(0, |all, (_, right)| all | right);
    let start = bias + load.p_vaddr(LE) as usize;
    let (file_end, end) = (start + load.p_filesz(LE) as usize, start + load.p_memsz(LE) as usize);
    let mut mapped_end = down(start);
    if load.p_filesz(LE) > 0 {
        let before = start - down(start);
        let offset =
            (load.p_offset(LE) as usize).checked_sub(before).context("a segment begins before its file")?;
        map(down(start), file_end - down(start), rights, Some((file, offset)))?;
        mapped_end = file_end.next_multiple_of(PAGE);
        if end > file_end && rights & libc::PROT_WRITE != 0 {
            // SAFETY: the rest of the last page, which was just mapped for writing.
            unsafe { std::ptr::write_bytes(file_end as *mut u8, 0, mapped_end.min(end) - file_end) };
        }
    }
    if end > mapped_end {
        map(mapped_end, end - mapped_end, rights, None)?;
    }
    Ok(())
}
