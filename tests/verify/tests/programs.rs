//! Programs for macOS and Windows, made here with this program's own chains: sound ones pass, each that is spoiled is
//! refused for it.
#![cfg(all(unix, any(target_arch = "aarch64", target_arch = "x86_64")))]

#[path = "programs/macos.rs"]
mod macos;
#[path = "common/chains.rs"]
mod own_chains;
#[path = "programs/windows.rs"]
mod windows;

use own_chains::chains;
use trueghz_verify::artifact::prove;

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
