//! An Android app: the archive, its signature, manifest, code and libraries.

use std::ffi::OsString;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use zip::{CompressionMethod, ZipArchive};

use crate::artifact::{android_library, prove_android};
use crate::bundle::{self, Entry};
use crate::dex::Dex;
use crate::manifest::{self, APP};
use crate::platform::{NEWER, Platform};
use crate::{elf, licences};

/// The table of resources is mapped where it lies in the archive, word by word. Libraries are
/// unpacked by the system.
const MAPPED: (&str, u64) = ("resources.arsc", 4);

/// The libraries for each processor: TrueGHz' own, and that by which Java calls it.
const LIBRARIES: [&str; 2] = ["libjnidispatch.so", "libtrueghz_ffi.so"];
const ABIS: [&str; 2] = ["arm64-v8a", "x86_64"];

/// The words of the licences of all parts (tools/app-licences.py).
const LICENCES: &str = "assets/licences.json";

/// Gradle's plugin says here, and nowhere else, which version of it packed the archive.
const OF_THE_PLUGIN: &str = "META-INF/com/android/build/gradle/app-metadata.properties";

/// Name of a debug key (tools/sign-apk.sh).
const DEBUG_KEY: &str = "CN=TrueGHz debug key";

/// Programs and lists that an APK is read back with; the environment says where they are
/// (make/verify.mk).
#[derive(Debug, Clone)]
pub struct Tools {
    /// Android's resource compiler.
    pub aapt2: PathBuf,
    /// Android's signer.
    pub apksigner: PathBuf,
    /// Android's own reader of dex files, with the checks of its run time.
    pub dexdump: PathBuf,
    /// Signatures of the oldest supported Android, in animal-sniffer's format.
    pub signatures: PathBuf,
}

impl Tools {
    /// Reads the tools' paths from the environment.
    ///
    /// # Errors
    /// Names the variable that is missing.
    pub fn from_environment() -> Result<Self> {
        let path = |name: &str| {
            let value = std::env::var_os(name)
                .with_context(|| format!("{name} is not set: use `make verify-apk`"))?;
            Ok::<_, anyhow::Error>(PathBuf::from(value))
        };
        Ok(Self {
            aapt2: path("TRUEGHZ_AAPT2")?,
            apksigner: path("TRUEGHZ_APKSIGNER")?,
            dexdump: path("TRUEGHZ_DEXDUMP")?,
            signatures: path("TRUEGHZ_ANDROID_SIGNATURES")?,
        })
    }
}

/// Runs a program and returns its output; a failure is an error with its standard error.
fn said(program: &Path, arguments: &[OsString]) -> Result<String> {
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let output = Command::new(program).args(arguments).output().with_context(|| name.clone())?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure!(output.status.success(), "{name}: {}", format!("{text}{complaint}").trim());
    Ok(text)
}

/// Proves an APK: a line for each part of it.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove(path: &Path, tools: &Tools) -> Result<Vec<String>> {
    let bytes = std::fs::read(path).context("cannot be read")?;
    let mut lines = vec![prove_archive(&bytes)?];
    let entries = bundle::entries(&bytes)?;
    lines.push(prove_signature(path, tools)?);
    lines.extend(prove_manifest(path, tools)?);
    lines.push(prove_code(&entries, tools)?);
    let book = entries.iter().find(|entry| entry.name == LICENCES).context("holds no licences")?;
    lines.push(licences::prove(&book.bytes).context(LICENCES)?);
    for entry in entries.iter().filter(|entry| entry.name.starts_with("lib/")) {
        let line = prove_library(entry).with_context(|| entry.name.clone())?;
        lines.push(format!("{}: {line}", entry.name));
    }
    Ok(lines)
}

