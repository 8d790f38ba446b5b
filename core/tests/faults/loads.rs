//! The clock jumps while a load, a rest, several busy processors or instructions are timed.

use std::time::Duration;

use trueghz::NoObserver;
use trueghz::simulate::{CoreModel, Disturbances, FormCycles, Machine, Profile, TimerFault};
use trueghz_instructions::{self as instructions, InstructionOptions};
use trueghz_loads::ramp::{RampOptions, ramp_at};
use trueghz_loads::sustained::{SustainedOptions, sustained_at};
use trueghz_loads::turbo::{TurboOptions, turbo_at};

use crate::bench::TIMER;
use crate::environment::{Phone, true_hz};
use crate::one_core::SimulatedEnvironment;
use crate::stand::MS;
use crate::table::{Group, Row};

pub const GROUP: Group = Group {
    title: "A clock that jumps during loads, rests and instructions",
    about: "A core of 2.8 GHz, or the phone of the other sections, and a counter of 24 MHz, which jumps once by an \
            hour. Load and rest are asked for 6 s and 0.3 s.",
    rows: &[
        Row {
            fault: "`sustained`: steps back in the middle",
            outcome: "as long as was asked for; right levels, no loss",
            proof: || load(-HOUR_NS),
        },
        Row {
            fault: "`sustained`: jumps ahead in the middle",
            outcome: "ends at once; right levels, no loss",
            proof: || load(HOUR_NS),
        },
        Row {
            fault: "`ramp`: steps back in the run",
            outcome: "as long as was asked for; right clock at the end",
            proof: || rest(-HOUR_NS),
        },
        Row {
            fault: "`ramp`: jumps ahead in the run",
            outcome: "ends at once, and tells no clock at the end",
            proof: || rest(HOUR_NS),
        },
        Row {
            fault: "`turbo`: steps back, or jumps ahead, in the reading",
            outcome: "right number",
            proof: || format!("{}; {}", busy(-HOUR_NS), busy(HOUR_NS)),
        },
        Row {
            fault: "`instructions`: steps back, or jumps ahead, among the rows",
            outcome: "rows that are right, or absent",
            proof: || format!("{}; {}", forms(-HOUR_NS), forms(HOUR_NS)),
        },
    ],
};

const HZ: f64 = 2.8e9;

const HOUR_NS: f64 = 3.6e12;

/// A core whose clock jumps at `at_ns`.
fn jumping(at_ns: f64, by_ns: f64) -> Machine {
    Machine::new(Profile::Fixed(HZ), CoreModel::default(), TIMER, Disturbances::default(), 3)
        .with_faults([TimerFault::Step { at_ns, by_ns }])
}

fn load(by_ns: f64) -> String {
    let environment = SimulatedEnvironment(move || jumping(3_000.0 * MS, by_ns));
    let options = SustainedOptions::new().duration(Duration::from_secs(6));
    let session = sustained_at(environment, options, NoObserver).expect("a session");
    let report = session.wait().expect("no panic").expect("a report");
    let found = report.found.as_ref().expect("levels");
    assert!(found.peak_hz.contains(HZ) && found.last_hz.contains(HZ), "{found:?}");
    assert!(!found.loss.is_above(0.0) && found.throttled_ms.is_none(), "{found:?}");
    let ended_ms = report.records.last().expect("records").at_ms;
    if by_ns < 0.0 {
        assert!((5_900.0..6_200.0).contains(&ended_ms), "{ended_ms} ms");
        "6 s; levels held, no loss".to_owned()
    } else {
        assert!(ended_ms >= HOUR_NS / MS, "{ended_ms} ms");
        "ends there; levels held, no loss".to_owned()
    }
}

fn rest(by_ns: f64) -> String {
    let environment = SimulatedEnvironment(move || jumping(150.0 * MS, by_ns));
    let options =
        RampOptions::new().rest(Duration::from_millis(50)).duration(Duration::from_millis(300)).repeat(1);
    let report = ramp_at(environment, options, NoObserver)
        .expect("a session")
        .wait()
        .expect("no panic")
        .expect("a report");
    let run = &report.runs[0];
    assert!(run.windows.windows(2).all(|pair| pair[0].at_ns < pair[1].at_ns), "times ascend");
    if by_ns < 0.0 {
        let ramp = run.ramp.as_ref().expect("a clock");
        assert!(ramp.last_hz.contains(HZ), "{ramp:?}");
        "clock held at the end".to_owned()
    } else {
        assert_eq!(run.ramp, None);
        "windows, no clock".to_owned()
    }
}

fn busy(by_ns: f64) -> String {
    let at_ns = 200.0 * MS;
    let phone = Phone { timer_faults: vec![TimerFault::Step { at_ns, by_ns }], ..Phone::new(1) };
    let report =
        turbo_at(phone, TurboOptions::new(), NoObserver).expect("a session").wait().expect("no panic");
    let rows = report.expect("a report").rows;
    assert!(rows.len() > 2, "{rows:?}");
    for row in &rows {
        let truth = true_hz(row.reading.cpu.expect("a core"), 1);
        let hz = row.reading.hz().expect("a number");
        assert!((hz / truth - 1.0).abs() < 100e-6, "{hz} is not {truth}");
    }
    "right to 100 ppm".to_owned()
}

fn forms(by_ns: f64) -> String {
    let names: Vec<&str> =
        instructions::FORMS.iter().step_by(40).map(instructions::InstructionForm::name).collect();
    let truth: FormCycles = instructions::FORMS
        .iter()
        .map(|form| (form.name(), form.properties().iter().map(|_| 3.0).collect()))
        .collect();
    let environment = SimulatedEnvironment(move || jumping(30.0 * MS, by_ns).with_forms(truth.clone()));
    let options = InstructionOptions::new().forms(names);
    let table = instructions::measure_at(environment, options, NoObserver)
        .expect("threads")
        .wait()
        .expect("no panic");
    let measured: Vec<f64> = table.rows.iter().filter_map(|row| Some(row.cycles?.value)).collect();
    assert!(measured.iter().all(|cycles| (cycles - 3.0).abs() < 0.03), "{measured:?}");
    assert!(measured.len() * 2 > table.rows.len(), "{} of {}", measured.len(), table.rows.len());
    "right to 0.03 cycles".to_owned()
}
