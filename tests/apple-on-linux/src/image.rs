//! A program in memory.

use std::ffi::CString;
use std::io;
use std::sync::OnceLock;

use anyhow::{Context, Result, bail, ensure};
use object::macho::{S_INIT_FUNC_OFFSETS, S_MOD_INIT_FUNC_POINTERS};

use crate::file::{File, Room};
use crate::fixups::Fixups;

/// The page of Apple's arm64, to which segments are aligned.
const PAGE: usize = 0x4000;

/// The program that runs in this process.
static PROGRAM: OnceLock<Image> = OnceLock::new();

/// A file that is mapped, for ever.
#[derive(Debug)]
pub struct Image {
    /// The parsed file.
    pub file: File<'static>,
    /// Where its first byte is.
    pub base: usize,
    /// The file's own address of that byte.
    pub preferred: u64,
    length: usize,
    /// Its path, and its arguments.
    pub path: CString,
    /// The words that it was started with, and a null pointer behind them.
    pub arguments: Arguments,
}

/// Words that C reads.
#[derive(Debug)]
pub struct Arguments(pub Vec<*mut libc::c_char>);

// SAFETY: the words are never freed, and nothing here writes to them.
unsafe impl Send for Arguments {}
// SAFETY: the same.
unsafe impl Sync for Arguments {}

impl Arguments {
    /// Words that stay for ever.
    fn new(words: &[String]) -> Result<Self> {
        let mut pointers = Vec::new();
        for word in words {
            pointers.push(CString::new(word.as_str())?.into_raw());
        }
        pointers.push(std::ptr::null_mut());
        Ok(Self(pointers))
    }
}

/// The program that runs, if there is one.
pub fn program() -> Option<&'static Image> {
    PROGRAM.get()
}

impl Image {
    /// Maps the file that the first of the words names, and writes its addresses with those of
    /// `find` for imports.
    ///
    /// # Errors
    /// If it cannot be read, mapped or parsed; lists the imports that `find` does not know.
    pub fn load(words: &[String], find: impl Fn(&str) -> Option<usize>) -> Result<Self> {
        let path = words.first().context("no program is named")?;
        let bytes: &'static [u8] =
            std::fs::read(path).with_context(|| format!("{path} cannot be read"))?.leak();
        let file = File::read(bytes).with_context(|| path.clone())?;
        let low = file.mapped().map(|part| part.address).min().context("nothing to map")?;
        let high = file.mapped().map(|part| part.address + part.length).max().unwrap_or(low);
        let length = usize::try_from(high - low)?;
        let full_path = std::fs::canonicalize(path)?.into_os_string().into_encoded_bytes();
        let base = area(length)?;
        let image = Self {
            file,
            base,
            preferred: low,
            length,
            path: CString::new(full_path)?,
            arguments: Arguments::new(words)?,
        };
        image.fill(find).with_context(|| path.clone())?;
        Ok(image)
    }

    fn fill(&self, find: impl Fn(&str) -> Option<usize>) -> Result<()> {
        // SAFETY: the whole area was mapped for this image, no other code has its address, and
        // nothing of it runs yet.
        let memory = unsafe { std::slice::from_raw_parts_mut(self.base as *mut u8, self.length) };
        for part in self.file.mapped() {
            let start = usize::try_from(part.address - self.preferred)?;
            let room = memory
                .get_mut(start..start + part.bytes.len())
                .context("a segment outside of the program")?;
            room.copy_from_slice(part.bytes);
        }
        let fixups = Fixups::read(self.file.fixups)?;
        let targets = fixups.imports.iter().map(|name| find(name).map(|found| found as u64));
        let missing: Vec<&str> = fixups
            .imports
            .iter()
            .filter(|name| find(name).is_none())
            .map(|name| name.strip_prefix('_').unwrap_or(name))
            .collect();
        let Some(targets) = targets.collect::<Option<Vec<u64>>>() else {
            bail!("imports what is not there: {}", missing.join(" "));
        };
        fixups.write(memory, self.base as u64, self.preferred, &targets)?;
        Ok(())
    }

