//! Compares the calls of the generated Swift with the libraries that it is linked with: an app
//! would fail to link, or to start, if a function were missing.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use object::read::archive::ArchiveFile;
use object::read::macho::{FatArch, MachOFatFile32, MachOFile64};
use object::{Endianness, FileKind, Object, ObjectSymbol};

/// Prefixes of the core's functions in C.
const PREFIXES: [&str; 2] = ["uniffi_trueghz_ffi_", "ffi_trueghz_ffi_"];

/// Proves an XCFramework against the generated Swift: a line for each library.
///
/// # Errors
/// The functions that a library lacks.
pub fn prove(swift: &str, framework: &Path) -> Result<Vec<String>> {
    let called = called(swift);
    ensure!(!called.is_empty(), "the generated Swift calls nothing");
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(framework).context("no XCFramework")? {
        let slice = entry?;
        let library = slice.path().join("libtrueghz_ffi.a");
        if !library.is_file() {
            continue;
        }
        let name = slice.file_name().to_string_lossy().into_owned();
        for (number, defined) in defined(&std::fs::read(library)?)?.iter().enumerate() {
            let missing: Vec<&str> =
                called.iter().filter(|name| !defined.contains(*name)).map(String::as_str).collect();
            ensure!(missing.is_empty(), "{name}, architecture {number}: lacks {}", missing.join(" "));
        }
        lines.push(format!("{name} defines all {} functions that the Swift calls", called.len()));
    }
    ensure!(!lines.is_empty(), "the XCFramework holds no library");
    lines.sort();
    Ok(lines)
}

/// The functions of the core that the generated Swift names.
pub fn called(swift: &str) -> BTreeSet<String> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    swift
        .split(|character| !is_part(character))
        .filter(|word| PREFIXES.iter().any(|prefix| word.starts_with(prefix)))
        .map(str::to_owned)
        .collect()
}

/// The functions that a static library defines, for each of its architectures.
///
/// # Errors
/// If the bytes are not a static library.
pub fn defined(bytes: &[u8]) -> Result<Vec<BTreeSet<String>>> {
    if FileKind::parse(bytes).ok() != Some(FileKind::MachOFat32) {
        return Ok(vec![of_archive(bytes)?]);
    }
    let fat = MachOFatFile32::parse(bytes).context("no library of several architectures")?;
    fat.arches().iter().map(|arch| of_archive(arch.data(bytes)?)).collect()
}

fn of_archive(bytes: &[u8]) -> Result<BTreeSet<String>> {
    let archive = ArchiveFile::parse(bytes).context("no static library")?;
    let mut names = BTreeSet::new();
    for member in archive.members() {
        let data = member?.data(bytes)?;
        // A library also contains members that are not objects: the compiler's metadata.
        if FileKind::parse(data).ok() != Some(FileKind::MachO64) {
            continue;
        }
        let object = MachOFile64::<Endianness>::parse(data)?;
        for symbol in object.symbols().filter(|symbol| symbol.is_global() && !symbol.is_undefined()) {
            // C's names have an underscore before them on Apple's systems.
            names.extend(symbol.name()?.strip_prefix('_').map(str::to_owned));
        }
    }
    Ok(names)
}
