//! `android/gradlew` runs the Gradle that is named, and no other: the archive is compared with its checksum.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;

fn android(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../android").join(file)
}

/// A Gradle that says what it is asked for.
fn archive() -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("gradle-9.9.9/bin/gradle", SimpleFileOptions::default().unix_permissions(0o755)).unwrap();
    zip.write_all(b"#!/bin/sh\necho \"asked for $*\"\n").unwrap();
    zip.finish().unwrap().into_inner()
}

/// Runs a copy of the script whose properties name that archive and `checksum`.
fn gradlew(folder: &Path, checksum: &str) -> Output {
    let wrapper = folder.join("gradle/wrapper");
    fs::create_dir_all(&wrapper).unwrap();
    fs::copy(android("gradlew"), folder.join("gradlew")).unwrap();
    let zip = folder.join("gradle-9.9.9-bin.zip");
    fs::write(&zip, archive()).unwrap();
    let properties = format!(
        "distributionPath=wrapper/dists\ndistributionSha256Sum={checksum}\ndistributionUrl=file\\://{}\n",
        zip.display()
    );
    fs::write(wrapper.join("gradle-wrapper.properties"), properties).unwrap();
    Command::new(folder.join("gradlew"))
        .arg(":app:assembleDebug")
        .env("GRADLE_USER_HOME", folder.join("home"))
        .output()
        .unwrap()
}

fn checksum() -> String {
    Sha256::digest(archive()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
#[cfg(unix)]
fn gradle_is_fetched_once_and_run() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let output = gradlew(folder.path(), &checksum());
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("asked for --project-dir") && said.contains(":app:assembleDebug"), "{said}");
    }
    let fetched = fs::read_dir(folder.path().join("home/wrapper/dists/gradle-9.9.9-bin")).unwrap().count();
    assert_eq!(fetched, 1);
}

#[test]
#[cfg(unix)]
fn another_archive_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for other in ["0".repeat(64), String::new()] {
        let output = gradlew(folder.path(), &other);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains("checksum"), "{said}");
    }
    assert!(
        !folder
            .path()
            .join("home/wrapper/dists/gradle-9.9.9-bin")
            .join("0".repeat(64))
            .join("gradle-9.9.9")
            .exists()
    );
}

/// A distribution without a checksum would be whatever an address answers.
#[test]
fn the_wrapper_has_a_checksum() {
    let properties = fs::read_to_string(android("gradle/wrapper/gradle-wrapper.properties")).unwrap();
    let checksum = properties.lines().find_map(|line| line.strip_prefix("distributionSha256Sum=")).unwrap();
    assert!(checksum.len() == 64 && checksum.bytes().all(|byte| byte.is_ascii_hexdigit()), "{checksum}");
}
