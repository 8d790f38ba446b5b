//! `trueghz measure`: cores in turn, once, several times, or until Ctrl-C.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use trueghz::host::{LiveSystem, Machine, cpulist};
use trueghz::report::{Measurement, RawMeasurement};
use trueghz::run::measure::{Measured, Options, measure};
use trueghz::run::record;
use trueghz::run::target::Selection;

use super::interrupt::Interrupt;
use crate::cli::MeasureArgs;
use crate::live::Live;
use crate::outcome::{Failure, Outcome, Reader, plain, print};
use crate::output::Form;

/// Measures.
pub fn run(args: &MeasureArgs) -> Result<Outcome, Failure> {
    // First of all: from here on a signal ends the program with an answer.
    let interrupt = Interrupt::listen()?;
    let selection = args.cpu.clone().unwrap_or_default();
    check_cores(&selection)?;
    // Opened before anything is measured: who cannot write should know at once.
    let raw = args.raw.as_deref().map(RawFile::create).transpose()?;
    let record = record::Options { duration: args.duration, ..record::Options::default() };
    let options = Options { selection, record };
    let form = Form::from(args.form);
    if args.watch || args.repeat > 1 {
        let times = if args.watch { None } else { Some(args.repeat as usize) };
        return several(&options, times, form, &interrupt);
    }
    let Measured { measurement, raw: windows } = once(&options, &interrupt)?;
    print(&form.single(&measurement))?;
    if let Some(raw) = raw {
        raw.write(&windows)?;
    }
    Ok(outcome(std::slice::from_ref(&measurement), &interrupt))
}

/// Says which of the cores that were asked for are not there.
fn check_cores(selection: &Selection) -> Result<(), Failure> {
    let Selection::Cpus(cpus) = selection else { return Ok(()) };
    let machine = Machine::read(&LiveSystem);
    if !machine.cpu_numbers_are_kernels {
        let words = "this system takes no core numbers; without --cpu, each kind of core is measured";
        return Err(Failure::new(words));
    }
    let absent: Vec<u32> = cpus.iter().copied().filter(|&cpu| machine.core(cpu).is_none()).collect();
    if absent.is_empty() {
        return Ok(());
    }
    let all: Vec<u32> = machine.cores.iter().map(|core| core.cpu).collect();
    let (absent, all) = (cpulist::format(&absent), cpulist::format(&all));
    Err(Failure::new(format!("there is no core {absent} here; this machine has {all}")))
}

fn once(options: &Options, interrupt: &Interrupt) -> Result<Measured, Failure> {
    let session = measure(options.clone(), Live::new()).map_err(Failure::new)?;
    interrupt.stops(session.cancellation());
    session.wait().map_err(Failure::new)
}

/// Measures so many times, or until Ctrl-C.
fn several(
    options: &Options,
    times: Option<usize>,
    form: Form,
    interrupt: &Interrupt,
) -> Result<Outcome, Failure> {
    let start = Instant::now();
    let mut measurements: Vec<Measurement> = Vec::new();
    while times.is_none_or(|times| measurements.len() < times) && !interrupt.was_heard() {
        let at: Duration = start.elapsed();
        let measurement = once(options, interrupt)?.measurement;
        // What Ctrl-C cut off says less than the readings before it.
        if interrupt.was_heard() && !measurements.is_empty() {
            break;
        }
        let shown = print(&form.one_of_several(&measurement, measurements.len(), at))?;
        measurements.push(measurement);
        if shown == Reader::Gone {
            break;
        }
    }
    print(&form.summary(&measurements))?;
    Ok(outcome(&measurements, interrupt))
}

fn outcome(measurements: &[Measurement], interrupt: &Interrupt) -> Outcome {
    let readings = || measurements.iter().flat_map(|measurement| &measurement.cores);
    let nothing_known = readings().all(|reading| reading.frequency_hz.is_none());
    if interrupt.was_heard() && nothing_known {
        Outcome::Interrupted
    } else if measurements.iter().all(Measurement::is_complete) && readings().next().is_some() {
        Outcome::Complete
    } else {
        Outcome::Refused
    }
}

/// The file for the windows.
struct RawFile {
    path: PathBuf,
    file: File,
}

impl RawFile {
    fn create(path: &Path) -> Result<RawFile, Failure> {
        let file = File::create(path).map_err(|error| Failure::file("write", path, plain(&error)))?;
        Ok(RawFile { path: path.to_owned(), file })
    }

    fn write(mut self, windows: &RawMeasurement) -> Result<(), Failure> {
        let text = windows.to_json() + "\n";
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_all());
        written.map_err(|error| Failure::file("write", &self.path, plain(&error)))
    }
}
