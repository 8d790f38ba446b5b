//! The store through the boundary's own surface.

use trueghz::report::RawMeasurement;
use trueghz_ffi::{
    ReportStore, StoreError, any_report_csv, any_report_found, any_report_json, any_report_text,
};
use trueghz_report::Report;

fn report() -> Report {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/raw-two-cores-100ms.json");
    let raw = RawMeasurement::from_json(&std::fs::read_to_string(path).unwrap()).unwrap();
    Report::Measurement(Box::new(raw.estimate()))
}

#[test]
fn what_is_kept_is_read_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.jsonl").to_str().unwrap().to_owned();
    let store = ReportStore::new(file.clone());
    assert!(store.read().unwrap().reports.is_empty());
    let at_unix_ms = store.append(report(), Some("in the sun".to_owned())).unwrap();
    let kept = ReportStore::new(file).read().unwrap().reports;
    assert_eq!(
        (kept.len(), kept[0].at_unix_ms, kept[0].note.as_deref()),
        (1, at_unix_ms, Some("in the sun"))
    );
    assert_eq!(kept[0].report, report());
    assert_eq!((store.remove(at_unix_ms), store.remove(at_unix_ms)), (Ok(true), Ok(false)));
    store.clear().unwrap();
}

#[test]
fn what_was_chosen_is_copied_into_a_store_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let store = ReportStore::new(file("kept.jsonl"));
    let [first, second] = ["cold", "hot"].map(|note| {
        let at_unix_ms = store.append(report(), Some(note.to_owned())).unwrap();
        // Its time names a report, to a millisecond.
        std::thread::sleep(std::time::Duration::from_millis(2));
        at_unix_ms
    });
    assert_eq!(store.copy(vec![second, 1], file("copy.jsonl")), Ok(1));
    assert_eq!(ReportStore::new(file("copy.jsonl")).read().unwrap().reports[0].at_unix_ms, second);
    assert_eq!(store.copy(vec![first, second], file("copy.jsonl")), Ok(2));
    assert_eq!(ReportStore::new(file("copy.jsonl")).read().unwrap(), store.read().unwrap());
    assert!(matches!(store.copy(vec![first], file("no/copy.jsonl")), Err(StoreError::File(_))));
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_by_name() {
    let error = ReportStore::new("/nowhere/at/all/kept.jsonl".to_owned()).append(report(), None);
    assert!(matches!(error, Err(StoreError::File(ref text)) if !text.is_empty()), "{error:?}");
}

#[test]
fn any_report_is_handed_on() {
    let found = any_report_found(report()).unwrap();
    assert!(found.starts_with("core 0: 3.6945 GHz \u{b1} 310 kHz; core 1: "), "{found}");
    assert!(any_report_json(report()).unwrap().contains("\"trueghz/2\""));
    assert!(any_report_csv(report()).unwrap().starts_with("reading,"));
    assert!(any_report_text(report()).unwrap().starts_with("TrueGHz "));
}
