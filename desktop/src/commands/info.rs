//! `trueghz info`: what the system says of the machine. Nothing is measured.

use serde::Serialize;
use trueghz::host::{Fact, LiveSystem, Machine, Thermal, Virtualisation, cpulist};
use trueghz::report::words::{claim_source, machine_line, stated_hz};

use crate::cli::JsonArg;
use crate::format::{labelled, table};
use crate::outcome::{Failure, Outcome, print};
use crate::output::json;
use crate::style::{NUMBER, QUIET, paint};

/// The JSON answer: the machine as in a measurement.
#[derive(Serialize)]
struct Answer {
    schema: &'static str,
    #[serde(flatten)]
    made: json::Made,
    machine: Machine,
}

/// Shows the machine.
pub fn run(args: JsonArg) -> Result<Outcome, Failure> {
    let machine = Machine::read(&LiveSystem);
    let answer = if args.json {
        json::answer(&Answer { schema: "trueghz-info/1", made: json::Made::now(""), machine })
    } else {
        text(&machine)
    };
    print(&answer)?;
    Ok(Outcome::Complete)
}

fn text(machine: &Machine) -> String {
    let mut text = format!("{}\n\n", paint(NUMBER, machine_line(machine)));
    let system = &machine.system;
    let version = system.version.value().map(|version| format!(", {version}")).unwrap_or_default();
    text.push_str(&labelled("system", &format!("{}{version}", system.name)));
    text.push_str(&labelled("processor", &machine.architecture));
    text.push_str(&labelled("device", &fact(&machine.device, Clone::clone)));
    text.push_str(&labelled("chip", &fact(&machine.chip, Clone::clone)));
    text.push_str(&labelled("hardware", &fact(&machine.virtualisation, virtualisation)));
    text.push_str(&labelled("low power", &fact(&machine.low_power, |on| on_off(*on))));
    text.push_str(&labelled("sensors", &fact(&machine.thermal, thermal)));
    let load = |load: &trueghz::host::LoadHint| format!("{:.2} threads on average", load.load_average_1_min);
    text.push_str(&labelled("load", &fact(&machine.load, load)));
    text.push('\n');
    text.push_str(&cores(machine));
    text
}

fn fact<T>(fact: &Fact<T>, words: impl Fn(&T) -> String) -> String {
    match fact {
        Fact::Known { value, .. } => words(value),
        Fact::Unknown { reason } => format!("unknown: {reason}"),
    }
}

fn on_off(on: bool) -> String {
    if on { "on" } else { "off" }.to_owned()
}

fn virtualisation(found: &Virtualisation) -> String {
    match found {
        Virtualisation::None => "no hypervisor announces itself".to_owned(),
        Virtualisation::Hypervisor { name } => format!("virtual machine ({name})"),
        Virtualisation::Emulator { name } => format!("emulated ({name})"),
    }
}

fn thermal(thermal: &Thermal) -> String {
    let zone = |zone: &trueghz::host::ThermalZone| {
        format!("{} {:.1} \u{b0}C", zone.name, zone.millicelsius as f64 / 1e3)
    };
    thermal.zones.iter().map(zone).collect::<Vec<_>>().join(", ")
}

/// A row for each cluster; what is claimed of its cores, and by whom.
fn cores(machine: &Machine) -> String {
    let mut rows = vec![["cores", "type", "claimed"].map(|word| paint(QUIET, word)).to_vec()];
    for cluster in &machine.clusters {
        let claim = cluster
            .claim
            .map(|claim| format!("{} by {}", stated_hz(claim.hz as f64), claim_source(claim.source)));
        rows.push(vec![
            cpulist::format(&cluster.cpus),
            cluster.name.clone(),
            claim.unwrap_or_else(|| "unknown".to_owned()),
        ]);
    }
    let mut text = table(&rows, &[]);
    let offline: Vec<u32> = machine.cores.iter().filter(|core| !core.online).map(|core| core.cpu).collect();
    if !offline.is_empty() {
        text.push_str(&labelled("switched off", &cpulist::format(&offline)));
    }
    text
}
