//! `android/gradlew` runs the Gradle that is named, and no other: the archive is compared with its checksum.
//!
//! Where this machine has no curl, or nothing that unpacks, what stands in for it knows this test's archive only.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
#[cfg(unix)]
use std::sync::{Mutex, PoisonError};

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

/// What stands in for programs that a machine may lack, behind those that it has.
#[cfg(unix)]
fn path_with_stand_ins(folder: &Path) -> std::ffi::OsString {
    use std::os::unix::fs::PermissionsExt;

    let programs = folder.join("programs");
    fs::create_dir_all(&programs).unwrap();
    // curl --fail --silent --show-error --location --output FILE file://FILE
    let curl = "#!/bin/sh\ncp \"${7#file://}\" \"$6\"\n";
    // unzip -q ARCHIVE -d FOLDER
    let unzip = "#!/bin/sh\nmkdir -p \"$4/gradle-9.9.9/bin\" && cd \"$4/gradle-9.9.9/bin\" &&\n\
                 printf '#!/bin/sh\\necho \"asked for $*\"\\n' > gradle && chmod +x gradle\n";
    for (name, text) in [("curl", curl), ("unzip", unzip)] {
        fs::write(programs.join(name), text).unwrap();
        fs::set_permissions(programs.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut path = std::env::var_os("PATH").unwrap_or_default();
    path.push(":");
    path.push(programs);
    path
}

/// A program that is still open for writing cannot run, and a process that another test starts at that moment has it open,
/// too.
#[cfg(unix)]
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Runs a copy of the script whose properties name that archive and `checksum`.
#[cfg(unix)]
fn gradlew(folder: &Path, checksum: &str) -> Output {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
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
        .env("PATH", path_with_stand_ins(folder))
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

/// The script for Windows does not run here: it names at least the same properties and compares the checksum.
#[test]
fn windows_has_the_same_wrapper() {
    let script = fs::read_to_string(android("gradlew.bat")).unwrap();
    for part in
        ["gradle-wrapper.properties", "distributionUrl", "not \"!found!\"==\"!distributionSha256Sum!\""]
    {
        assert!(script.contains(part), "{part}");
    }
}
