//! The archives around the libraries: XCFramework and AAR.

use std::collections::BTreeSet;
use std::io::{Cursor, Read};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use object::Architecture;
use plist::{Dictionary, Value};

use crate::artifact::without_faults;
use crate::macho::{self, Target};

/// A slice of an XCFramework as its list names it.
struct Listed {
    identifier: String,
    library: String,
    headers: String,
    platform: String,
    variant: Option<String>,
    architectures: BTreeSet<String>,
}

impl Listed {
    fn read(entry: &Dictionary) -> Result<Self> {
        let text = |key: &str| entry.get(key).and_then(Value::as_string).map(str::to_owned);
        let needed = |key: &str| text(key).with_context(|| format!("Info.plist: no {key}"));
        let architectures = entry.get("SupportedArchitectures").and_then(Value::as_array);
        Ok(Self {
            identifier: needed("LibraryIdentifier")?,
            library: needed("LibraryPath")?,
            headers: needed("HeadersPath")?,
            platform: needed("SupportedPlatform")?,
            variant: text("SupportedPlatformVariant"),
            architectures: architectures
                .context("Info.plist: no SupportedArchitectures")?
                .iter()
                .filter_map(|name| name.as_string().map(str::to_owned))
                .collect(),
        })
    }

    /// Returns `true` if the list describes the slice as its objects do.
    fn names(&self, target: Target) -> bool {
        let (platform, variant) = match target.name {
            "iOS" => ("ios", None),
            "iOS simulator" => ("ios", Some("simulator")),
            _ => ("macos", None),
        };
        self.platform == platform && self.variant.as_deref() == variant
    }
}

/// The slices that are shipped, and their architectures.
const SLICES: [(&str, &[&str]); 3] = [
    ("ios-arm64", &["arm64"]),
    ("ios-arm64_x86_64-simulator", &["arm64", "x86_64"]),
    ("macos-arm64_x86_64", &["arm64", "x86_64"]),
];

/// Proves an XCFramework: a line for each architecture of each slice.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove_xcframework(folder: &Path) -> Result<Vec<String>> {
    let list = Value::from_file(folder.join("Info.plist")).context("Info.plist")?;
    let list = list.as_dictionary().context("Info.plist holds no dictionary")?;
    let kind = list.get("CFBundlePackageType").and_then(Value::as_string);
    ensure!(kind == Some("XFWK"), "Info.plist is not that of an XCFramework");
    let entries =
        list.get("AvailableLibraries").and_then(Value::as_array).context("no AvailableLibraries")?;
    let read = |entry: &Value| Listed::read(entry.as_dictionary().context("a library is no dictionary")?);
    let listed: Vec<Listed> = entries.iter().map(read).collect::<Result<_>>()?;
    let found: BTreeSet<&str> = listed.iter().map(|listed| listed.identifier.as_str()).collect();
    let meant: BTreeSet<&str> = SLICES.iter().map(|(name, _)| *name).collect();
    ensure!(found == meant, "has the slices {found:?}, not {meant:?}");
    let mut lines = Vec::new();
    for listed in &listed {
        lines.extend(slice(folder, listed).with_context(|| listed.identifier.clone())?);
    }
    Ok(lines)
}

fn slice(folder: &Path, listed: &Listed) -> Result<Vec<String>> {
    let root = folder.join(&listed.identifier);
    let library = std::fs::read(root.join(&listed.library)).with_context(|| listed.library.clone())?;
    let meant = SLICES.iter().find(|(name, _)| *name == listed.identifier).map(|(_, names)| *names);
    let meant: BTreeSet<String> = meant.unwrap_or_default().iter().map(|name| (*name).to_owned()).collect();
    ensure!(listed.architectures == meant, "is listed for {:?}, not {meant:?}", listed.architectures);
    without_faults(&library)?;
    let slices = macho::prove_library(&library)?;
    let found: BTreeSet<String> =
        slices.iter().map(|slice| apple_name(slice.architecture).to_owned()).collect();
    ensure!(found == meant, "holds {found:?}, not {meant:?}");
    for slice in &slices {
        ensure!(listed.names(slice.target), "holds objects for {}", slice.target.name);
    }
    module_maps(&root.join(&listed.headers))?;
    let line = |slice: &macho::Slice| {
        let (architecture, target) = (apple_name(slice.architecture), slice.target);
        format!("{architecture}: {} {} and later, {}", target.name, target.oldest, slice.proven)
    };
    Ok(slices.iter().map(line).collect())
}

fn apple_name(architecture: Architecture) -> &'static str {
    match architecture {
        Architecture::Aarch64 => "arm64",
        Architecture::X86_64 => "x86_64",
        _ => "unknown",
    }
}

