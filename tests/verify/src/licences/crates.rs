//! The Rust crates of a product: cargo lists those that are compiled into it, and the place of each
//! one's files.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::{CargoOpt, Metadata, MetadataCommand, Package};

use super::{Part, Places, policy};

/// The crates that a package of this workspace is made of, this project's own as one part.
pub fn of_workspace(places: &Places, package: &str, targets: &[&str]) -> Result<Vec<Part>> {
    let own = Own { name: "TrueGHz", whose: "The TrueGHz developers", licence: "MIT OR Apache-2.0" };
    parts(&places.root.join("Cargo.toml"), package, &[], targets, &own)
}

/// The crates that Rust's standard library is made of, its own as one part.
pub fn of_standard_library(places: &Places, targets: &[&str]) -> Result<Vec<Part>> {
    let manifest = places.standard_library.join("Cargo.toml");
    let own = Own {
        name: "Rust standard library",
        whose: "The Rust Project contributors",
        licence: "MIT OR Apache-2.0",
    };
    parts(&manifest, "std", &["--features", "backtrace,panic-unwind"], targets, &own)
}

/// Names of the workspace's own packages.
struct Own {
    name: &'static str,
    whose: &'static str,
    licence: &'static str,
}

fn parts(manifest: &Path, package: &str, options: &[&str], targets: &[&str], own: &Own) -> Result<Vec<Part>> {
    let mut compiled = BTreeSet::new();
    for target in targets {
        compiled.extend(tree(manifest, package, options, target)?);
    }
    let metadata = metadata(manifest)?;
    let mut parts = Vec::new();
    for (name, version) in compiled {
        let package = metadata
            .packages
            .iter()
            .find(|package| *package.name == name && package.version.to_string() == version);
        parts.push(part(package.with_context(|| format!("cargo has no {name} {version}"))?, own)?);
    }
    parts.dedup();
    Ok(parts)
}

/// Cargo; `RUSTC_BOOTSTRAP` lets it accept the manifest of its own release's standard library.
fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.env("RUSTC_BOOTSTRAP", "1");
    cargo
}

/// Names and versions of the crates that are compiled into a package: no tests', no build's, no
/// macros'.
fn tree(
    manifest: &Path,
    package: &str,
    options: &[&str],
    target: &str,
) -> Result<BTreeSet<(String, String)>> {
    let mut cargo = cargo();
    cargo
        .args(["tree", "--locked", "--package", package, "--target", target, "--manifest-path"])
        .arg(manifest);
    cargo.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]).args(options);
    let told = cargo.output().context("cargo does not start")?;
    ensure!(told.status.success(), "cargo tree: {}", String::from_utf8_lossy(&told.stderr));
    let listed = String::from_utf8(told.stdout)?;
    // "name v1.2.3 (where)"
    let crate_of = |line: &str| {
        let mut words = line.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        Some((name.to_owned(), version.to_owned()))
    };
    listed.lines().map(|line| crate_of(line).with_context(|| format!("no crate: {line:?}"))).collect()
}

fn metadata(manifest: &Path) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    command.manifest_path(manifest).other_options(["--locked".to_owned()]).env("RUSTC_BOOTSTRAP", "1");
    // Dependencies of a feature are listed only if the feature is enabled.
    command.features(CargoOpt::AllFeatures);
    Ok(command.exec()?)
}

fn part(package: &Package, own: &Own) -> Result<Part> {
    let licence = package.license.as_deref();
    if package.source.is_none() && licence.is_none_or(|licence| licence == own.licence) {
        return Ok(Part {
            name: own.name.to_owned(),
            version: String::new(),
            licence: own.licence.to_owned(),
            source: String::new(),
            texts: whole(policy::texts(own.licence)?, own.whose),
        });
    }
    let licence = licence.with_context(|| format!("{} states no licence", package.name))?;
    let folder = package.manifest_path.parent().context("a manifest in no folder")?;
    let mut texts = files(folder.as_std_path())?;
    if texts.is_empty() {
        let whose =
            if package.authors.is_empty() { package.name.to_string() } else { package.authors.join(", ") };
        texts = whole(policy::texts(licence)?, &whose);
    }
    Ok(Part {
        name: package.name.to_string(),
        version: package.version.to_string(),
        licence: licence.to_owned(),
        source: package.repository.clone().unwrap_or_default(),
        texts,
    })
}

/// The words of a licence, preceded by the holders of its rights.
fn whole(texts: Vec<String>, whose: &str) -> Vec<String> {
    texts.into_iter().map(|text| format!("{whose}\n\n{text}")).collect()
}

/// File names that crates use for their licences.
const NAMES: [&str; 6] = ["licence", "license", "copying", "copyright", "notice", "unlicense"];

/// The licences in a crate's folder, and notices.
fn files(folder: &Path) -> Result<Vec<String>> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        if entry.file_type()?.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            found.insert(entry.path());
        }
    }
    let read =
        |path: &std::path::PathBuf| std::fs::read_to_string(path).with_context(|| path.display().to_string());
    found.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_found_by_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("LICENSE-MIT", "mit");
        write("COPYING", "copying");
        write("README.md", "readme");
        assert_eq!(files(folder.path()).unwrap(), ["copying", "mit"]);
    }

    #[test]
    fn this_crate_carries_what_cargo_says_and_no_test_tools() {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
        let tree = tree(&manifest, "trueghz", &[], "x86_64-unknown-linux-gnu").unwrap();
        let has = |name: &str| tree.iter().any(|(found, _)| found == name);
        assert!(has("trueghz") && has("serde_json") && has("libc"), "{tree:?}");
        assert!(!has("proptest") && !has("rand") && !has("serde_derive"), "{tree:?}");
    }
}
