//! The store of reports: a damaged line does not affect the others.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use proptest::prelude::*;
use trueghz::NoObserver;
use trueghz::report::{Measurement, RawMeasurement};
use trueghz::simulate::{CoreModel, Disturbances, Machine, Profile, Timer};
use trueghz_loads::ramp::{RampOptions, ramp_at};
use trueghz_report::Report;
use trueghz_report::store::{Lock, STORE_SCHEMA, Store, StoreContents, StoredReport};

#[path = "../../tests/pure/environment.rs"]
mod environment;

use environment::SimulatedEnvironment;

fn measurement() -> Measurement {
    static ESTIMATED: OnceLock<Measurement> = OnceLock::new();
    ESTIMATED.get_or_init(estimated).clone()
}

fn estimated() -> Measurement {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/raw-two-cores-100ms.json");
    RawMeasurement::from_json(&fs::read_to_string(path).unwrap()).unwrap().estimate()
}

/// Reports that were kept a second after each other.
fn kept(count: u64) -> Vec<StoredReport> {
    let measurement = measurement();
    let one = |place: u64| StoredReport {
        schema: STORE_SCHEMA.to_owned(),
        at_unix_ms: 1_790_000_000_000 + 1_000 * place,
        note: (place % 2 == 1).then(|| format!("reading {place} of several")),
        report: Report::Measurement(Box::new(measurement.clone())),
    };
    (0..count).map(one).collect()
}

fn store(folder: &Path, reports: &[StoredReport]) -> Store {
    let store = Store::at(folder.join("kept.jsonl"));
    for report in reports {
        let lock = store.append(report).unwrap();
        // The standard library locks no files on Android, and reports that.
        assert_eq!(matches!(lock, Lock::Absent { .. }), cfg!(target_os = "android"), "{lock:?}");
    }
    store
}

#[test]
fn what_is_kept_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let empty = Store::at(folder.path().join("none.jsonl"));
    assert_eq!(empty.read().unwrap(), StoreContents::default());
    assert!(!empty.remove(&kept(1)[0]).unwrap());
    empty.clear().unwrap();
    let reports = kept(3);
    let store = store(folder.path(), &reports);
    assert_eq!(store.read().unwrap(), StoreContents { reports, corrupt: 0, other_versions: 0 });
    store.clear().unwrap();
    assert!(!store.path().exists());
}

#[test]
fn what_is_removed_is_gone_from_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let reports = kept(3);
    let store = store(folder.path(), &reports);
    assert!(store.remove(&reports[1]).unwrap());
    assert!(!store.remove(&reports[1]).unwrap());
    assert_eq!(store.read().unwrap().reports, [reports[0].clone(), reports[2].clone()]);
    assert!(!fs::read_to_string(store.path()).unwrap().contains("reading 1"));
    store.append(&reports[1]).unwrap();
    assert_eq!(store.read().unwrap().reports.len(), 3);
}

#[test]
fn of_two_reports_of_one_moment_the_named_one_goes() {
    let folder = tempfile::tempdir().unwrap();
    let mut reports = kept(3);
    reports[2].at_unix_ms = reports[1].at_unix_ms;
    let store = store(folder.path(), &reports);
    assert!(store.remove(&reports[2]).unwrap());
    assert_eq!(store.read().unwrap().reports, reports[..2]);
    // Equal ones, as after a copy of a file was added to it: one goes.
    store.append(&reports[0]).unwrap();
    assert!(store.remove(&reports[0]).unwrap());
    assert_eq!(store.read().unwrap().reports.len(), 2);
}

#[test]
fn a_store_from_which_all_was_removed_holds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let reports = kept(2);
    let store = store(folder.path(), &reports);
    reports.iter().for_each(|report| assert!(store.remove(report).unwrap()));
    assert_eq!(fs::metadata(store.path()).unwrap().len(), 0);
}

#[test]
fn only_a_store_is_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let thesis = Store::at(folder.path().join("thesis.txt"));
    for text in ["my thesis\n", "{\"schema\":\"trueghz-raw/2\"}\n"] {
        fs::write(thesis.path(), text).unwrap();
        assert_eq!(thesis.clear().unwrap_err().kind(), std::io::ErrorKind::InvalidData);
        assert_eq!(fs::read_to_string(thesis.path()).unwrap(), text);
    }
    // One damaged line among others does not make it something else.
    let store = store(folder.path(), &kept(1));
    let text = fs::read_to_string(store.path()).unwrap();
    fs::write(store.path(), text + "damaged\n").unwrap();
    store.clear().unwrap();
    assert!(!store.path().exists());
}

#[cfg(unix)]
#[test]
fn through_a_link_the_file_itself_is_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path(), &kept(1));
    let link = folder.path().join("link.jsonl");
    std::os::unix::fs::symlink(store.path(), &link).unwrap();
    Store::at(&link).clear().unwrap();
    assert!(!store.path().exists());
    assert!(fs::symlink_metadata(&link).is_ok(), "the link stays");
}

