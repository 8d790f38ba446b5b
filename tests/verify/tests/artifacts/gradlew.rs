//! `android/gradlew` starts Gradle's own wrapper, byte for byte, which runs the specified Gradle,
//! and no other.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use sha2::{Digest, Sha256};

/// SHA-256 of the wrapper of Gradle 9.4, which starts 9.5 as well: from the list that Gradle
/// publishes of its wrappers.
const WRAPPER: &str = "55243ef57851f12b070ad14f7f5bb8302daceeebc5bce5ece5fa6edb23e1145c";

fn android(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../android").join(file)
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn is_gradles(wrapper: &[u8]) -> Result<()> {
    let found = checksum(wrapper);
    ensure!(found == WRAPPER, "the wrapper has the checksum {found}, which is none of Gradle's");
    Ok(())
}

/// It runs on every machine that builds the app.
#[test]
fn the_wrapper_is_gradles_own() {
    let mut wrapper = fs::read(android("gradle/wrapper/gradle-wrapper.jar")).unwrap();
    is_gradles(&wrapper).unwrap();
    let middle = wrapper.len() / 2;
    wrapper[middle] ^= 1;
    assert!(is_gradles(&wrapper).is_err(), "a bit of it changed");
}

#[cfg(unix)]
mod run {
    use std::io::Write;
    use std::process::{Command, Output};

    use zip::write::SimpleFileOptions;

    use super::*;

    /// A Gradle whose launcher is empty: the wrapper does not find its main class once it has it.
    fn archive() -> Vec<u8> {
        let empty = zip::ZipWriter::new(std::io::Cursor::new(Vec::new())).finish().unwrap().into_inner();
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().unix_permissions(0o755);
        for folder in ["gradle-9.9.9", "gradle-9.9.9/bin", "gradle-9.9.9/lib"] {
            zip.add_directory(folder, options).unwrap();
        }
        let files = [("bin/gradle", &b"#!/bin/sh\n"[..]), ("lib/gradle-launcher-9.9.9.jar", &empty[..])];
        for (file, content) in files {
            zip.start_file(format!("gradle-9.9.9/{file}"), options).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn has_java() -> bool {
        let found = Command::new("java").arg("-version").output().is_ok_and(|output| output.status.success());
        if !found {
            println!("skipped: Java is missing");
        }
        found
    }

    /// Runs copies of script and wrapper whose properties name that archive and `checksum`. Returns
    /// their output.
    fn gradlew(folder: &Path, checksum: &str) -> String {
        let wrapper = folder.join("gradle/wrapper");
        fs::create_dir_all(&wrapper).unwrap();
        for file in ["gradlew", "gradle/wrapper/gradle-wrapper.jar"] {
            fs::copy(android(file), folder.join(file)).unwrap();
        }
        let zip = folder.join("gradle-9.9.9-bin.zip");
        fs::write(&zip, archive()).unwrap();
        let address = format!("distributionUrl=file\\://{}\n", zip.display());
        let ours = fs::read_to_string(android("gradle/wrapper/gradle-wrapper.properties")).unwrap();
        let properties: String = ours
            .lines()
            .filter(|line| !line.starts_with("distributionUrl") && !line.starts_with("distributionSha256"))
            .map(|line| format!("{line}\n"))
            .chain([address, format!("distributionSha256Sum={checksum}\n")])
            .collect();
        fs::write(wrapper.join("gradle-wrapper.properties"), properties).unwrap();
        // By the shell: a file that was just written may still be open in a process that another
        // test starts.
        let Output { stdout, stderr, .. } = Command::new("sh")
            .arg(folder.join("gradlew"))
            .arg(":app:assembleDebug")
            .env("GRADLE_USER_HOME", folder.join("home"))
            .output()
            .unwrap();
        format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr))
    }

    /// The programs that were unpacked.
    fn unpacked(folder: &Path) -> Vec<PathBuf> {
        let kept = fs::read_dir(folder.join("home/wrapper/dists/gradle-9.9.9-bin"));
        let places = kept.into_iter().flatten().map(|entry| entry.unwrap().path());
        places.map(|place| place.join("gradle-9.9.9/bin/gradle")).filter(|program| program.exists()).collect()
    }

    #[test]
    fn gradle_is_fetched_once() {
        if !has_java() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        for turn in 0..2 {
            let said = gradlew(folder.path(), &checksum(&archive()));
            assert_eq!(said.contains("Downloading"), turn == 0, "{said}");
            assert!(said.contains("org.gradle.launcher.GradleMain"), "{said}");
        }
        assert_eq!(unpacked(folder.path()).len(), 1);
    }

    #[test]
    fn another_archive_is_refused() {
        if !has_java() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let said = gradlew(folder.path(), &"0".repeat(64));
        assert!(said.contains("checksum") || said.contains("Verification"), "{said}");
        assert!(unpacked(folder.path()).is_empty());
    }
}

/// A distribution without a checksum would be whatever an address answers.
#[test]
fn the_distribution_has_a_checksum() {
    let properties = fs::read_to_string(android("gradle/wrapper/gradle-wrapper.properties")).unwrap();
    let checksum = properties.lines().find_map(|line| line.strip_prefix("distributionSha256Sum=")).unwrap();
    assert!(checksum.len() == 64 && checksum.bytes().all(|byte| byte.is_ascii_hexdigit()), "{checksum}");
}

/// The script for Windows does not run here: it starts the same wrapper.
#[test]
fn windows_has_the_same_wrapper() {
    let script = fs::read_to_string(android("gradlew.bat")).unwrap();
    assert!(script.contains(r#"-jar "%~dp0gradle\wrapper\gradle-wrapper.jar""#), "{script}");
}
