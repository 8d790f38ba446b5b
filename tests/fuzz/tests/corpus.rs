//! Every input of the corpus, and a fixed number of changes of them: what must hold, holds, in
//! bounded memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use trueghz_fuzz::{TARGETS, Target};

/// Counts what a thread allocates.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    static ALLOCATED_BYTES: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator as it came; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A thread that is ending no longer has a count, and it is not needed.
        let _ = ALLOCATED_BYTES.try_with(|bytes| bytes.set(bytes.get() + layout.size()));
        // SAFETY: the caller's promises apply to this function as well.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises apply to this function as well.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Maximum total allocation of a check, freed or not, whatever the text: six bytes name all of the
/// 8,192 processors that are accepted, and each is read twice and written and read as JSON, some 5
/// kB each time...
const MOST_BYTES: usize = 128 << 20;

/// ...and for each byte of the text: a window is some 20 bytes in a file, and estimated several
/// times.
const MOST_BYTES_PER_BYTE: usize = 4 << 10;

/// Inputs are cut to this length, the maximum that is read of any system file.
const LONGEST: usize = 64 << 10;

/// Changed inputs for each target, unless `PROPTEST_CASES` says how many.
const CASES: u32 = 128;

/// Words that parsers know, and numbers at their limits.
const WORDS: [&str; 24] = [
    "0",
    "-1",
    "8191",
    "8192",
    "4294967295",
    "18446744073709551615",
    "1e308",
    "-0.0",
    "0x",
    "0-",
    ",",
    ":",
    "\n",
    "processor\t: ",
    "CPU part\t: ",
    "cpu MHz\t: ",
    "== /sys/devices/system/cpu/",
    "null",
    "[]",
    "{}",
    "\"",
    "true",
    "\u{0}",
    "\u{2028}",
];

/// A change of an input. Places are parts of its length.
#[derive(Debug, Clone)]
enum Change {
    Cut(Index),
    Delete(Index, usize),
    Repeat(Index, usize),
    Overwrite(Index, u8),
    Insert(Index, &'static str),
    /// A number becomes another word.
    Number(Index, &'static str),
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<Index>;
    let word = || prop::sample::select(&WORDS[..]);
    prop_oneof![
        1 => place().prop_map(Change::Cut),
        2 => (place(), 1_usize..200).prop_map(|(at, length)| Change::Delete(at, length)),
        2 => (place(), 1_usize..200).prop_map(|(at, length)| Change::Repeat(at, length)),
        2 => (place(), any::<u8>()).prop_map(|(at, byte)| Change::Overwrite(at, byte)),
        3 => (place(), word()).prop_map(|(at, word)| Change::Insert(at, word)),
        6 => (place(), word()).prop_map(|(at, word)| Change::Number(at, word)),
    ]
}

/// Where the number at or behind `at` begins and ends.
fn number_near(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let is_part = |byte: &u8| byte.is_ascii_digit();
    let start = bytes[at..].iter().position(is_part).map_or(bytes.len(), |offset| at + offset);
    let start = bytes[..start].iter().rposition(|byte| !is_part(byte)).map_or(start, |last| last + 1);
    let length = bytes[start..].iter().position(|byte| !is_part(byte));
    start..length.map_or(bytes.len(), |length| start + length)
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let length = bytes.len();
        if length == 0 {
            return;
        }
        match self {
            Change::Cut(at) => bytes.truncate(at.index(length)),
            Change::Delete(at, most) => {
                let at = at.index(length);
                bytes.drain(at..(at + most).min(length));
            }
            Change::Repeat(at, most) => {
                let at = at.index(length);
                let piece = bytes[at..(at + most).min(length)].to_vec();
                bytes.splice(at..at, piece);
            }
            Change::Overwrite(at, byte) => bytes[at.index(length)] = *byte,
            Change::Insert(at, word) => {
                let at = at.index(length);
                bytes.splice(at..at, word.bytes());
            }
            Change::Number(at, word) => {
                let number = number_near(bytes, at.index(length));
                bytes.splice(number, word.bytes());
            }
        }
    }
}

/// The inputs of a target, by name.
fn corpus(target: &Target) -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(target.name);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let input = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.expect("an input").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read(path).expect("an input"))
    };
    let mut inputs: Vec<(String, Vec<u8>)> = entries.map(input).collect();
    inputs.sort();
    inputs
}

