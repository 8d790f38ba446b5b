//! Under an emulator that translates instructions, chains do not take the cycles of any known core:
//! no reading may be reported as supported by the evidence. The chains must show it; that the
//! system can be recognised as emulated does not enter the verdict.
//!
//! `tools/cross.sh`, which runs the tests under the emulator, sets an environment variable. On a
//! real core there is nothing to be shown here.

#![cfg(target_arch = "aarch64")]

use std::time::Duration;

use trueghz::Options;
use trueghz::estimate::verdict::{Reason, Verdict};
use trueghz::report::Reading;
use trueghz::run::measure::measure;

/// Set under an emulator, to its name.
const EMULATOR: &str = "TRUEGHZ_TEST_EMULATOR";

/// Readings, each with windows in another order: one could come out right by chance.
const SEEDS: std::ops::Range<u64> = 0..3;

/// Enough for the verdict on a real core.
const DURATION: Duration = Duration::from_millis(300);

#[test]
fn the_chains_tell_that_no_core_runs_them() {
    let Ok(emulator) = std::env::var(EMULATOR) else {
        println!("skipped: {EMULATOR} is not set, so this may be a real core");
        return;
    };
    for seed in SEEDS {
        let session = measure(Options::new().duration(DURATION).seed(seed)).expect("a clock");
        let measured = session.wait().expect("a measurement that does not panic");
        for reading in &measured.measurement.cores {
            print(&emulator, seed, reading);
            assert!(
                matches!(
                    (reading.verdict, reading.reason),
                    (Verdict::Unconfirmed, None)
                        // Where the emulator itself got little of its processor.
                        | (Verdict::Refused, Some(Reason::NoConsensus | Reason::NoUndisturbedWindows | Reason::TooFewWindows))
                ),
                "under {emulator}, seed {seed}: {:?} {:?}",
                reading.verdict,
                reading.reason,
            );
        }
    }
}

fn print(emulator: &str, seed: u64, reading: &Reading) {
    let (verdict, reason, windows) = (reading.verdict, reading.reason, reading.windows);
    println!("{emulator}, seed {seed}: {verdict:?} {reason:?}, {windows:?}, {:?} Hz", reading.hz());
    for chain in &reading.chains {
        println!("  {chain:?}");
    }
    for warning in &reading.warnings {
        println!("  {}: {}", warning.code(), warning.text());
    }
}
