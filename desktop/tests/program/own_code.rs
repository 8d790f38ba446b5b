//! The user's own code: code that is measured, and code that ends its process.

use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::json;

use crate::common::{assert_one_sentence, code, is_emulated, run, started, text};

/// `add` of two registers.
#[cfg(target_arch = "x86_64")]
const ADDITION: &str = "4801d8";
#[cfg(target_arch = "aarch64")]
const ADDITION: &str = "0000018b";

/// Code that does not return, each with its name and the message.
#[cfg(all(unix, target_arch = "x86_64"))]
const HOSTILE: [(&str, &str, &str); 24] = [
    ("a jump to itself", "ebfe", "does not end"),
    ("a loop that pauses", "f390ebfc", "does not end"),
    ("ud2", "0f0b", "an instruction that this core lacks"),
    ("hlt", "f4", "only the kernel may run"),
    ("cli", "fa", "only the kernel may run"),
    ("in al, dx", "ec", "only the kernel may run"),
    ("mov cr3, rax", "0f22d8", "only the kernel may run"),
    ("rdmsr", "0f32", "only the kernel may run"),
    ("wbinvd", "0f09", "only the kernel may run"),
    ("lgdt", "0f0110", "only the kernel may run"),
    ("int3", "cc", "breakpoint"),
    ("the trap flag", "9c48810c24000100009d", "breakpoint"),
    ("a read of address zero", "31c0488b00", "memory that it may not"),
    ("a write to address zero", "31c0488900", "memory that it may not"),
    ("a jump to address zero", "31c0ffe0", "memory that it may not"),
    ("a read of no address", "48b80000000000000080488b00", "memory that it may not"),
    ("a division by zero", "31c9f7f1", "divides by zero"),
    (
        "an unmasked exception of floating point",
        "6a000fae142458f20f5ec1f20f51c0f20f58c148ba000000000000084066480f6ecaf20f5ec1",
        "divides by zero",
    ),
    ("pops", "58", "memory that it may not"),
    ("pushes without end", "50", "used up the stack"),
    ("a stack pointer of zero", "31e4", "memory that it may not"),
    ("a written stack", "488dbc2400c0ffffb900000100f3aa", "memory that it may not"),
    ("the end of the process", "b8e700000031ff0f05", "ended its process, with status 0"),
    (
        "a signal to itself",
        "b8270000000f0589c7be06000000b83e0000000f05",
        "used up the stack, or harmed what its process needs",
    ),
];
#[cfg(all(unix, target_arch = "aarch64"))]
const HOSTILE: [(&str, &str, &str); 7] = [
    ("a branch to itself", "00000014", "does not end"),
    ("udf", "00000000", "an instruction that this core lacks"),
    ("msr daifset, #2", "df4203d5", "only the kernel may run"),
    ("brk", "000020d4", "breakpoint"),
    ("a read of address zero", "000080d2000040f9", "memory that it may not"),
    ("a branch to address zero", "000080d200001fd6", "memory that it may not"),
    ("a stack pointer of zero", "1f000091ff030091e0030091", "memory that it may not"),
];

#[test]
#[cfg(unix)]
fn code_that_does_not_come_back_ends_in_a_sentence() {
    // Skipped under an emulator, where the program cannot start itself.
    if is_emulated() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes, said) in HOSTILE {
        let output = crate::common::trueghz()
            .args(["run", "--bytes", bytes, "--repeat", "1", "--duration", "20ms"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(code(&output), 2, "{name}: {output:?}");
        assert_eq!(text(&output.stdout), "", "{name}");
        assert_one_sentence(&output, said);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "something was left behind");
}

/// Runs the child with a request, as the program does.
fn child(step: &str, first: &[u8]) -> Output {
    let bytes = |digits: &str| -> Vec<u8> {
        (0..digits.len() / 2).map(|at| u8::from_str_radix(&digits[2 * at..][..2], 16).unwrap()).collect()
    };
    let request = json!({
        "name": "own", "first": first, "step": bytes(step), "latency": null,
        "duration": { "secs": 0, "nanos": 1_000_000 }, "seed": 1,
    });
    let mut child = started();
    child.arg("own-code").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    child.stdin.take().unwrap().write_all(request.to_string().as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn the_child_says_how_far_it_is() {
    let output = child(ADDITION, &[]);
    let said: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(said[..2], ["\"begun\"", "\"came_back\""], "{output:?}");
    assert!(said[2].starts_with("{\"measured\":"), "{output:?}");
    assert!(output.status.success(), "{output:?}");
    #[cfg(unix)]
    {
        let (name, bytes, _) = HOSTILE[2];
        let output = child(bytes, &[]);
        assert_eq!(text(&output.stdout), "\"begun\"\n", "{name}");
        assert!(!output.status.success(), "{name}");
    }
}

#[test]
fn what_is_no_code_is_refused_by_name() {
    for (words, said) in [
        (&["--bytes", "4g"][..], "pairs of hexadecimal digits"),
        (&["--bytes", ""], "there is no code in it"),
        (&["--bytes", &"90".repeat(257)], "257 bytes"),
        (&["--object", "nothing"], "FILE:SYMBOL"),
        (&["--object", "nothing-there.o:main"], "nothing-there.o"),
    ] {
        let output = run([&["run", "--repeat", "1"], words].concat());
        assert_eq!(code(&output), 2, "{words:?}");
        assert_one_sentence(&output, said);
    }
}

/// Dependent additions take one cycle each, whichever way the code is given.
#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn code_is_measured_in_each_form() {
    let assembles = std::process::Command::new("as").arg("--version").output().is_ok();
    let folder = tempfile::tempdir().unwrap();
    let object = folder.path().join("own.o");
    if assembles {
        let source = folder.path().join("own.s");
        std::fs::write(
            &source,
            ".globl other, chain\nother: ret\nchain: add %rbx, %rax\nadd %rbx, %rax\nret\n",
        )
        .unwrap();
        let made = std::process::Command::new("as").arg("-o").arg(&object).arg(&source).status().unwrap();
        assert!(made.success());
    }
    let object = format!("{}:chain", object.display());
    let mut cases = vec![(vec!["--bytes", ADDITION], 1.0)];
    if assembles {
        cases.push((vec!["--asm", "add rax, rbx; add rax, rbx; add rax, rbx"], 3.0));
        cases.push((vec!["--object", &object], 2.0));
        cases.push((vec!["--asm", "movq rax, xmm0", "--before", "mov rbx, 3"], 1.0));
    }
    for (words, at_most) in cases {
        let output = run([&["run", "--json", "--repeat", "1", "--duration", "50ms"], &words[..]].concat());
        let table = crate::common::json(&output);
        crate::common::assert_described("trueghz-instructions-2.schema.json", &table);
        let row = &table["rows"][0];
        assert_eq!(row["group"], "own", "{table}");
        // On a busy machine the number may be missing, but it must not be wrong. A thread that
        // shares the core takes every other turn in its units: then the reading warns.
        let warnings = table["measurement"]["cores"][0]["warnings"].as_array().unwrap();
        let is_shared = warnings.iter().any(|warning| warning["code"] == "smt_contention");
        if let Some(cycles) = row["cycles"]["value"].as_f64() {
            let at_most = if is_shared { 2.0 * at_most } else { at_most };
            assert!(cycles < at_most + 0.1, "{words:?}: {cycles}, {table}");
            assert!(cycles > 0.1, "{words:?}: {cycles}");
        } else {
            assert!(row["missing"].is_string(), "{table}");
        }
    }
}
