//! The app's real APK, spoiled in one respect after the other, and what finds it: Android's
//! programs, too.

use std::ffi::OsStr;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection};
use trueghz_verify::apk::{Tools, prove};
use trueghz_verify::bundle::{Entry, entries};
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

/// A folder with a key of its own, and the parts of the APK that `make apk` left in dist.
struct Bench {
    folder: tempfile::TempDir,
    tools: Tools,
    files: Vec<Entry>,
}

/// How an APK is signed.
enum Signed {
    /// As it should be.
    Well,
    /// Without the scheme that lets a key be replaced.
    WithoutV3,
    Not,
}

fn run(program: impl AsRef<OsStr>, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output().expect("a program that starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

impl Bench {
    fn new() -> Self {
        let apk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist/TrueGHz-unsigned.apk");
        let files = entries(&std::fs::read(apk).expect("make apk")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let key = folder.path().join("key").display().to_string();
        run(
            "keytool",
            &[
                "-genkeypair",
                "-keystore",
                &key,
                "-storepass",
                "spoiled",
                "-alias",
                "key",
                "-keyalg",
                "EC",
                "-dname",
                "CN=nobody",
            ],
        );
        Self { folder, tools: Tools::from_environment().unwrap(), files }
    }

    /// Packs the files, and signs. Libraries are stored, so that one with a broken byte leaves the
    /// archive whole.
    fn pack(&self, signed: &Signed) -> PathBuf {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for file in &self.files {
            let is_stored = file.name.ends_with(".so") || file.name.ends_with(".arsc");
            let options = if is_stored {
                SimpleFileOptions::default().compression_method(CompressionMethod::Stored).with_alignment(4)
            } else {
                SimpleFileOptions::default()
            };
            writer.start_file(&file.name, options).unwrap();
            writer.write_all(&file.bytes).unwrap();
        }
        let apk = self.folder.path().join("spoiled.apk");
        std::fs::write(&apk, writer.finish().unwrap().into_inner()).unwrap();
        let v3 = match signed {
            Signed::Well => "true",
            Signed::WithoutV3 => "false",
            Signed::Not => return apk,
        };
        let (key, file) = (self.folder.path().join("key").display().to_string(), apk.display().to_string());
        run(
            &self.tools.apksigner,
            &[
                "sign",
                "--ks",
                &key,
                "--ks-pass",
                "pass:spoiled",
                "--min-sdk-version",
                "26",
                "--v1-signing-enabled",
                "false",
                "--v3-signing-enabled",
                v3,
                &file,
            ],
        );
        apk
    }

    fn file(&mut self, name: &str) -> &mut Vec<u8> {
        &mut self.files.iter_mut().find(|file| file.name == name).expect(name).bytes
    }

    fn refusal(&self, apk: &Path) -> String {
        format!("{:#}", prove(apk, &self.tools).expect_err("it is spoiled"))
    }
}

#[test]
#[ignore = "needs the APK and Android's programs: make verify-apk"]
fn the_same_files_signed_anew_are_sound() {
    let bench = Bench::new();
    let lines = prove(&bench.pack(&Signed::Well), &bench.tools).expect("sound");
    assert!(lines[1].ends_with("by CN=nobody"), "{lines:?}");
}

#[test]
#[ignore = "needs the APK and Android's programs: make verify-apk"]
fn a_signature_that_is_missing_or_broken_is_refused() {
    let bench = Bench::new();
    assert!(bench.refusal(&bench.pack(&Signed::Not)).contains("DOES NOT VERIFY"));
    assert!(bench.refusal(&bench.pack(&Signed::WithoutV3)).contains("not signed by scheme v3"));
    let apk = bench.pack(&Signed::Well);
    let mut bytes = std::fs::read(&apk).unwrap();
    // Inside the last library, which is stored: the archive stays whole.
    let place = bytes.len() / 2;
    bytes[place] ^= 1;
    std::fs::write(&apk, bytes).unwrap();
    let why = bench.refusal(&apk);
    assert!(why.contains("DOES NOT VERIFY") || why.contains("checksum"), "{why}");
}

#[test]
#[ignore = "needs the APK and Android's programs: make verify-apk"]
fn a_manifest_that_asks_for_more_is_refused() {
    let mut bench = Bench::new();
    let text =
        "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\" package=\"org.trueghz.app\"
        android:versionCode=\"1\" android:versionName=\"1\"><uses-sdk android:minSdkVersion=\"26\"
        android:targetSdkVersion=\"36\"/><uses-permission android:name=\"android.permission.INTERNET\"/>
        <application/></manifest>";
    let (manifest, linked) =
        (bench.folder.path().join("manifest.xml"), bench.folder.path().join("linked.apk"));
    std::fs::write(&manifest, text).unwrap();
    let android = std::env::var("TRUEGHZ_ANDROID_CLASSES").expect("make verify-apk");
    let paths = [&manifest, &linked].map(|path| path.display().to_string());
    run(&bench.tools.aapt2, &["link", "-I", &android, "--manifest", &paths[0], "-o", &paths[1]]);
    let asking = entries(&std::fs::read(linked).unwrap()).unwrap();
    let asking = asking.into_iter().find(|file| file.name == "AndroidManifest.xml").unwrap();
    *bench.file("AndroidManifest.xml") = asking.bytes;
    let why = bench.refusal(&bench.pack(&Signed::Well));
    assert!(
        why.contains("asks for a permission: uses-permission: name='android.permission.INTERNET'"),
        "{why}"
    );
}

#[test]
#[ignore = "needs the APK and Android's programs: make verify-apk"]
fn code_that_is_broken_or_asks_for_more_is_refused() {
    let mut bench = Bench::new();
    let signatures =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/artifacts/files/three-classes.signature");
    let poor = Tools { signatures, ..bench.tools.clone() };
    let apk = bench.pack(&Signed::Well);
    let why = format!("{:#}", prove(&apk, &poor).expect_err("an Android of three classes"));
    assert!(
        why.contains("asks for what the oldest Android lacks") && why.contains("android/app/Application")
    );
    let code = bench.file("classes.dex");
    let last = code.len() - 1;
    code[last] ^= 1;
    let why = bench.refusal(&bench.pack(&Signed::Well));
    assert!(why.starts_with("dexdump: "), "{why}");
}

#[test]
#[ignore = "needs the APK and Android's programs: make verify-apk"]
fn a_chain_that_is_none_is_refused() {
    for abi in ["arm64-v8a", "x86_64"] {
        let mut bench = Bench::new();
        let library = bench.file(&format!("lib/{abi}/libtrueghz_ffi.so"));
        let elf = ElfFile64::<Endianness>::parse(library.as_slice()).unwrap();
        let (start, length) = elf.section_by_name("trueghz_chains").unwrap().file_range().unwrap();
        // In the middle of the chains: an instruction, or a part of one.
        library[(start + length / 2) as usize] ^= 0x40;
        let why = bench.refusal(&bench.pack(&Signed::Well));
        assert!(why.contains("of the chains"), "{why}");
    }
}
