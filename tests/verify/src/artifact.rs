//! The kind of artifact of a file, and the proofs for it.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use object::read::elf::ElfFile64;
use object::read::macho::MachOFile64;
use object::read::pe::PeFile64;
use object::{Architecture, Endianness, FileKind, Object};

use crate::{apk, bundle, chains, elf, licences, loop_starts, macho, package, pe, written};

/// Name of the file that `make swift-manifest` writes: SwiftPM's description of the Swift package.
const PACKAGE: &str = "Package.json";

/// Proves an artifact, by its name and its first bytes: a line for each part of it.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove(path: &Path) -> Result<Vec<String>> {
    if path.extension().is_some_and(|extension| extension == "xcframework") {
        return bundle::prove_xcframework(path);
    }
    if path.extension().is_some_and(|extension| extension == "apk") {
        return apk::prove(path, &apk::Tools::from_environment()?);
    }
    let bytes = std::fs::read(path).context("cannot be read")?;
    if path.extension().is_some_and(|extension| extension == "aar") {
        return prove_aar(&bytes);
    }
    if path.extension().is_some_and(|extension| extension == "json") {
        let is_package = path.file_name().is_some_and(|name| name == PACKAGE);
        return Ok(vec![if is_package { package::prove(&bytes)? } else { licences::prove(&bytes)? }]);
    }
    Ok(vec![prove_program(path, &bytes)?])
}

fn prove_aar(bytes: &[u8]) -> Result<Vec<String>> {
    let entries = bundle::entries(bytes)?;
    let mut lines = Vec::new();
    for (abi, library) in bundle::aar_libraries(&entries)? {
        lines.push(format!("{abi}: {}", prove_android(&library.bytes, abi).with_context(|| abi.to_owned())?));
    }
    Ok(lines)
}

/// Marker in a build with deliberate faults (bindings/src/faults.rs).
const FAULTS: &[u8] = b"trueghz-fault-injection";

/// Proves that a library or a program has no faults on purpose, which are for tests.
///
/// # Errors
/// If it has.
pub fn without_faults(bytes: &[u8]) -> Result<()> {
    ensure!(bytes.windows(FAULTS.len()).all(|part| part != FAULTS), "is built with the faults of tests");
    Ok(())
}

/// Proves one library for Android.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove_android(bytes: &[u8], abi: &str) -> Result<String> {
    without_faults(bytes)?;
    let elf = android_library(bytes, abi)?;
    let proven = elf::prove_android(&elf)?;
    Ok(format!("{proven}, {}", with_chains(&elf)?))
}

/// A library of an ABI's own architecture.
///
/// # Errors
/// If it is none.
pub fn android_library<'data>(bytes: &'data [u8], abi: &str) -> Result<ElfFile64<'data, Endianness>> {
    let elf = ElfFile64::<Endianness>::parse(bytes).context("no ELF file")?;
    let meant = match abi {
        "arm64-v8a" => Architecture::Aarch64,
        "x86_64" => Architecture::X86_64,
        other => bail!("the ABI {other} is not meant"),
    };
    ensure!(elf.architecture() == meant, "is for {:?}", elf.architecture());
    Ok(elf)
}

fn prove_program(path: &Path, bytes: &[u8]) -> Result<String> {
    without_faults(bytes)?;
    match FileKind::parse(bytes).context("no program")? {
        FileKind::Elf64 => {
            let file = ElfFile64::<Endianness>::parse(bytes)?;
            Ok(format!(
                "{:?} Linux, {}, {}, {}",
                file.architecture(),
                elf::prove_static(&file)?,
                with_chains(&file)?,
                written::prove(path, file.architecture())?
            ))
        }
        FileKind::MachO64 => {
            let file = MachOFile64::<Endianness>::parse(bytes)?;
            Ok(format!(
                "{:?}, {}, {}",
                file.architecture(),
                macho::prove_program(&file)?,
                with_chains(&file)?
            ))
        }
        FileKind::Pe64 => {
            let file = PeFile64::parse(bytes)?;
            Ok(format!("{:?} Windows, {}, {}", file.architecture(), pe::prove(&file)?, with_chains(&file)?))
        }
        other => bail!("{other:?} is no artifact of TrueGHz"),
    }
}

fn with_chains<'data>(file: &impl Object<'data>) -> Result<String> {
    let chains = chains::prove(file)?.context("has no section of chains")?;
    Ok(match loop_starts::prove(file)? {
        Some(loops) => format!("{chains}, {loops}"),
        None => chains,
    })
}