/// The archive holds what it should, and what Android maps lies where it can be mapped.
///
/// # Errors
/// The first file that is not as it should be.
pub fn prove_archive(bytes: &[u8]) -> Result<String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).context("no zip archive")?;
    let mut names = Vec::new();
    for index in 0..archive.len() {
        let file = archive.by_index(index)?;
        let name = file.name().to_owned();
        let (mapped, alignment) = MAPPED;
        if name == mapped {
            ensure!(file.compression() == CompressionMethod::Stored, "{name} is compressed");
            let start = file.data_start();
            ensure!(start % alignment == 0, "{name} lies at {start:#x}, no multiple of {alignment:#x}");
        }
        let is_meant = ["AndroidManifest.xml", "resources.arsc", "classes.dex", LICENCES, OF_THE_PLUGIN]
            .contains(&name.as_str())
            || ["res/", "lib/"].iter().any(|folder| name.starts_with(folder));
        ensure!(is_meant, "holds {name}, which is not meant");
        names.push(name);
    }
    let mut libraries: Vec<_> = names.iter().filter(|name| name.starts_with("lib/")).cloned().collect();
    libraries.sort();
    let meant = ABIS.iter().flat_map(|abi| LIBRARIES.map(|name| format!("lib/{abi}/{name}")));
    let meant: Vec<String> = meant.collect();
    ensure!(libraries == meant, "holds the libraries {libraries:?}, not {meant:?}");
    Ok(format!("{} files, {} libraries", names.len(), libraries.len()))
}

fn prove_signature(path: &Path, tools: &Tools) -> Result<String> {
    let arguments = ["verify", "--verbose", "--print-certs", "--min-sdk-version"].map(OsString::from);
    let oldest = OsString::from(APP.oldest.to_string());
    let text = said(&tools.apksigner, &[&arguments[..], &[oldest, path.into()]].concat())?;
    for scheme in ["v2", "v3"] {
        let start = format!("Verified using {scheme} scheme");
        let line = text.lines().find(|line| line.starts_with(&start)).unwrap_or_default();
        ensure!(line.ends_with(": true"), "is not signed by scheme {scheme}");
    }
    let signers: Vec<&str> =
        text.lines().filter_map(|line| line.split_once("certificate DN: ")).map(|(_, name)| name).collect();
    let [signer] = signers[..] else { anyhow::bail!("is signed by {signers:?}") };
    let warning = if signer == DEBUG_KEY { ", NOT FOR RELEASE" } else { "" };
    Ok(format!("signed by schemes v2 and v3, by {signer}{warning}"))
}

fn prove_manifest(path: &Path, tools: &Tools) -> Result<Vec<String>> {
    let dump = |what: &[&str]| {
        let arguments = ["dump"].iter().chain(what).map(OsString::from).chain([path.into()]);
        said(&tools.aapt2, &arguments.collect::<Vec<_>>())
    };
    Ok(vec![
        manifest::prove_badging(&dump(&["badging"])?, &APP)?,
        manifest::prove_tree(&dump(&["xmltree", "--file", "AndroidManifest.xml"])?, &APP)?,
    ])
}

/// The code is whole by Android's own checks, and asks for nothing that the oldest Android lacks.
fn prove_code(entries: &[Entry], tools: &Tools) -> Result<String> {
    let code = entries.iter().find(|entry| entry.name == "classes.dex").context("holds no code")?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("classes.dex");
    std::fs::write(&file, &code.bytes)?;
    let listed = said(&tools.dexdump, &[file.into()])?;
    let listed = listed.lines().filter(|line| line.trim_start().starts_with("Class descriptor")).count();
    let mut dex = Dex::default();
    dex.read(&code.bytes)?;
    let classes = dex.classes.len();
    ensure!(listed == classes, "dexdump reads {listed} classes, and here are {classes}");
    let platform = Platform::read(&std::fs::read(&tools.signatures).context("no list of signatures")?)?;
    Ok(format!("{classes} classes, {}", platform.prove(&dex, NEWER)?))
}

fn prove_library(entry: &Entry) -> Result<String> {
    let abi = entry.name.split('/').nth(1).unwrap_or_default();
    if entry.name.ends_with("libtrueghz_ffi.so") {
        return prove_android(&entry.bytes, abi);
    }
    elf::prove_loadable(&android_library(&entry.bytes, abi)?)
}
