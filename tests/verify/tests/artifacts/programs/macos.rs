//! A program for macOS, byte by byte: header, load commands, chains, symbols, signature.

use object::macho::{PLATFORM_IOS, PLATFORM_MACOS};
use sha2::{Digest, Sha256};

use super::{assert_refused, chains, verdict};

const PAGE: usize = 0x1000;
/// Where the chains are: after the load commands, on a page of their own.
const CHAINS: usize = PAGE;

struct Recipe {
    platform: u32,
    file_type: u32,
    library: &'static str,
    import: &'static str,
    signed: bool,
}

impl Recipe {
    fn sound() -> Self {
        Self {
            platform: PLATFORM_MACOS,
            file_type: 2,
            library: "/usr/lib/libSystem.B.dylib",
            import: "_malloc",
            signed: true,
        }
    }

    fn program(&self) -> Vec<u8> {
        let chains = chains();
        let symbols = CHAINS + chains.len().next_multiple_of(16);
        let names = format!("\0{}\0", self.import);
        let end = (symbols + 16 + names.len()).next_multiple_of(16);
        let pages = end.div_ceil(PAGE);
        let signature_bytes = 20 + 44 + 32 * pages;
        let commands = self.commands(chains.len(), symbols, names.len(), end, signature_bytes);
        let (cpu, subtype) = if cfg!(target_arch = "aarch64") { (0x0100_000c, 0) } else { (0x0100_0007, 3) };
        let count = 4 + u32::from(self.signed);
        let header = [0xfeed_facf, cpu, subtype, self.file_type, count, commands.len() as u32, 0, 0];
        let mut file = words(&header);
        file.extend(commands);
        file.resize(CHAINS, 0);
        file.extend(chains);
        file.resize(symbols, 0);
        // The import: name 1, undefined and external, of the first library.
        file.extend(words(&[1, 0x0100_0001, 0, 0]));
        file.extend(names.as_bytes());
        file.resize(end, 0);
        if self.signed {
            let signature = signature(&file, pages, signature_bytes);
            file.extend(signature);
        }
        file
    }

    fn commands(&self, chains: usize, symbols: usize, names: usize, end: usize, signature: usize) -> Vec<u8> {
        let (chains_at, chains) = (CHAINS as u64, chains as u64);
        // LC_SEGMENT_64 with one section, readable and executable.
        let mut commands = words(&[0x19, 72 + 80]);
        commands.extend(name("__TEXT"));
        commands.extend([0, end as u64, 0, end as u64].map(u64::to_le_bytes).concat());
        commands.extend(words(&[5, 5, 1, 0]));
        commands.extend(name("__trueghz"));
        commands.extend(name("__TEXT"));
        commands.extend([chains_at, chains].map(u64::to_le_bytes).concat());
        commands.extend(words(&[CHAINS as u32, 6, 0, 0, 0x8000_0400, 0, 0, 0]));
        // LC_BUILD_VERSION: 14.0.
        commands.extend(words(&[0x32, 24, self.platform, 14 << 16, 14 << 16, 0]));
        // LC_LOAD_DYLIB.
        let length = (24 + self.library.len() + 1).next_multiple_of(8);
        let mut library = words(&[0xc, length as u32, 24, 0, 0, 0]);
        library.extend(self.library.as_bytes());
        library.resize(length, 0);
        commands.extend(library);
        // LC_SYMTAB: one symbol.
        commands.extend(words(&[2, 24, symbols as u32, 1, symbols as u32 + 16, names as u32]));
        if self.signed {
            // LC_CODE_SIGNATURE.
            commands.extend(words(&[0x1d, 16, end as u32, signature as u32]));
        }
        commands
    }
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A name in 16 bytes.
fn name(name: &str) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    bytes
}

/// A list of one part, which holds the hash of each page.
fn signature(file: &[u8], pages: usize, length: usize) -> Vec<u8> {
    let directory = length as u32 - 20;
    let list = [0xfade_0cc0, length as u32, 1, 0, 20];
    let hashes = [0xfade_0c02, directory, 0x2_0400, 2, 44, 44, 0, pages as u32, file.len() as u32];
    let mut bytes: Vec<u8> = list.iter().chain(&hashes).flat_map(|word: &u32| word.to_be_bytes()).collect();
    // 32 bytes a hash, SHA-256, pages of 2^12 bytes; no more of the older versions.
    bytes.extend([32, 2, 0, 12, 0, 0, 0, 0]);
    bytes.extend(file.chunks(PAGE).flat_map(|page| Sha256::digest(page).to_vec()));
    bytes
}

#[test]
fn a_sound_program_passes() {
    let proven = verdict(&Recipe::sound().program()).expect("sound");
    for part in ["macOS 14 and later", "1 public imports", "signed ad hoc", "loads as described"] {
        assert!(proven.contains(part), "{proven}");
    }
}

#[test]
fn a_program_for_another_system_is_refused() {
    let recipe = Recipe { platform: PLATFORM_IOS, ..Recipe::sound() };
    assert_refused(&recipe.program(), "asks for iOS 14");
    assert_refused(&Recipe { file_type: 6, ..Recipe::sound() }.program(), "is no program");
}

#[test]
fn a_program_may_start_others() {
    let recipe = Recipe { import: "_posix_spawnp", ..Recipe::sound() };
    verdict(&recipe.program()).expect("`trueghz compare` does");
}

#[test]
fn private_imports_and_other_libraries_are_refused() {
    let recipe = Recipe { import: "_responsibility_spawnattrs_setdisclaim", ..Recipe::sound() };
    assert_refused(&recipe.program(), "not known to be public");
    let library = "/usr/local/lib/libhelper.dylib";
    assert_refused(&Recipe { library, ..Recipe::sound() }.program(), "needs /usr/local/lib/libhelper.dylib");
}

#[test]
fn a_signature_that_is_missing_or_of_something_else_is_refused() {
    assert_refused(&Recipe { signed: false, ..Recipe::sound() }.program(), "is not signed");
    let sound = Recipe::sound().program();
    let mut changed = sound.clone();
    // Between the load commands and the chains: nothing but the hash sees it.
    changed[CHAINS - 1] = 1;
    assert_refused(&changed, "page 0 is not what was signed");
    assert_refused(&sound[..sound.len() - 1], "outside the file");
}

#[test]
fn changed_chains_are_refused() {
    let mut changed = Recipe::sound().program();
    changed[CHAINS] ^= 0xff;
    assert!(verdict(&changed).is_err());
}
