//! Two measurements compared through the boundary's own surface.

use trueghz::report::{Measurement, RawMeasurement};
use trueghz_ffi::{compare_measurements, difference_numbers, side_display};
use trueghz_report::compare::Significance;

pub fn measurement() -> Measurement {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/raw-two-cores-100ms.json");
    RawMeasurement::from_json(&std::fs::read_to_string(path).unwrap()).unwrap().estimate()
}

#[test]
fn the_same_twice_differs_by_nothing() {
    let contrast = compare_measurements(measurement(), measurement()).unwrap().expect("the same cores");
    assert_eq!((contrast.cores.len(), contrast.only_first.len()), (2, 0));
    let difference = contrast.cores[0].difference.expect("both have a number");
    assert_eq!((difference.hz.value, difference.significance), (0.0, Significance::WithinUncertainty));
    assert_eq!(difference_numbers(difference).unwrap().relative(), "0 ppm");
    let first = side_display(contrast.cores[0].first.clone()).expect("a number");
    assert_eq!(first.number.to_string(), "3.6945 GHz");
}

#[test]
fn what_shares_no_core_is_not_compared() {
    let mut other = measurement();
    for core in &mut other.cores {
        core.kind = "another".to_owned();
    }
    assert_eq!(compare_measurements(measurement(), other), Ok(None));
}
