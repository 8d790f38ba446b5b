//! A table of instructions at the boundary: what is shown of it, and which known core is nearest.

use trueghz::Interval;
use trueghz::host::counters::CounterError;
use trueghz_ffi::{
    NearestCore, instruction_figures, instruction_mark_text, instructions, nearest_core, published_cores,
};
use trueghz_instructions::{CountedEvent, Measure, TABLE_SCHEMA, Table, TableRow, UncountedEvent};

use crate::compare::measurement;

/// A table of one row: the throughput of the first instruction there is.
fn table() -> Table {
    let first = instructions().remove(0);
    let row = TableRow {
        form: first.name,
        group: first.group,
        measure: Measure::Throughput,
        marks: Vec::new(),
        cycles: Some(Interval { value: 17.0, low: 16.999, high: 17.001 }),
        shapes_agree: None,
        shapes: Vec::new(),
        missing: None,
        events: vec![CountedEvent {
            event: "op_retired".to_owned(),
            per_step: Interval { value: 1.0, low: 1.0, high: 1.001 },
        }],
    };
    Table {
        schema: TABLE_SCHEMA.to_owned(),
        version: String::new(),
        measured_at: None,
        options: None,
        measurement: measurement(),
        reference: None,
        rows: vec![row],
        uncounted: vec![UncountedEvent { event: "op_spec".to_owned(), why: CounterError::NoEvent }],
    }
}

#[test]
fn a_known_core_is_asked_for_by_its_key() {
    let cores = published_cores();
    assert!(cores.len() > 5 && cores.iter().all(|core| core.name != core.key), "{cores:?}");
    let published = |key: Option<&str>| {
        let shown = instruction_figures(table(), key.map(str::to_owned)).unwrap();
        let [form] = &shown[..] else { panic!("{} forms", shown.len()) };
        form.figures[0].clone()
    };
    let beside = cores.iter().map(|core| published(Some(&core.key)));
    let marked: Vec<_> = beside.filter(|figure| figure.published.is_some()).collect();
    assert!(!marked.is_empty() && marked.iter().all(|figure| figure.differs), "{marked:?}");
    assert_eq!(published(None).cycles.unwrap().digits(), "17.00");
    for none in [None, Some("no such core")] {
        assert_eq!(published(none).published, None, "{none:?}");
    }
}

#[test]
fn one_row_names_no_core() {
    let nearest = nearest_core(table()).unwrap();
    assert!(matches!(nearest, NearestCore::TooFewLatencies { latencies: 0, needed: 30 }), "{nearest:?}");
}

#[test]
fn a_shown_mark_has_a_text_and_any_other_none() {
    let text = |mark: &str| instruction_mark_text(mark.to_owned());
    assert_eq!(text("serialises").as_deref(), Some("waits for all before it"));
    assert_eq!(text("phone"), None);
}