/// Checks an input; says what does not hold.
fn check(target: &Target, bytes: &[u8]) -> Result<(), String> {
    let before = ALLOCATED_BYTES.get();
    catch_unwind(AssertUnwindSafe(|| (target.check)(bytes))).map_err(|_| "panicked, see above".to_owned())?;
    let allocated = ALLOCATED_BYTES.get() - before;
    let most = MOST_BYTES + MOST_BYTES_PER_BYTE * bytes.len();
    if allocated > most {
        return Err(format!("allocates {allocated} bytes for a text of {}", bytes.len()));
    }
    Ok(())
}

#[test]
fn every_input_of_the_corpus_holds() {
    for target in TARGETS {
        let inputs = corpus(target);
        assert!(inputs.len() >= 3, "{}: a corpus of {}", target.name, inputs.len());
        for (name, bytes) in inputs {
            assert_eq!(check(target, &bytes), Ok(()), "{}/{name}", target.name);
        }
    }
}

fn changed_inputs_hold(target: &str) {
    let target = Target::named(target).expect("a target");
    let inputs: Vec<Vec<u8>> = corpus(&target).into_iter().map(|(_, bytes)| bytes).collect();
    let strategy = (prop::sample::select(inputs), prop::collection::vec(change(), 0..6));
    let usual = Config::default();
    let cases = std::env::var_os("PROPTEST_CASES").map_or(CASES, |_| usual.cases);
    let config = Config { cases, failure_persistence: None, ..usual };
    // Seeded: a failure can be repeated, and a run of the tests is like the one before.
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(Default::default()),
    );
    let holds = runner.run(&strategy, |(mut bytes, changes)| {
        changes.iter().for_each(|change| change.apply(&mut bytes));
        bytes.truncate(LONGEST);
        let text = || String::from_utf8_lossy(&bytes);
        check(&target, &bytes).map_err(|why| TestCaseError::fail(format!("{why}\n{}", text())))
    });
    holds.unwrap_or_else(|error| panic!("{}: {error}", target.name));
}

macro_rules! changed {
    ($($test:ident $target:literal)+) => {
        $(
            #[test]
            fn $test() {
                changed_inputs_hold($target);
            }
        )+
    };
}

changed! {
    changed_cpulists_hold "cpulist"
    changed_cpuinfos_hold "cpuinfo"
    changed_files_hold "files"
    changed_hosts_hold "recorded-host"
    changed_windows_hold "raw"
    changed_measurements_hold "measurement"
    changed_reports_hold "report"
}

/// Properties of accepted input show nothing if none is accepted.
#[test]
fn what_is_sound_is_taken() {
    let sound = |target: &str, name: &str| {
        let target = Target::named(target).expect("a target");
        let input = corpus(&target).into_iter().find(|(input, _)| input == name).expect("the input");
        String::from_utf8(input.1).expect("UTF-8")
    };
    let raw = trueghz::report::RawMeasurement::from_json(&sound("raw", "thirteen-rounds.json"));
    assert!(raw.is_ok_and(|raw| raw.estimate().cores[0].hz().is_some()));
    let measurement: Result<trueghz::report::Measurement, _> =
        serde_json::from_str(&sound("measurement", "thirteen-rounds.json"));
    assert!(measurement.is_ok_and(|measurement| measurement.cores.len() == 1), "a reading of before");
    for name in ["a-ramp", "a-turbo", "a-load", "a-measurement"] {
        let kept = trueghz_report::store::StoreContents::of(sound("report", name).as_bytes());
        assert_eq!((kept.reports.len(), kept.corrupt, kept.other_versions), (1, 0, 0), "{name}");
    }
    let load = trueghz_loads::sustained::SustainedReport::from_lines(&sound("report", "lines-of-a-load"));
    assert!(load.is_ok_and(|read| read.skipped == 0));
    let host = trueghz::host::RecordedSystem::from_json(&sound("recorded-host", "synthetic-kvm-amd"));
    assert!(host.is_ok_and(|host| !host.files.is_empty()));
}
