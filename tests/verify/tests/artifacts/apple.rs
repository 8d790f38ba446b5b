//! Objects as Apple's compilers write them, made here: sound ones pass, each that is spoiled is
//! refused for it. Their chains are this program's own.

use object::macho::{PLATFORM_IOS, PLATFORM_IOSSIMULATOR, PLATFORM_MACOS, PLATFORM_TVOS};
use object::write::{MachOBuildVersion, Object, Symbol, SymbolSection};
use object::{Architecture, BinaryFormat, Endianness, SectionKind, SymbolFlags, SymbolKind, SymbolScope};
use trueghz::chain::{BodyLength, Chain, ChainKind};
use trueghz_verify::macho;

use crate::own_chains::chains;

const ARCHITECTURE: Architecture =
    if cfg!(target_arch = "aarch64") { Architecture::Aarch64 } else { Architecture::X86_64 };

/// Where in the section each chain's body begins: on the first cache line after its entry
/// (core/src/chain/frame.rs).
fn bodies() -> Vec<usize> {
    const CACHE_LINE: usize = 64;
    let all = ChainKind::ALL
        .iter()
        .flat_map(|&kind| BodyLength::ALL.map(|length| Chain::new(kind, length).unwrap()));
    let entries: Vec<usize> = all.map(|chain| chain.code() as usize).collect();
    // The section is on a cache line itself, and so is the first chain in it: behind the loads, or
    // before them.
    let first = *entries.iter().min().unwrap();
    // SAFETY: code of this program, of which a chain's is longer than this.
    let code = unsafe { std::slice::from_raw_parts(first as *const u8, CACHE_LINE) };
    let before = chains().windows(CACHE_LINE).position(|part| part == code).unwrap();
    let section = first - before;
    entries.iter().map(|entry| (entry + 1).next_multiple_of(CACHE_LINE) - section).collect()
}

/// The contents of an object, sound unless it is spoiled.
struct Recipe {
    architecture: Architecture,
    platform: u32,
    oldest: u32,
    imports: Vec<&'static str>,
    exports: Vec<&'static str>,
    chains: Option<Vec<u8>>,
}

impl Recipe {
    fn sound() -> Self {
        Self {
            architecture: ARCHITECTURE,
            platform: PLATFORM_IOSSIMULATOR,
            oldest: 17,
            imports: vec!["malloc"],
            exports: vec!["uniffi_trueghz_ffi_fn", "ffi_trueghz_ffi_fn"],
            chains: Some(chains()),
        }
    }

    fn object(&self) -> Vec<u8> {
        let mut object = Object::new(BinaryFormat::MachO, self.architecture, Endianness::Little);
        let mut version = MachOBuildVersion::default();
        version.platform = self.platform;
        version.minos = self.oldest << 16;
        object.set_macho_build_version(version);
        let text = object.section_id(object::write::StandardSection::Text);
        object.append_section_data(text, &[0; 16], 16);
        let mut add = |name: &str, section| {
            object.add_symbol(Symbol {
                name: name.into(),
                value: 0,
                size: 0,
                kind: SymbolKind::Text,
                scope: SymbolScope::Linkage,
                weak: false,
                section,
                flags: SymbolFlags::None,
            });
        };
        self.exports.iter().for_each(|name| add(name, SymbolSection::Section(text)));
        self.imports.iter().for_each(|name| add(name, SymbolSection::Undefined));
        if let Some(code) = &self.chains {
            let section = object.add_section(b"__TEXT".to_vec(), b"__trueghz".to_vec(), SectionKind::Text);
            object.append_section_data(section, code, 64);
        }
        object.write().expect("an object")
    }
}

