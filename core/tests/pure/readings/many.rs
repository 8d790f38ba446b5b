//! Many cores: all of them in a minute.

use std::collections::BTreeSet;

use trueghz::clock::{ChoiceNote, ClockId};
use trueghz::estimate::verdict::Verdict;
use trueghz::host::{Machine as HostMachine, PinError, RecordedSystem, Urgency};
use trueghz::run::measure::measure_at;
use trueghz::run::session::Cancellation;
use trueghz::run::site::Site;
use trueghz::simulate::{CoreModel, Disturbances, Interrupts, Machine, Profile, Timer};
use trueghz::{Options, Selection, Timebase, Unobserved};

use super::bench::drawn_hz;

const CORES: u32 = 256;

/// Every so many cores one alternates: its reading does not end early.
const MOVES: u32 = 16;

/// A server of 256 Arm cores.
struct Server {
    cpu: u32,
}

impl Site for Server {
    type Bench = Machine;
    type Pinned = ();
    type Urged = ();

    fn machine(&self) -> HostMachine {
        let files = serde_json::json!({
            "/sys/devices/system/cpu/possible": "0-255", "/sys/devices/system/cpu/present": "0-255",
            "/sys/devices/system/cpu/online": "0-255",
        });
        let recording = serde_json::json!({
            "device": "", "origin": "synthetic", "platform": "linux", "architecture": "aarch64", "files": files,
        });
        HostMachine::read(&RecordedSystem::from_json(&recording.to_string()).expect("a recording"))
    }

    fn allowed_cpus(&self) -> Vec<u32> {
        (0..CORES).collect()
    }

    fn clock(&self) -> (ClockId, Timebase) {
        (ClockId::Mock, Timebase::NANOSECONDS)
    }

    fn clock_notes(&self) -> &[ChoiceNote] {
        &[]
    }

    fn pin(&mut self, cpu: u32) -> Result<(), PinError> {
        self.cpu = cpu;
        Ok(())
    }

    fn urge(&mut self, _: Urgency, _: usize) {}

    fn background_cpus(&mut self, _: usize, _: &Cancellation) -> BTreeSet<u32> {
        BTreeSet::new()
    }

    fn current_cpu(&self) -> Option<u32> {
        Some(self.cpu)
    }

    fn bench(&mut self) -> Machine {
        let timer = Timer { hz: 24_000_000, read_ns: 20.0, jitter_ns: 0.0 };
        let disturbances =
            Disturbances { interrupts: vec![Interrupts::per_second(250.0)], ..Disturbances::default() };
        let hz = hz(self.cpu);
        let profile = match self.cpu % MOVES {
            0 => Profile::Alternating { hz, other_hz: 0.9 * hz, each_ns: 20e6 },
            _ => Profile::Fixed(hz),
        };
        Machine::new(profile, CoreModel::default(), timer, disturbances, u64::from(self.cpu))
            .with_places([(0.0, self.cpu)])
    }
}

fn hz(cpu: u32) -> f64 {
    drawn_hz(u64::from(cpu))
}

#[test]
fn a_server_of_256_cores_is_read_within_a_minute() {
    let session = measure_at(Server { cpu: 0 }, Options::new().cores(Selection::All), Unobserved);
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
        let found = reading.frequency().expect("a number").repeatable();
        assert!(found.farther_end_hz() < 30e-6 * found.hz, "{cpu}: {found:?}");
        fixed += 1;
        held += usize::from((found.low_hz..=found.high_hz).contains(&hz(cpu)));
    }
    // Intervals of 95 %, which one in twenty does not hold.
    assert!(held as f64 >= 0.92 * f64::from(fixed), "{held} of {fixed}");
}
