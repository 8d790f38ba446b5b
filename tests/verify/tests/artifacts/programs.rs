//! Programs for macOS and Windows, made here with this program's own chains: sound ones pass, each
//! that is spoiled is refused for it.

mod macos;
mod windows;

use trueghz_verify::artifact::prove;

use crate::own_chains::chains;

/// The verdict on these bytes, as a file.
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
