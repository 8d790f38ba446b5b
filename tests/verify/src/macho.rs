//! Apple's static libraries, one architecture or several, and programs.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail, ensure};
use object::macho::{
    LC_CODE_SIGNATURE, LC_VERSION_MIN_IPHONEOS, LC_VERSION_MIN_MACOSX, MH_EXECUTE, PLATFORM_IOS,
    PLATFORM_IOSSIMULATOR, PLATFORM_MACOS,
};
use object::read::archive::ArchiveFile;
use object::read::macho::{FatArch, LoadCommandVariant, MachHeader, MachOFatFile32, MachOFile64};
use object::{Architecture, Endianness, FileKind, Object, ObjectSymbol};

use crate::{chains, signature};

/// System functions and variables that Apple documents, and that the library and the program may
/// use: one name a line.
const PUBLIC: &str = include_str!("../reference/apple_symbols.txt");

/// Functions that both may use on a Mac only: the SDK of iOS does not declare them.
const MAC: &str = include_str!("../reference/apple_mac_symbols.txt");

/// The imports permitted to the program alone, on a Mac: a phone's library must not start other
/// programs.
const PROGRAM: &str = include_str!("../reference/apple_program_symbols.txt");

/// A platform, its name, and the oldest version of it that the library is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Its number in Apple's linker.
    pub platform: u32,
    /// Its name for people.
    pub name: &'static str,
    /// Major version.
    pub oldest: u32,
}

/// The shipped targets: iOS 17 and macOS 14, as ios/TrueGHzKit states in its manifest.
pub const TARGETS: [Target; 3] = [
    Target { platform: PLATFORM_IOS, name: "iOS", oldest: 17 },
    Target { platform: PLATFORM_IOSSIMULATOR, name: "iOS simulator", oldest: 17 },
    Target { platform: PLATFORM_MACOS, name: "macOS", oldest: 14 },
];

/// The properties found of a library's slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    /// The architecture.
    pub architecture: Architecture,
    /// The platform.
    pub target: Target,
    /// The proofs, in words.
    pub proven: String,
}

/// Proves a static library: one archive, or one for each architecture.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove_library(bytes: &[u8]) -> Result<Vec<Slice>> {
    if FileKind::parse(bytes).ok() != Some(FileKind::MachOFat32) {
        return Ok(vec![prove_archive(bytes)?]);
    }
    let fat = MachOFatFile32::parse(bytes).context("no library of several architectures")?;
    fat.arches().iter().map(|arch| prove_archive(arch.data(bytes)?)).collect()
}

fn prove_archive(bytes: &[u8]) -> Result<Slice> {
    let archive = ArchiveFile::parse(bytes).context("no static library")?;
    let (mut imports, mut exports) = (BTreeSet::new(), BTreeSet::new());
    let (mut kinds, mut proven) = (BTreeSet::new(), None);
    let mut target = None;
    for member in archive.members() {
        let member = member?;
        let data = member.data(bytes)?;
        // A library also contains members that are not objects: the compiler's metadata.
        if FileKind::parse(data).ok() != Some(FileKind::MachO64) {
            continue;
        }
        let object = MachOFile64::<Endianness>::parse(data)?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        kinds.insert(format!("{:?}", object.architecture()));
        let this = platform(&object).with_context(|| name.clone())?;
        ensure!(*target.get_or_insert(this) == this, "{name} is for {}, others are not", this.name);
        for symbol in object.symbols() {
            let list = if symbol.is_undefined() { &mut imports } else { &mut exports };
            if symbol.is_undefined() || symbol.is_global() {
                list.insert(symbol.name()?.to_owned());
            }
        }
        if let Some(text) = chains::prove(&object).with_context(|| name)? {
            ensure!(proven.is_none(), "two members hold chains");
            proven = Some((object.architecture(), text));
        }
    }
    ensure!(kinds.len() == 1, "objects of several architectures in one archive: {kinds:?}");
    let (architecture, text) = proven.context("no member holds chains")?;
    let target = target.context("no object says what it is for")?;
    let lists: &[&str] = if target.platform == PLATFORM_MACOS { &[PUBLIC, MAC] } else { &[PUBLIC] };
    let imports = public_imports(imports.difference(&exports), lists)?;
    for meant in ["_uniffi_trueghz_ffi_", "_ffi_trueghz_ffi_"] {
        ensure!(exports.iter().any(|name| name.starts_with(meant)), "exports no {meant}");
    }
    Ok(Slice { architecture, target, proven: format!("{text}, {imports} public imports") })
}

