//! A library that lacks what the Swift calls is refused; one that defines it passes.

use std::fs;

use object::write::{Object, StandardSection, Symbol, SymbolSection};
use object::{Architecture, BinaryFormat, Endianness, SymbolFlags, SymbolKind, SymbolScope};
use trueghz_verify::calls;

const SWIFT: &str =
    "try! rustCall { uniffi_trueghz_ffi_fn_one($0) }\n poll: ffi_trueghz_ffi_two, other_three()";

/// An object that defines the first names and only needs the others.
fn object(defined: &[&str], needed: &[&str]) -> Vec<u8> {
    let mut object = Object::new(BinaryFormat::MachO, Architecture::Aarch64, Endianness::Little);
    let text = object.section_id(StandardSection::Text);
    object.append_section_data(text, &[0; 16], 16);
    let names = defined.iter().map(|name| (name, SymbolSection::Section(text)));
    for (name, section) in names.chain(needed.iter().map(|name| (name, SymbolSection::Undefined))) {
        object.add_symbol(Symbol {
            name: name.as_bytes().to_vec(),
            value: 0,
            size: 0,
            kind: SymbolKind::Text,
            scope: SymbolScope::Linkage,
            weak: false,
            section,
            flags: SymbolFlags::None,
        });
    }
    object.write().expect("an object")
}

/// A static library of one member, in the form of `ar`.
fn archive(member: &[u8]) -> Vec<u8> {
    let length = member.len();
    let header = format!("{:<16}{:<12}{:<6}{:<6}{:<8}{length:<10}`\n", "member.o/", 0, 0, 0, 644);
    [b"!<arch>\n", header.as_bytes(), member].concat()
}

/// The verdict on a framework with one slice.
fn verdict(swift: &str, library: Option<&[u8]>) -> Result<Vec<String>, String> {
    let framework = tempfile::tempdir().unwrap();
    let slice = framework.path().join("ios-arm64");
    fs::create_dir(&slice).unwrap();
    if let Some(library) = library {
        fs::write(slice.join("libtrueghz_ffi.a"), library).unwrap();
    }
    calls::prove(swift, framework.path()).map_err(|error| format!("{error:#}"))
}

#[test]
fn a_library_that_defines_all_passes() {
    let library = archive(&object(&["uniffi_trueghz_ffi_fn_one", "ffi_trueghz_ffi_two"], &[]));
    assert_eq!(
        verdict(SWIFT, Some(&library)).expect("sound"),
        ["ios-arm64 defines all 2 functions that the Swift calls"]
    );
}

#[test]
fn a_library_that_only_needs_a_function_is_refused() {
    let library = archive(&object(&["uniffi_trueghz_ffi_fn_one"], &["ffi_trueghz_ffi_two"]));
    let refusal = verdict(SWIFT, Some(&library)).expect_err("one is missing");
    assert!(refusal.contains("lacks ffi_trueghz_ffi_two"), "{refusal}");
}

#[test]
fn nothing_proves_nothing() {
    assert!(verdict("other_three()", None).expect_err("no calls").contains("calls nothing"));
    assert!(verdict(SWIFT, None).expect_err("no library").contains("holds no library"));
    assert!(verdict(SWIFT, Some(b"nothing")).expect_err("no archive").contains("no static library"));
}
