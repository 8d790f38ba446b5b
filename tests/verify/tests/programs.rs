//! Programs for macOS and Windows, made here with this program's own chains: sound ones pass, each that is spoiled is
//! refused for it.
#![cfg(all(unix, any(target_arch = "aarch64", target_arch = "x86_64")))]

#[path = "programs/macos.rs"]
mod macos;
#[path = "programs/windows.rs"]
mod windows;

use object::{Object as _, ObjectSection};
use trueghz::chain::{Chain, Kind, Length};
use trueghz_verify::artifact::prove;

/// The section of chains of this program, which has them because it asks for one.
fn chains() -> Vec<u8> {
    Chain::new(Kind::Add, Length::Short).expect("chains are written for this processor");
    let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
    let file = object::File::parse(&*program).unwrap();
    let names = ["trueghz_chains", "__trueghz"];
    let section = names.iter().find_map(|name| file.section_by_name(name)).expect("the section");
    section.data().unwrap().to_vec()
}

/// What is proven of these bytes, as a file.
fn verdict(bytes: &[u8]) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trueghz");
    std::fs::write(&file, bytes).unwrap();
    prove(&file).map(|lines| lines.join("\n")).map_err(|error| format!("{error:#}"))
}

fn assert_refused(bytes: &[u8], why: &str) {
    let refusal = verdict(bytes).expect_err(why);
    assert!(refusal.contains(why), "{refusal:?} instead of {why:?}");
}
