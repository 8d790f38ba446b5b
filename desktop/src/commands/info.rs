//! `trueghz info`: what the system reports about the machine. Nothing is measured.

use std::fs;
use std::path::Path;

use serde::Serialize;
use trueghz::host::{
    Evidence, Fact, Folder, Limits, LiveSystem, Machine, RecordedSystem, SystemRecorder, Thermal,
    Virtualisation, cpulist, invariant_tsc,
};
use trueghz::report::phrases::{machine_line, stated_hz};

use crate::cli::InfoArgs;
use crate::distinct::distinct;
use crate::format::{labelled, table};
use crate::input_file::{Expected, read_json};
use crate::outcome::{Failure, Outcome, print, print_aside};
use crate::output::json;
use crate::output_file::OutputFile;
use crate::style::{NUMBER, QUIET, paint};

/// The JSON output: the machine as in a measurement.
#[derive(Serialize)]
struct Answer {
    schema: &'static str,
    #[serde(flatten)]
    made: json::Made,
    machine: Machine,
    invariant_tsc: Fact<bool>,
}

/// A recording. Each of the 8,192 processors that Linux can have takes some 4 kB.
const RECORDING: Expected = Expected {
    what: "recorded machine",
    limit_bytes: 64_000_000,
    too_large: "it holds more than 64 MB, more than any machine's files need",
};

/// Shows the machine.
pub fn run(args: &InfoArgs) -> Result<Outcome, Failure> {
    distinct(&[("--from", args.from.as_deref()), ("--record", args.record.as_deref())])?;
    if let (Some(from), Some(file)) = (&args.from, &args.record) {
        refuse_within(from, file)?;
    }
    let mut record = args.record.as_deref().map(OutputFile::open).transpose()?;
    let source = args.from.as_deref().map_or_else(|| Ok(Box::new(LiveSystem) as Box<_>), source)?;
    let recorder = SystemRecorder::new(source.as_ref());
    let machine = Machine::read(&recorder);
    let invariant_tsc = invariant_tsc(&recorder);
    let recording = record.is_some().then(|| {
        for core in &machine.cores {
            // Not shown, but recorded because readings of the machine depend on them.
            Limits::read(&recorder, core.cpu);
        }
        let device = machine.device.value().or(machine.chip.value()).cloned().unwrap_or_default();
        let origin = format!("recorded by trueghz {} info --record", env!("CARGO_PKG_VERSION"));
        recorder.recording(&device, &origin).to_json() + "\n"
    });
    let answer = if args.json {
        let made = json::Made::now("");
        json::answer(&Answer { schema: "trueghz-info/2", made, machine, invariant_tsc })
    } else {
        text(&machine, &invariant_tsc)
    };
    match &record {
        Some(file) if file.takes_standard_output() => print_aside(&answer)?,
        _ => print(&answer)?,
    };
    if let (Some(file), Some(recording)) = (&mut record, &recording) {
        file.write(recording)?;
    }
    Ok(Outcome::Complete)
}

/// Refuses to write over a file of the folder that is read.
fn refuse_within(folder: &Path, file: &Path) -> Result<(), Failure> {
    let is_within = match (folder.canonicalize(), file.canonicalize()) {
        (Ok(folder), Ok(file)) => folder.is_dir() && file.starts_with(folder),
        _ => false,
    };
    if is_within {
        return Err(Failure::file("write", file, "it is a file of the folder that --from reads"));
    }
    Ok(())
}

/// A recording, or a folder with a system's files.
fn source(path: &Path) -> Result<Box<dyn Evidence>, Failure> {
    if fs::metadata(path).is_ok_and(|metadata| metadata.is_dir()) {
        if !["proc", "sys/devices"].iter().any(|name| path.join(name).is_dir()) {
            return Err(Failure::file(
                "use",
                path,
                "it is not the root of a system: it has neither proc nor sys/devices",
            ));
        }
        return Ok(Box::new(Folder::new(path).with_recorded_architecture()));
    }
    let text = read_json(path, &RECORDING)?;
    let text = text.trim_start_matches('\u{feff}');
    let recording = RecordedSystem::from_json(text);
    Ok(Box::new(recording.map_err(|error| Failure::file("use", path, error))?))
}

fn text(machine: &Machine, invariant_tsc: &Fact<bool>) -> String {
    let mut text = format!("{}\n\n", paint(NUMBER, machine_line(machine)));
    let system = &machine.system;
    let version = system.version.value().map(|version| format!(", {version}")).unwrap_or_default();
    text.push_str(&labelled("system", &format!("{}{version}", system.name)));
    text.push_str(&labelled("processor", &machine.architecture));
    text.push_str(&labelled("device", &fact(&machine.device, Clone::clone)));
    text.push_str(&labelled("chip", &fact(&machine.chip, Clone::clone)));
    text.push_str(&labelled("hardware", &fact(&machine.virtualisation, virtualisation)));
    text.push_str(&labelled("TSC", &format!("invariant: {}", yes_no(invariant_tsc))));
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

/// Yes, no, or unknown with the reason.
pub fn yes_no(found: &Fact<bool>) -> String {
    match found {
        Fact::Known { value: true, .. } => "yes".to_owned(),
        Fact::Known { value: false, .. } => "no".to_owned(),
        Fact::Unknown { reason } => format!("unknown ({reason})"),
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
        let claim =
            cluster.claim.map(|claim| format!("{} by {}", stated_hz(claim.hz as f64), claim.source.text()));
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