/// The libraries of macOS that a program may name. All its imports are in the first; crates that
/// use nothing of the others here name them.
const LIBRARIES: [&str; 4] = [
    "/usr/lib/libSystem.B.dylib",
    "/usr/lib/libiconv.2.dylib",
    "/usr/lib/libobjc.A.dylib",
    "/System/Library/Frameworks/Foundation.framework/Versions/C/Foundation",
];

/// Proves a program for macOS.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove_program(object: &MachOFile64<'_, Endianness>) -> Result<String> {
    let target = platform(object)?;
    ensure!(target.platform == PLATFORM_MACOS, "is for {}", target.name);
    ensure!(object.macho_header().filetype(object.endian()) == MH_EXECUTE, "is no program");
    libraries(object)?;
    let names: Vec<String> = object
        .symbols()
        .filter(ObjectSymbol::is_undefined)
        .map(|symbol| symbol.name().map(str::to_owned))
        .collect::<std::result::Result<_, _>>()?;
    ensure!(!names.is_empty(), "imports nothing");
    let imports = public_imports(names.iter(), &[PUBLIC, MAC, PROGRAM])?;
    signature::prove(object.data(), signature_place(object)?)?;
    Ok(format!("macOS {} and later, {imports} public imports, signed ad hoc", target.oldest))
}

/// Every library that a program names is the system's.
fn libraries(object: &MachOFile64<'_, Endianness>) -> Result<()> {
    let (endian, mut commands) = (object.endian(), object.macho_load_commands()?);
    let mut count = 0;
    while let Some(command) = commands.next()? {
        let LoadCommandVariant::Dylib(library) = command.variant()? else { continue };
        let name = String::from_utf8_lossy(command.string(endian, library.dylib.name)?).into_owned();
        ensure!(LIBRARIES.contains(&name.as_str()), "needs {name}, which is not meant");
        count += 1;
    }
    ensure!(count > 0, "names no library");
    Ok(())
}

/// Where in the file a program's signature is.
fn signature_place(object: &MachOFile64<'_, Endianness>) -> Result<std::ops::Range<usize>> {
    let (endian, mut commands) = (object.endian(), object.macho_load_commands()?);
    while let Some(command) = commands.next()? {
        if let LoadCommandVariant::LinkeditData(data) = command.variant()?
            && command.cmd() == LC_CODE_SIGNATURE
        {
            let start = data.dataoff.get(endian) as usize;
            return Ok(start..start + data.datasize.get(endian) as usize);
        }
    }
    bail!("is not signed: Apple's processors do not run it")
}

/// The platform in an object's load commands.
fn platform(object: &MachOFile64<'_, Endianness>) -> Result<Target> {
    let endian = object.endian();
    let mut commands = object.macho_load_commands()?;
    while let Some(command) = commands.next()? {
        let (platform, version) = match command.variant()? {
            LoadCommandVariant::BuildVersion(build) => (build.platform.get(endian), build.minos.get(endian)),
            LoadCommandVariant::VersionMin(least) => match least.cmd.get(endian) {
                LC_VERSION_MIN_IPHONEOS => (PLATFORM_IOS, least.version.get(endian)),
                LC_VERSION_MIN_MACOSX => (PLATFORM_MACOS, least.version.get(endian)),
                other => bail!("load command {other:#x} names a platform that is not meant"),
            },
            _ => continue,
        };
        let target = TARGETS.into_iter().find(|target| target.platform == platform);
        let target = target.with_context(|| format!("platform {platform} is not meant"))?;
        // The major version is in the upper half.
        let oldest = version >> 16;
        ensure!(oldest == target.oldest, "asks for {} {oldest}, not {}", target.name, target.oldest);
        return Ok(target);
    }
    bail!("does not say what it is for")
}

/// Every import is on one of the lists; says how many.
fn public_imports<'a>(names: impl Iterator<Item = &'a String>, lists: &[&str]) -> Result<usize> {
    // `_fstat$INODE64`: what stands behind the sign is a variant of the documented function.
    let is_public = |name: &str| {
        lists.iter().flat_map(|list| list.lines()).any(|line| Some(line) == name.split('$').next())
    };
    let (mut count, mut strange) = (0, Vec::new());
    for name in names {
        count += 1;
        if !is_public(name) {
            strange.push(name.as_str());
        }
    }
    ensure!(strange.is_empty(), "imports what is not known to be public: {}", strange.join(" "));
    Ok(count)
}