/// A static library of these members, in the form of `ar`.
fn archive(members: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    for (number, member) in members.iter().enumerate() {
        let name = format!("member{number}.o/");
        let length = member.len();
        let header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{length:<10}`\n", 0, 0, 0, 644);
        bytes.extend(header.into_bytes());
        bytes.extend(member);
        if length % 2 == 1 {
            bytes.push(b'\n');
        }
    }
    bytes
}

fn verdict(recipes: &[Recipe]) -> Result<Vec<macho::Slice>, String> {
    let members: Vec<Vec<u8>> = recipes.iter().map(Recipe::object).collect();
    macho::prove_library(&archive(&members)).map_err(|error| format!("{error:#}"))
}

fn assert_refused(recipe: Recipe, why: &str) {
    let refusal = verdict(&[recipe]).expect_err(why);
    assert!(refusal.contains(why), "{refusal:?} instead of {why:?}");
}

#[test]
fn a_sound_library_passes() {
    let slices = verdict(&[Recipe::sound()]).expect("sound");
    assert_eq!((slices[0].architecture, slices[0].target.name), (ARCHITECTURE, "iOS simulator"));
    assert!(slices[0].proven.contains("1 public imports"), "{}", slices[0].proven);
    let object =
        object::read::macho::MachOFile64::<Endianness>::parse(&*Recipe::sound().object()).map(|_| ());
    assert!(object.is_ok());
}

#[test]
fn another_platform_or_version_is_refused() {
    assert_refused(Recipe { platform: PLATFORM_TVOS, ..Recipe::sound() }, "is not meant");
    assert_refused(Recipe { oldest: 16, ..Recipe::sound() }, "asks for iOS simulator 16, not 17");
    assert_refused(Recipe { oldest: 18, ..Recipe::sound() }, "asks for iOS simulator 18, not 17");
    let other = Recipe { platform: PLATFORM_IOS, chains: None, ..Recipe::sound() };
    let refusal = verdict(&[Recipe::sound(), other]).expect_err("two platforms");
    assert!(refusal.contains("is for iOS, others are not"), "{refusal}");
}

#[test]
fn a_library_that_starts_programs_is_refused() {
    let recipe = Recipe { imports: vec!["malloc", "posix_spawnp"], ..Recipe::sound() };
    let refused = verdict(&[recipe]).expect_err("a phone's library starts nothing");
    assert!(refused.contains("_posix_spawnp"), "{refused}");
}

#[test]
fn a_private_import_is_refused() {
    let recipe =
        Recipe { imports: vec!["malloc", "responsibility_spawnattrs_setdisclaim"], ..Recipe::sound() };
    assert_refused(recipe, "not known to be public: _responsibility_spawnattrs_setdisclaim");
}

#[test]
fn what_the_sdk_of_ios_lacks_is_for_a_mac_only() {
    let recipe = |platform, oldest| Recipe {
        platform,
        oldest,
        imports: vec!["malloc", "proc_pid_rusage"],
        ..Recipe::sound()
    };
    verdict(&[recipe(PLATFORM_MACOS, 14)]).expect("libproc.h is of the SDK of macOS");
    for platform in [PLATFORM_IOS, PLATFORM_IOSSIMULATOR] {
        assert_refused(recipe(platform, 17), "not known to be public: _proc_pid_rusage");
    }
}

#[test]
fn missing_exports_are_refused() {
    assert_refused(Recipe { exports: vec!["uniffi_trueghz_ffi_fn"], ..Recipe::sound() }, "exports no _ffi_");
    assert_refused(Recipe { exports: vec!["ffi_trueghz_ffi_fn"], ..Recipe::sound() }, "exports no _uniffi_");
}

#[test]
fn missing_doubled_or_changed_chains_are_refused() {
    assert_refused(Recipe { chains: None, ..Recipe::sound() }, "no member holds chains");
    let refusal = verdict(&[Recipe::sound(), Recipe::sound()]).expect_err("twice");
    assert!(refusal.contains("two members hold chains"), "{refusal}");
    let sound = chains();
    let half = sound[..sound.len() / 2].to_vec();
    assert!(verdict(&[Recipe { chains: Some(half), ..Recipe::sound() }]).is_err());
    // One bit of each body's first step. Its second byte is the opcode on x86 and says what is read
    // on AArch64; the first may name another register, with which a tight loop is one, too.
    for body in bodies() {
        let at = body + 1;
        let mut changed = sound.clone();
        changed[at] ^= 1;
        assert!(verdict(&[Recipe { chains: Some(changed), ..Recipe::sound() }]).is_err(), "at {at}");
    }
}

#[test]
fn two_architectures_in_one_archive_are_refused() {
    let other = match ARCHITECTURE {
        Architecture::Aarch64 => Architecture::X86_64,
        _ => Architecture::Aarch64,
    };
    let other = Recipe { architecture: other, chains: None, ..Recipe::sound() };
    let refusal = verdict(&[Recipe::sound(), other]).expect_err("two architectures");
    assert!(refusal.contains("several architectures"), "{refusal}");
}

#[test]
fn what_is_no_library_is_refused() {
    assert!(macho::prove_library(b"nothing at all").is_err());
    assert!(macho::prove_library(&archive(&[])).is_err());
}