    /// Lets each segment be what it is meant for: code is run, constants are only read. After
    /// whatever is written at the start.
    ///
    /// # Errors
    /// If the system refuses it.
    pub fn protect(&self) -> Result<()> {
        for part in self.file.mapped() {
            let rights = if part.is_read_only { libc::PROT_READ } else { part.rights as i32 };
            let start = self.at(part.address) as *mut u8;
            let length = usize::try_from(part.length)?;
            // SAFETY: a segment of this image; its code was written just now.
            let refused = unsafe {
                clear_cache::clear_cache(start.cast_const(), start.add(length).cast_const());
                libc::mprotect(start.cast(), length, rights)
            };
            ensure!(refused == 0, "{}: {}", part.name, io::Error::last_os_error());
        }
        Ok(())
    }

    /// Makes it the program of this process.
    ///
    /// # Errors
    /// If there is one already.
    pub fn become_the_program(self) -> Result<&'static Self> {
        ensure!(PROGRAM.set(self).is_ok(), "a process runs one program");
        program().context("a program was set")
    }

    /// Where an address of the file is.
    pub fn at(&self, address: u64) -> usize {
        self.base.wrapping_add(address.wrapping_sub(self.preferred) as usize)
    }

    /// The offset that is added to the file's addresses.
    pub fn slide(&self) -> isize {
        self.at(0).cast_signed()
    }

    /// A section's bytes in memory.
    pub fn bytes(&self, room: &Room<'_>) -> &'static [u8] {
        // SAFETY: the image is never unmapped, and the areas read here (code, tables, templates)
        // are not written any more.
        unsafe { std::slice::from_raw_parts(self.at(room.address) as *const u8, room.length as usize) }
    }

    /// The functions that initialise it, in their order.
    pub fn initialisers(&self) -> Vec<usize> {
        let pointers =
            self.file.of_kind(S_MOD_INIT_FUNC_POINTERS).flat_map(|room| self.bytes(room).as_chunks::<8>().0);
        let pointers = pointers.map(|pointer| u64::from_le_bytes(*pointer) as usize);
        let distances =
            self.file.of_kind(S_INIT_FUNC_OFFSETS).flat_map(|room| self.bytes(room).as_chunks::<4>().0);
        let distances = distances.map(|distance| self.base + u32::from_le_bytes(*distance) as usize);
        pointers.chain(distances).collect()
    }
}

/// Reserves unused memory that begins on one of Apple's pages.
fn area(length: usize) -> Result<usize> {
    let (rights, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: at a place that the kernel chooses.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), length + PAGE, rights, kind, -1, 0) };
    ensure!(start != libc::MAP_FAILED, "no memory: {}", io::Error::last_os_error());
    Ok((start as usize).next_multiple_of(PAGE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::tests::program;

    /// The fixups of a program with one import and no chain.
    fn importing(name: &str) -> Vec<u8> {
        let words = [0_u32, 28, 32, 36, 1, 1, 0, 0, 1 << 9];
        let mut table: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        table.push(0);
        table.extend(name.as_bytes());
        table.push(0);
        table
    }

    fn load(name: &str, known: &str) -> Result<Image> {
        let folder = std::env::temp_dir().join(format!("trueghz-image-{}-{name}", std::process::id()));
        std::fs::write(&folder, program(&importing(name)))?;
        let words = [folder.to_str().context("a plain path")?.to_owned(), "word".to_owned()];
        let loaded = Image::load(&words, |asked| (asked == known).then_some(1));
        std::fs::remove_file(&folder)?;
        loaded
    }

    #[test]
    fn a_program_is_mapped_where_it_can_run() {
        let image = load("_known", "_known").unwrap();
        assert_eq!(image.base % PAGE, 0);
        assert_eq!(image.at(0x1_0000_0104), image.base + 0x104);
        assert_eq!(image.slide(), (image.base as isize).wrapping_sub(0x1_0000_0000));
        // SAFETY: the file's own header, which was mapped there.
        assert_eq!(unsafe { (image.base as *const u32).read() }, 0xfeed_facf);
        assert_eq!(image.arguments.0.len(), 3);
        assert!(image.arguments.0[2].is_null());
        assert!(image.initialisers().is_empty());
        image.protect().unwrap();
    }

    #[test]
    fn an_import_that_nobody_has_is_refused_by_name() {
        let error = format!("{:#}", load("_unheard_of", "_known").unwrap_err());
        assert!(error.ends_with("imports what is not there: unheard_of"), "{error}");
    }
}
