//! Recordings of real machines whose clock is known otherwise: tests/recordings.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use trueghz::report::RawMeasurement;
use trueghz::{Reading, Verdict};

/// The recordings and the clock at which the core stood, in hertz.
const KNOWN: [(&str, f64); 3] =
    [("zen4-guest-1", 3.6945e9), ("zen4-guest-3", 3.6945e9), ("zen4-guest-4", 3.6945e9)];

/// How exactly the clock is known, in parts per million: the steady readings differ by 2.
const KNOWN_PPM: f64 = 10.0;

fn replayed(name: &str) -> Reading {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/recordings");
    let file = File::open(folder.join(format!("{name}.json.gz"))).expect("a recording");
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("a gzipped text");
    let raw = RawMeasurement::from_json(&text).expect("raw data");
    raw.estimate().cores.remove(0)
}

#[test]
fn no_steady_reading_excludes_the_true_clock() {
    for (name, true_hz) in KNOWN {
        let reading = replayed(name);
        let frequency = reading.frequency().unwrap_or_else(|| panic!("{name}: {:?}", reading.reason));
        let slack_hz = true_hz * KNOWN_PPM * 1e-6;
        let holds = (frequency.low_hz - slack_hz..=frequency.high_hz + slack_hz).contains(&true_hz);
        assert!(holds || reading.verdict != Verdict::Steady, "{name}: {frequency:?}");
    }
}

/// Neighbours only lengthen windows: no state above the true clock can have been seen.
#[test]
fn nothing_is_seen_above_the_true_clock() {
    for (name, true_hz) in KNOWN {
        let reading = replayed(name);
        let Some(range) = reading.range else { continue };
        assert!(range.high_hz < true_hz * 1.002, "{name}: {range:?}");
    }
}
