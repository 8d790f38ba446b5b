//! A library made by the host's C compiler is sound; each that is spoiled in one respect is refused
//! for it.

use std::path::Path;
use std::process::Command;

use object::read::elf::ElfFile64;
use object::{Architecture, Endianness, Object};
use trueghz_verify::artifact::{prove_android, without_faults};
use trueghz_verify::elf;

/// The exports of every sound library, and one import.
const SOURCE: &str = "
    extern void *malloc(unsigned long);
    void *JNI_OnLoad(void) { return malloc(1); }
    void Java_org_trueghz_NativeStart_attach(void) {}
    void uniffi_trueghz_ffi_fn(void) {}
    void ffi_trueghz_ffi_fn(void) {}
    void *volatile relocated = &relocated;
    __attribute__((visibility(\"hidden\"))) void *const read_only = (void *)&JNI_OnLoad;
";
const SOUND: [&str; 2] = ["-Wl,-z,max-page-size=16384", "-Wl,-z,common-page-size=16384"];

/// Compiles and links a library without the C library.
fn library(folder: &Path, source: &str, options: &[&str]) -> Vec<u8> {
    let (text, output) = (folder.join("library.c"), folder.join("library.so"));
    std::fs::write(&text, source).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-nostdlib", "-fno-builtin", "-fno-stack-protector"]);
    compiler.arg("-fno-asynchronous-unwind-tables").arg(&text).args(options).arg("-o").arg(&output);
    let made = compiler.output().expect("a C compiler, as for every Rust program");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    std::fs::read(output).unwrap()
}

fn verdict(source: &str, options: &[&str]) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let bytes = library(folder.path(), source, options);
    let elf = ElfFile64::<Endianness>::parse(&*bytes).unwrap();
    elf::prove_android(&elf).map_err(|error| format!("{error:#}"))
}

fn assert_refused(source: &str, options: &[&str], why: &str) {
    let refusal = verdict(source, options).expect_err(why);
    assert!(refusal.contains(why), "{refusal:?} instead of {why:?}");
}

/// The source with `relocated` taken off the exports that are not meant.
fn sound() -> String {
    SOURCE.replace("void *volatile relocated", "static void *volatile relocated")
}

#[test]
fn a_sound_library_passes() {
    let proven = verdict(&sound(), &SOUND).expect("sound");
    assert!(proven.contains("1 imports of API 26 or older"), "{proven}");
}

#[test]
fn small_pages_are_refused() {
    assert_refused(&sound(), &["-Wl,-z,max-page-size=4096"], "is aligned to 0x1000 only");
}

#[test]
fn a_path_of_the_machine_is_refused() {
    let options = [&SOUND[..], &["-Wl,-rpath,/somewhere"]].concat();
    assert_refused(&sound(), &options, "path of the machine");
    let options = [&SOUND[..], &["-Wl,--disable-new-dtags,-rpath,/somewhere"]].concat();
    assert_refused(&sound(), &options, "path of the machine");
}

#[test]
fn a_stack_of_code_is_refused() {
    let options = [&SOUND[..], &["-Wl,-z,execstack"]].concat();
    assert_refused(&sound(), &options, "stack may hold code");
}

#[test]
fn exports_that_are_not_meant_are_refused() {
    assert_refused(SOURCE, &SOUND, "exports relocated, which is not meant");
    let described = format!("{} const int UNIFFI_META_record = 1;", sound());
    assert_refused(&described, &SOUND, "exports UNIFFI_META_record, which is not meant");
}

#[test]
fn a_missing_way_in_is_refused() {
    for name in ["JNI_OnLoad", "Java_org_trueghz_NativeStart_attach", "uniffi_trueghz_ffi_fn"] {
        // Hidden, it is there but not exported.
        let hidden = format!("__attribute__((visibility(\"hidden\"))) void {name}_unused(void);");
        let source = format!("{hidden}{}", sound().replace(name, &format!("hidden_{name}")));
        let source = source.replace(&format!("void *hidden_{name}"), &format!("static void *hidden_{name}"));
        let source = source.replace(&format!("void hidden_{name}"), &format!("static void hidden_{name}"));
        assert_refused(&source, &SOUND, "exports no ");
    }
}

#[test]
fn an_import_that_old_androids_lack_is_refused() {
    let calls = |name: &str| sound().replace("malloc", name);
    assert_refused(&calls("_Fork"), &SOUND, "_Fork is there since API 35 only");
    assert_refused(&calls("_dl_find_object"), &SOUND, "_dl_find_object is not Android's");
    let none = sound().replace("malloc(1)", "0");
    assert_refused(&none, &SOUND, "imports nothing");
}

#[test]
fn a_library_that_no_android_has_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::rename(
        {
            library(folder.path(), "void helper(void) {}", &["-Wl,-soname,libhelper.so"]);
            folder.path().join("library.so")
        },
        folder.path().join("libhelper.so"),
    )
    .unwrap();
    let search = format!("-L{}", folder.path().display());
    let options = [&SOUND[..], &["-Wl,--no-as-needed", &search, "-lhelper"]].concat();
    assert_refused(&sound(), &options, "needs libhelper.so");
}

#[test]
fn a_library_of_another_processor_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = library(folder.path(), &sound(), &SOUND);
    let architecture = ElfFile64::<Endianness>::parse(&*bytes).unwrap().architecture();
    let other = if architecture == Architecture::Aarch64 { "x86_64" } else { "arm64-v8a" };
    assert!(format!("{:#}", prove_android(&bytes, other).unwrap_err()).starts_with("is for "));
    let own = if architecture == Architecture::Aarch64 { "arm64-v8a" } else { "x86_64" };
    assert!(format!("{:#}", prove_android(&bytes, own).unwrap_err()).contains("no section of chains"));
}

#[test]
fn a_library_with_the_faults_of_tests_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = library(folder.path(), &sound(), &SOUND);
    without_faults(&bytes).expect("sound");
    let source = format!("{} static const char *volatile mark = \"trueghz-fault-injection\";", sound());
    let faulty = library(folder.path(), &source, &SOUND);
    assert!(without_faults(&faulty).unwrap_err().to_string().contains("the faults of tests"));
}
