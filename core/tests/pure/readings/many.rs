//! Many cores: all of them in a minute.

use trueghz::estimate::verdict::Verdict;
use trueghz::run::measure::measure_at;
use trueghz::simulate::Profile;
use trueghz::{NoObserver, Options, Selection};

use super::bench::drawn_hz;
use crate::cores::SimulatedCores;

const CORES: u32 = 256;

/// One of this many cores alternates: its reading does not end early.
const MOVES: u32 = 16;

/// A server of 256 cores.
fn server() -> SimulatedCores {
    SimulatedCores {
        platform: "linux",
        count: CORES,
        capacity: |_| None,
        allowed: (0..CORES).collect(),
        profile: |cpu, _| match (cpu % MOVES, hz(cpu)) {
            (0, hz) => Profile::Alternating { hz, other_hz: 0.9 * hz, each_ns: 20e6 },
            (_, hz) => Profile::Fixed(hz),
        },
        cpu: 0,
        is_kept: std::sync::Arc::default(),
        busy: std::sync::Weak::new(),
        left: trueghz::load::LoadClass::ALL.map(|class| (class, 1.0)),
    }
}

fn hz(cpu: u32) -> f64 {
    drawn_hz(u64::from(cpu))
}

#[test]
fn a_server_of_256_cores_is_read_within_a_minute() {
    let session = measure_at(server(), Options::new().cores(Selection::All), NoObserver);
    let measured = session.expect("a session").wait().expect("no panic").measurement;
    assert_eq!(measured.cores.len(), CORES as usize);
    let took_ms: f64 = measured.cores.iter().map(|reading| reading.warm_up_ms + reading.elapsed_ms).sum();
    assert!(took_ms < 60e3, "{took_ms} ms");

    let (mut held, mut fixed) = (0, 0);
    for reading in &measured.cores {
        let cpu = reading.cpu.expect("a core");
        if cpu.is_multiple_of(MOVES) {
            assert_eq!(reading.verdict, Verdict::Varying, "{cpu}");
            continue;
        }
        let found = reading.repeatable_hz.expect("a number");
        assert!(found.max_half_width() < 30e-6 * found.value, "{cpu}: {found:?}");
        fixed += 1;
        held += usize::from(found.contains(hz(cpu)));
    }
    // Intervals of 95 %, which one in twenty does not hold.
    assert!(held as f64 >= 0.92 * f64::from(fixed), "{held} of {fixed}");
}
