//! The program on Apple's systems, which cannot pin threads to cores.

#![cfg(target_vendor = "apple")]

mod common;

use common::{SHORT, assert_one_sentence, code, json, run, text};

#[test]
fn a_core_that_is_asked_for_is_refused_and_so_are_all() {
    for cpu in ["0", "all"] {
        let refused = run(["measure", "--cpu", cpu]);
        assert_eq!(code(&refused), 2, "{refused:?}");
        assert_one_sentence(&refused, "this system cannot pin threads to cores; without --cpu");
    }
}

#[test]
fn what_is_not_known_of_the_clocks_has_its_reason() {
    let said = run(["clocks"]);
    let said = text(&said.stdout);
    assert!(said.contains("  CLOCK_REALTIME "), "{said}");
    assert!(said.contains("Unknown: this system does not tell how far off CLOCK_REALTIME may be."), "{said}");
    assert!(said.contains("Synchronised across cores?\n  unknown: this system cannot pin"), "{said}");
    assert!(!said.contains("does not exist") && !said.contains("only one core"), "{said}");
}

/// Tests only that there is one reading for each type, or one for all: under an emulator any
/// verdict is possible.
#[test]
fn each_type_of_core_is_measured() {
    let types = json(&run(["info", "--json"]))["machine"]["clusters"].as_array().map_or(0, Vec::len);
    let measured = json(&run(["measure", "--json"].into_iter().chain(SHORT)));
    let cores = measured["cores"].as_array().expect("readings");
    assert!((1..=types.max(1)).contains(&cores.len()), "{measured}");
    assert!(cores.iter().all(|core| core["cpu"].is_null()), "{measured}");
}
