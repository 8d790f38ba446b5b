//! The library for Android, used by an app on Android's own C library: tests/bionic.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, ensure};

use crate::bundle;

/// The ABI for which Android's C library is at hand.
const ABI: &str = "arm64-v8a";

/// An import that the library has, and another name of the same length that no library exports.
const IMPORT: &[u8] = b"\0sched_setaffinity\0";
const RENAMED: &[u8] = b"\0sched_setaffinitx\0";
const REFUSAL: &str = "cannot locate symbol \"sched_setaffinitx\"";

/// The app's last line of output (tests/bionic/app/src/checks.rs).
const CHECKED: &str = "checked";

/// The tools that run the library; the environment has their paths (make/bionic.mk).
#[derive(Debug, Clone)]
pub struct Tools {
    /// The emulator of aarch64.
    pub emulator: PathBuf,
    /// The folder that `make setup-bionic` fills.
    pub bionic: PathBuf,
    /// tests/bionic/loader.
    pub loader: PathBuf,
    /// tests/bionic/app.
    pub app: PathBuf,
}

impl Tools {
    /// Reads the tools' paths from the environment.
    ///
    /// # Errors
    /// Names the variable that is missing, or the file.
    pub fn from_environment() -> Result<Self> {
        let path = |name: &str| {
            let path = PathBuf::from(std::env::var_os(name).with_context(|| format!("{name} is not set"))?);
            ensure!(path.exists(), "{} is missing: run `make bionic-app`", path.display());
            Ok(path)
        };
        Ok(Self {
            emulator: path("TRUEGHZ_EMULATOR")?,
            bionic: path("TRUEGHZ_BIONIC")?,
            loader: path("TRUEGHZ_BIONIC_LOADER")?,
            app: path("TRUEGHZ_BIONIC_APP")?,
        })
    }

    /// Has the app check a library.
    fn check(&self, library: &Path, checksums: &Path) -> Result<Output> {
        let mut command = Command::new(&self.emulator);
        command.arg("-L").args([&self.bionic, &self.loader, &self.bionic.join("lib64"), &self.app]);
        command.arg(library).arg("check").arg(checksums);
        // The socket that stands for the log's daemon goes there.
        command.env("TMPDIR", library.parent().unwrap_or(Path::new(".")));
        command.output().with_context(|| self.emulator.display().to_string())
    }
}

/// Proves that an app can use the library in an AAR, and that a library is refused if one of its
/// imports has no definition. The checksums belong to the sources next to the AAR.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove(aar: &Path, tools: &Tools) -> Result<String> {
    let entries = bundle::entries(&std::fs::read(aar)?)?;
    let libraries = bundle::aar_libraries(&entries)?;
    let (_, library) = libraries.iter().find(|(abi, _)| *abi == ABI).context("has no library for arm64")?;
    let sources = format!("{}-sources.jar", aar.file_stem().unwrap_or_default().to_string_lossy());
    let sources = bundle::entries(&std::fs::read(aar.with_file_name(&sources)).context(sources)?)?;
    let checksums: String =
        sources.iter().map(|source| checksums(&String::from_utf8_lossy(&source.bytes))).collect();
    ensure!(!checksums.is_empty(), "the sources compare no checksums");

    let folder = tempfile::tempdir()?;
    let [library_file, checksums_file] =
        ["libtrueghz_ffi.so", "checksums"].map(|name| folder.path().join(name));
    std::fs::write(&checksums_file, checksums)?;
    std::fs::write(&library_file, &library.bytes)?;
    let output = tools.check(&library_file, &checksums_file)?;
    let said = String::from_utf8_lossy(&output.stdout);
    let complaint = || format!("{said}{}", String::from_utf8_lossy(&output.stderr)).trim().to_owned();
    ensure!(output.status.success() && said.lines().last() == Some(CHECKED), "{}", complaint());

    std::fs::write(&library_file, with_import_renamed(&library.bytes)?)?;
    let spoiled = tools.check(&library_file, &checksums_file)?;
    let refusal = String::from_utf8_lossy(&spoiled.stderr);
    ensure!(
        !spoiled.status.success() && refusal.contains(REFUSAL),
        "with an import renamed it is not refused for that: {}",
        refusal.trim()
    );
    let checks = said.lines().filter(|line| line.starts_with("ok ")).count();
    Ok(format!("{ABI} on Android's C library: {checks} checks of an app; refused with an import renamed"))
}

/// The checksums that the Kotlin layer compares: a line with the function's name and the value for
/// each.
fn checksums(kotlin: &str) -> String {
    // "if ((lib.NAME() and 0xFFFF) != VALUE) {"
    let compared = kotlin.lines().filter_map(|line| {
        let (name, rest) = line.trim().strip_prefix("if ((lib.")?.split_once("() and 0xFFFF) != ")?;
        let value: u16 = rest.strip_suffix(") {")?.parse().ok()?;
        name.contains("_checksum_").then(|| format!("{name} {value}\n"))
    });
    compared.collect()
}

/// The library with another name for one of its imports.
fn with_import_renamed(library: &[u8]) -> Result<Vec<u8>> {
    let mut found = library.windows(IMPORT.len()).enumerate().filter(|(_, part)| *part == IMPORT);
    let (place, _) = found.next().context("does not import what is renamed to spoil it")?;
    let mut spoiled = library.to_vec();
    spoiled[place..place + RENAMED.len()].copy_from_slice(RENAMED);
    Ok(spoiled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_read_from_the_kotlin_layer() {
        let kotlin = "
            if (lib.ffi_trueghz_ffi_uniffi_contract_version() != bindingsContractVersion) {
            if ((lib.uniffi_trueghz_ffi_checksum_func_machine() and 0xFFFF) != 41730) {
                throw RuntimeException()
            }
            if ((lib.uniffi_trueghz_ffi_checksum_func_version() and 0xFFFF) != 43741) {";
        let expected = "uniffi_trueghz_ffi_checksum_func_machine 41730\nuniffi_trueghz_ffi_checksum_func_version 43741\n";
        assert_eq!(checksums(kotlin), expected);
        assert_eq!(checksums("fun nothing() {}"), "");
    }

    #[test]
    fn one_import_is_renamed_and_nothing_else() {
        let library = b"\0sched_getaffinity\0sched_setaffinity\0_\0";
        assert_eq!(with_import_renamed(library).unwrap(), b"\0sched_getaffinity\0sched_setaffinitx\0_\0");
        assert!(with_import_renamed(b"\0sched_setaffinity_np\0").is_err());
    }
}
