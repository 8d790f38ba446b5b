//! Where the emulator, the kernel and the guest's programs are.
//!
//! The runner lies where `make lab-build` puts it, so the rest is found from there and from the
//! source's folder.

use std::path::{Path, PathBuf};

/// The folder that `make lab-setup` fills.
pub fn tools() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../.tools/lab")
}

/// The device tree compiler that `make lab-setup` fetched: it turns device trees into text and
/// back.
pub fn device_tree_compiler() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../.tools/device-tree/dtc")
}

/// A file that cargo built next to this program.
fn beside(name: &str) -> PathBuf {
    let this = std::env::current_exe().unwrap_or_default();
    this.parent().unwrap_or(Path::new(".")).join(name)
}

/// The emulator's plugin.
pub fn plugin() -> PathBuf {
    beside("libtrueghz_lab_plugin.so")
}

/// The program without an operating system.
pub fn bare() -> PathBuf {
    beside("../guest/aarch64-unknown-none/release/trueghz-lab-bare")
}

/// The first process.
pub fn init() -> PathBuf {
    beside("../guest/cross/aarch64-unknown-linux-musl/release/trueghz-lab-init")
}