/// Each module in a folder of its own: two packages with a `module.modulemap` side by side would
/// clash.
fn module_maps(headers: &Path) -> Result<()> {
    ensure!(!headers.join("module.modulemap").exists(), "a module map lies outside its module's folder");
    let mut maps = 0;
    for entry in std::fs::read_dir(headers).context("no headers")? {
        let folder = entry?.path();
        let map = std::fs::read_to_string(folder.join("module.modulemap"))
            .with_context(|| format!("{}: no module map", folder.display()))?;
        let header = map.split('"').nth(1).context("the module map names no header")?;
        ensure!(folder.join(header).is_file(), "the header {header} is missing");
        ensure!(!map.contains("framework module"), "a static library is no framework");
        maps += 1;
    }
    ensure!(maps > 0, "no module");
    Ok(())
}

/// Files that an AAR must hold in addition to its libraries.
const AAR: [&str; 4] = ["AndroidManifest.xml", "classes.jar", "proguard.txt", "R.txt"];

/// A file of an archive.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its path in the archive.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// All files of a zip archive, without its folders.
///
/// # Errors
/// If it is none.
pub fn entries(bytes: &[u8]) -> Result<Vec<Entry>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).context("no zip archive")?;
    let mut files = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index)?;
        if file.is_dir() {
            continue;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        files.push(Entry { name: file.name().to_owned(), bytes });
    }
    Ok(files)
}

/// The Android libraries in an AAR, by the name of their ABI.
///
/// # Errors
/// If something is missing that an AAR must hold.
pub fn aar_libraries(entries: &[Entry]) -> Result<Vec<(&str, &Entry)>> {
    for name in AAR {
        ensure!(entries.iter().any(|entry| entry.name == name), "holds no {name}");
    }
    let abi = |entry: &'_ Entry| entry.name.strip_prefix("jni/")?.split('/').next().map(str::to_owned);
    let mut found = Vec::new();
    for meant in ["arm64-v8a", "x86_64"] {
        let library = entries.iter().find(|entry| abi(entry).as_deref() == Some(meant));
        found.push((meant, library.with_context(|| format!("holds no library for {meant}"))?));
    }
    let libraries = entries.iter().filter(|entry| entry.name.starts_with("jni/"));
    ensure!(libraries.count() == found.len(), "holds libraries that are not meant");
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    fn refusal<T: std::fmt::Debug>(result: Result<T>) -> String {
        format!("{:#}", result.expect_err("it is spoiled"))
    }

    #[test]
    fn a_module_map_beside_others_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (headers, module) = (folder.path(), folder.path().join("trueghzFFI"));
        fs::create_dir(&module).unwrap();
        assert!(refusal(module_maps(headers)).contains("no module map"));
        fs::write(module.join("module.modulemap"), "module trueghzFFI { header \"trueghzFFI.h\" }").unwrap();
        assert!(refusal(module_maps(headers)).contains("trueghzFFI.h is missing"));
        fs::write(module.join("trueghzFFI.h"), "").unwrap();
        module_maps(headers).expect("sound");
        let framework = "framework module trueghzFFI { header \"trueghzFFI.h\" }";
        fs::write(module.join("module.modulemap"), framework).unwrap();
        assert!(refusal(module_maps(headers)).contains("no framework"));
        fs::write(headers.join("module.modulemap"), "").unwrap();
        assert!(refusal(module_maps(headers)).contains("outside its module's folder"));
    }

    #[test]
    fn an_xcframework_without_its_slices_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(refusal(prove_xcframework(folder.path())).contains("Info.plist"));
        let list = |kind: &str, libraries: &str| {
            let text = format!(
                "<plist version=\"1.0\"><dict><key>CFBundlePackageType</key><string>{kind}</string>\
                 <key>AvailableLibraries</key><array>{libraries}</array></dict></plist>"
            );
            fs::write(folder.path().join("Info.plist"), text).unwrap();
            refusal(prove_xcframework(folder.path()))
        };
        assert!(list("APPL", "").contains("not that of an XCFramework"));
        assert!(list("XFWK", "").contains("has the slices {}"));
        let entry = "<dict><key>LibraryIdentifier</key><string>ios-arm64</string></dict>";
        assert!(list("XFWK", entry).contains("no LibraryPath"));
    }

    fn zipped(names: &[&str]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(name.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn an_aar_that_lacks_or_adds_something_is_refused() {
        let sound = [
            "AndroidManifest.xml",
            "classes.jar",
            "proguard.txt",
            "R.txt",
            "jni/arm64-v8a/l.so",
            "jni/x86_64/l.so",
        ];
        let all = entries(&zipped(&sound)).unwrap();
        assert_eq!(aar_libraries(&all).unwrap()[1].1.bytes, b"jni/x86_64/l.so");
        for missing in sound {
            let names: Vec<&str> = sound.into_iter().filter(|name| *name != missing).collect();
            let some = entries(&zipped(&names)).unwrap();
            assert!(refusal(aar_libraries(&some)).starts_with("holds no "), "{missing}");
        }
        let more = entries(&zipped(&[&sound[..], &["jni/x86/l.so"]].concat())).unwrap();
        assert!(refusal(aar_libraries(&more)).contains("not meant"));
        assert!(refusal(entries(b"nothing")).contains("no zip archive"));
    }
}