// On Android the standard library locks no files.
#[cfg(all(unix, not(target_os = "android")))]
#[test]
fn nothing_is_written_to_a_file_that_lost_its_name_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let reports = kept(2);
    let store = store(folder.path(), &reports[..1]);
    let held = fs::File::options().append(true).open(store.path()).unwrap();
    held.lock().unwrap();
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| store.append(&reports[1]).unwrap());
        // A thread that is not yet waiting finds the new file at once: the test holds either way.
        std::thread::sleep(Duration::from_millis(50));
        fs::remove_file(store.path()).unwrap();
        held.unlock().unwrap();
        waits.join().unwrap();
    });
    assert_eq!(store.read().unwrap().reports, reports[1..]);
}

#[test]
fn other_versions_and_other_files_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let reports = kept(2);
    let store = store(folder.path(), &reports[..1]);
    let others =
        "{\"schema\":\"trueghz-store/3\",\"something\":1}\n{\"schema\":\"else/1\"}\nno JSON\n\u{0}\n";
    let before = fs::read_to_string(store.path()).unwrap();
    fs::write(store.path(), before.clone() + others).unwrap();
    store.append(&reports[1]).unwrap();
    let contents = store.read().unwrap();
    assert_eq!(
        (contents.reports.as_slice(), contents.other_versions, contents.corrupt),
        (reports.as_slice(), 1, 3)
    );
    store.remove(&reports[0]).unwrap();
    assert!(fs::read_to_string(store.path()).unwrap().contains(others), "they stay as they were");
}

#[test]
fn what_is_chosen_is_copied_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let reports = kept(3);
    let store = store(folder.path(), &reports);
    let copy = Store::at(folder.path().join("copy.jsonl"));
    let times: Vec<u64> = reports.iter().map(|kept| kept.at_unix_ms).collect();
    let others = "{\"schema\":\"trueghz-store/3\",\"something\":1}\nno JSON\n";
    let lines = fs::read_to_string(store.path()).unwrap();
    fs::write(store.path(), others.to_owned() + &lines).unwrap();
    assert_eq!(store.copy(&times, copy.path()).unwrap(), 3);
    assert_eq!(fs::read_to_string(copy.path()).unwrap(), lines);
    // The previous contents of that file are replaced, and a time without a kept report matches
    // nothing.
    assert_eq!(store.copy(&[times[1], 1], copy.path()).unwrap(), 1);
    assert_eq!(copy.read().unwrap().reports, [reports[1].clone()]);
    assert!(store.copy(&times, &folder.path().join("none/copy.jsonl")).is_err());
    assert_eq!(fs::read_to_string(store.path()).unwrap(), others.to_owned() + &lines);
}

#[test]
fn of_many_windows_some_are_kept_and_all_that_was_found() {
    let machine = || {
        let timer = Timer { hz: 24_000_000, read_ns: 20.0, jitter_ns: 0.0 };
        Machine::new(Profile::Fixed(2.8e9), CoreModel::default(), timer, Disturbances::default(), 3)
    };
    let options = RampOptions::new().rest(Duration::from_millis(20)).repeat(2);
    let session = ramp_at(SimulatedEnvironment(machine), options, NoObserver).unwrap();
    let report = session.wait().unwrap().unwrap();
    let kept = StoredReport::now(Report::Ramp(Box::new(report.clone())), None);
    let Report::Ramp(thin) = &kept.report else { panic!("{kept:?}") };
    let windows =
        |runs: &[trueghz_loads::ramp::RampRun]| runs.iter().map(|run| run.windows.len()).sum::<usize>();
    assert!(windows(&report.runs) > 10_000 && (1_000..=2_002).contains(&windows(&thin.runs)));
    assert!(report.runs.iter().zip(&thin.runs).all(|(all, some)| all.ramp == some.ramp));
    assert!(kept.at_unix_ms > 1_700_000_000_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn cut_anywhere_what_was_whole_is_read(part in 0.0..1.0_f64) {
        let folder = tempfile::tempdir().unwrap();
        let reports = kept(3);
        let store = store(folder.path(), &reports);
        let text = fs::read(store.path()).unwrap();
        let cut = (text.len() as f64 * part) as usize;
        fs::write(store.path(), &text[..cut]).unwrap();
        let whole = text[..cut].iter().filter(|byte| **byte == b'\n').count();
        // A line whose end alone is missing is whole.
        let read = store.read().unwrap();
        prop_assert!((whole..=whole + 1).contains(&read.reports.len()));
        prop_assert_eq!(&read.reports[..], &reports[..read.reports.len()]);
        store.append(&reports[0]).unwrap();
        let after = store.read().unwrap();
        prop_assert_eq!(after.reports.len(), read.reports.len() + 1);
        prop_assert_eq!(after.corrupt, read.corrupt);
    }

    #[test]
    fn a_flipped_byte_costs_a_line(part in 0.0..1.0_f64, flip in 1..255_u8) {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path(), &kept(3));
        let mut text = fs::read(store.path()).unwrap();
        let place = (text.len() as f64 * part) as usize;
        let was_end = text[place] == b'\n';
        text[place] ^= flip;
        fs::write(store.path(), &text).unwrap();
        let read = store.read().unwrap();
        // Where an end was flipped, two lines are one.
        let spared = if was_end { 1 } else { 2 };
        prop_assert!(read.reports.len() >= spared);
    }
}
