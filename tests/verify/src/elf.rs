//! Android's libraries and Linux' static programs.

use anyhow::{Context, Result, bail, ensure};
use object::elf::{
    DF_TEXTREL, DT_FLAGS, DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_TEXTREL, ET_DYN, PF_X, PT_GNU_RELRO,
    PT_GNU_STACK, PT_INTERP, PT_LOAD,
};
use object::read::elf::{Dyn, ElfFile64, FileHeader, ProgramHeader};
use object::{Architecture, Endianness, Object, ObjectSymbol};

/// Pages of Android devices since 2024, in bytes. Google Play refuses libraries that need smaller
/// ones.
const PAGE: u64 = 0x4000;

/// The lowest API level of Android that the library is for: Android 8.0.
const API: u32 = 26;

/// System libraries that every Android has and an app may use.
const SYSTEM_LIBRARIES: [&str; 4] = ["libc.so", "libdl.so", "liblog.so", "libm.so"];

/// The library's intended exports: uniffi's functions, and Java's entry points. Not uniffi's
/// descriptions, which its generator alone reads.
const EXPORTS: [&str; 4] = ["uniffi_trueghz_ffi_", "ffi_trueghz_ffi_", "Java_org_trueghz_", "JNI_OnLoad"];

const BIONIC: &str = include_str!("../reference/bionic_symbols.tsv");

type Elf<'data> = ElfFile64<'data, Endianness>;

/// Proves a library for Android; says what was proven.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove_android(elf: &Elf<'_>) -> Result<String> {
    exports(elf)?;
    prove_loadable(elf)
}

/// Proves that every Android loads a library, whatever it exports; says what was proven.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove_loadable(elf: &Elf<'_>) -> Result<String> {
    let header = elf.elf_header();
    ensure!(header.e_type(elf.endian()) == ET_DYN, "not a shared library");
    pages(elf)?;
    let needed = dynamic(elf)?;
    let strange = needed.iter().find(|name| !SYSTEM_LIBRARIES.contains(&name.as_str()));
    ensure!(strange.is_none(), "needs {}, which is no system library", strange.map_or("", String::as_str));
    let imports = imports(elf)?;
    Ok(format!("16 KB pages, {imports} imports of API {API} or older, needs {}", needed.join(" ")))
}

/// Proves a program that needs nothing of the system but its kernel.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove_static(elf: &Elf<'_>) -> Result<String> {
    let (endian, data) = (elf.endian(), elf.data());
    let headers = elf.elf_header().program_headers(endian, data)?;
    ensure!(headers.iter().all(|header| header.p_type(endian) != PT_INTERP), "asks for a loader");
    let needed = dynamic(elf)?;
    ensure!(needed.is_empty(), "needs {}", needed.join(" "));
    stack(elf)?;
    ensure!(elf.symbols().next().is_none(), "is not stripped");
    Ok("static, stripped".to_owned())
}

/// Segments begin and end on pages of 16 KB.
fn pages(elf: &Elf<'_>) -> Result<()> {
    let (endian, data) = (elf.endian(), elf.data());
    let mut loads = 0;
    for header in elf.elf_header().program_headers(endian, data)? {
        let (address, offset) = (header.p_vaddr(endian), header.p_offset(endian));
        match header.p_type(endian) {
            PT_LOAD => {
                loads += 1;
                ensure!(
                    header.p_align(endian) >= PAGE,
                    "a segment is aligned to {:#x} only",
                    header.p_align(endian)
                );
                ensure!(address % PAGE == offset % PAGE, "a segment at {address:#x} cannot be mapped");
            }
            PT_GNU_RELRO => {
                let end = address + header.p_memsz(endian);
                ensure!(
                    end % PAGE == 0,
                    "what is read-only after relocation ends at {end:#x}, inside a page"
                );
            }
            _ => {}
        }
    }
    ensure!(loads > 0, "nothing to load");
    stack(elf)
}

/// No stack holds code.
fn stack(elf: &Elf<'_>) -> Result<()> {
    let (endian, data) = (elf.endian(), elf.data());
    let headers = elf.elf_header().program_headers(endian, data)?;
    let stack = headers.iter().find(|header| header.p_type(endian) == PT_GNU_STACK);
    let stack = stack.context("does not say that its stack holds no code")?;
    ensure!(stack.p_flags(endian) & PF_X == 0, "its stack may hold code");
    Ok(())
}

/// The libraries that are needed. No path of a machine, no code that is written to.
fn dynamic(elf: &Elf<'_>) -> Result<Vec<String>> {
    let (endian, data) = (elf.endian(), elf.data());
    let sections = elf.elf_header().sections(endian, data)?;
    let Some((entries, link)) = sections.dynamic(endian, data)? else { return Ok(Vec::new()) };
    let strings = sections.strings(endian, data, link)?;
    let mut needed = Vec::new();
    for entry in entries {
        let value = entry.d_val(endian);
        match entry.d_tag(endian) as u32 {
            DT_NEEDED => {
                let name = entry.string(endian, strings).context("a needed library without a name")?;
                needed.push(String::from_utf8_lossy(name).into_owned());
            }
            DT_RPATH | DT_RUNPATH => bail!("carries a path of the machine that made it"),
            DT_TEXTREL => bail!("writes to its own code when it is loaded"),
            DT_FLAGS if value & u64::from(DF_TEXTREL) != 0 => {
                bail!("writes to its own code when it is loaded")
            }
            _ => {}
        }
    }
    Ok(needed)
}

/// Every import is there at the lowest API level; says how many.
fn imports(elf: &Elf<'_>) -> Result<usize> {
    let column = match elf.architecture() {
        Architecture::Aarch64 => 3,
        Architecture::X86_64 => 4,
        other => bail!("Android on {other:?} is not meant"),
    };
    let mut count = 0;
    for symbol in elf.dynamic_symbols().filter(|symbol| symbol.is_undefined() && !symbol.is_weak()) {
        let name = symbol.name()?;
        if name.is_empty() {
            continue;
        }
        let since = since(name, column).with_context(|| format!("{name} is not Android's"))?;
        ensure!(since <= API, "{name} is there since API {since} only");
        count += 1;
    }
    ensure!(count > 0, "imports nothing: linked against empty libraries?");
    Ok(count)
}

/// Since which API level a symbol is there, by the column of the architecture.
fn since(name: &str, column: usize) -> Option<u32> {
    let line = BIONIC.lines().find(|line| line.split('\t').nth(1) == Some(name))?;
    line.split('\t').nth(column)?.parse().ok()
}

fn exports(elf: &Elf<'_>) -> Result<()> {
    let mut names = Vec::new();
    for symbol in elf.dynamic_symbols().filter(ObjectSymbol::is_definition) {
        let name = symbol.name()?;
        ensure!(EXPORTS.iter().any(|meant| name.starts_with(meant)), "exports {name}, which is not meant");
        names.push(name);
    }
    for meant in EXPORTS {
        ensure!(names.iter().any(|name| name.starts_with(meant)), "exports no {meant}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_symbols_tells_their_level() {
        assert_eq!(since("pthread_create", 3), Some(21));
        assert_eq!(since("_Fork", 3), Some(35));
        assert_eq!(since("_dl_find_object", 3), None, "glibc's own");
    }
}
