//! `trueghz measure`: measures cores one after another, once, several times, or until Ctrl-C.

use std::time::{Duration, Instant};

use trueghz::Options;
use trueghz::host::{self, LiveSystem, Machine, cpulist};
use trueghz::run::measure::{Measured, measure_observed};
use trueghz::run::target::Selection;
use trueghz_report::Report;

use super::extra_files::ExtraFiles;
use super::interrupt::Interrupt;
use super::keep::ReportAppender;
use crate::cli::MeasureArgs;
use crate::distinct::distinct;
use crate::live::Live;
use crate::outcome::{Failure, Outcome, Reader, complain};
use crate::output::Format;
use crate::tally::{Conditions, Tally};

/// Measures and prints the readings.
pub fn run(args: &MeasureArgs) -> Result<Outcome, Failure> {
    // Comes first: from here on, a signal ends the measurement and its result is printed.
    let interrupt = Interrupt::listen().unwrap_or_else(|failure| {
        complain(format!("{failure}; it will end this measurement without a result"));
        Interrupt::default()
    });
    let selection = args.cpu.clone().unwrap_or_default();
    check_cores(&selection)?;
    distinct(&[
        ("--raw", args.raw.as_deref()),
        ("--html", args.page.html.as_deref()),
        ("--svg", args.page.svg.as_deref()),
        ("--openmetrics", args.openmetrics.as_deref()),
        ("--keep", args.kept.keep.as_deref()),
    ])?;
    let mut files = ExtraFiles::open(
        args.raw.as_deref(),
        args.page.html.as_deref(),
        args.page.svg.as_deref(),
        args.openmetrics.as_deref(),
    )?;
    let keeper = ReportAppender::open(args.kept.keep.as_deref())?;
    let options = Options::new().cores(selection);
    let options = match args.duration {
        Some(duration) => options.duration(duration),
        None => options,
    };
    let form = Format::from(args.form);
    let conditions = Conditions { require: args.require, at_least_hz: args.at_least };
    if args.watch || args.repeat > 1 {
        let times = if args.watch { None } else { Some(args.repeat as usize) };
        let plan = Series { times, every: args.every.unwrap_or_default(), form, keeper: &keeper, conditions };
        let tally = several(&options, plan, &mut files, &interrupt)?;
        return Ok(outcome(&tally, &interrupt));
    }
    let Measured { measurement, raw: windows, histograms, .. } = once(&options, &interrupt)?;
    files.answer(&form.single(&measurement, &histograms))?;
    files.write(&measurement, &windows, &histograms)?;
    files.write_openmetrics(&measurement, &interrupt)?;
    keeper.keep(|| Report::Measurement(Box::new(measurement.clone())))?;
    let mut tally = Tally { conditions, ..Tally::default() };
    tally.add(&measurement);
    Ok(outcome(&tally, &interrupt))
}

/// Returns a [`Failure`] that lists the requested cores that cannot be measured.
fn check_cores(selection: &Selection) -> Result<(), Failure> {
    // `--cpu all` selects usable cores only, so only the ability to pin is checked.
    let cpus = match selection {
        Selection::Cpus(cpus) => cpus.as_slice(),
        Selection::All => &[],
        _ => return Ok(()),
    };
    unusable(cpus, &Machine::read(&LiveSystem), &host::allowed_cpus())
        .map_or(Ok(()), |why| Err(Failure::new(why)))
}

/// Reason why some of `cpus` cannot be measured on `machine` by a program that may use the cores in
/// `allowed`. An empty list means unknown.
fn unusable(cpus: &[u32], machine: &Machine, allowed: &[u32]) -> Option<String> {
    if !machine.has_os_cpu_ids {
        let words = "this system cannot pin threads to cores; without --cpu, each type of core is measured";
        return Some(words.to_owned());
    }
    let there: Vec<u32> = machine.cores.iter().map(|core| core.cpu).collect();
    let off: Vec<u32> = machine.cores.iter().filter(|core| !core.online).map(|core| core.cpu).collect();
    let not_in = |list: &[u32]| {
        let absent: Vec<u32> = cpus.iter().copied().filter(|cpu| !list.contains(cpu)).collect();
        (!list.is_empty() && !absent.is_empty()).then(|| (cpulist::format(&absent), cpulist::format(list)))
    };
    if let Some((absent, there)) = not_in(&there) {
        return Some(format!("there is no core {absent} here; this machine has {there}"));
    }
    // A core that is switched off is in no affinity mask; its refused reading states the reason.
    let usable: Vec<u32> = if allowed.is_empty() { Vec::new() } else { [allowed, &off].concat() };
    let (denied, _) = not_in(&usable)?;
    let may = cpulist::format(allowed);
    Some(format!(
        "this program may not use core {denied}; its affinity mask allows {may} (see taskset, cpuset)"
    ))
}

fn once(options: &Options, interrupt: &Interrupt) -> Result<Measured, Failure> {
    let session = measure_observed(options.clone(), Live::new()).map_err(Failure::new)?;
    interrupt.wait(session)
}

/// Number, schedule and output of repeated measurements.
struct Series<'a> {
    /// Number of measurements; `None`: until Ctrl-C.
    times: Option<usize>,
    /// Minimum interval between the starts of consecutive measurements.
    every: Duration,
    form: Format,
    /// Stores each report.
    keeper: &'a ReportAppender,
    /// Conditions that each reading must meet.
    conditions: Conditions,
}

/// Measures `times` times, or until Ctrl-C.
fn several(
    options: &Options,
    Series { times, every, form, keeper, conditions }: Series<'_>,
    files: &mut ExtraFiles,
    interrupt: &Interrupt,
) -> Result<Tally, Failure> {
    let start = Instant::now();
    let mut tally = Tally { conditions, ..Tally::default() };
    while times.is_none_or(|times| tally.measurements < times) && !interrupt.was_heard() {
        let begun = Instant::now();
        let measurement = once(options, interrupt)?.measurement;
        // A reading that Ctrl-C cut short is less certain than the earlier ones: discard it.
        if interrupt.was_heard() && tally.measurements > 0 {
            break;
        }
        let answer = form.one_of_several(&measurement, tally.measurements, begun - start);
        let shown = files.answer(&answer)?;
        files.write_openmetrics(&measurement, interrupt)?;
        keeper.keep(|| Report::Measurement(Box::new(measurement.clone())))?;
        tally.add(&measurement);
        if shown == Reader::Gone {
            break;
        }
        interrupt.wait_until(begun + every);
    }
    files.answer(&form.summary(&tally))?;
    Ok(tally)
}

/// Returns the outcome, and prints the condition that is not met.
fn outcome(tally: &Tally, interrupt: &Interrupt) -> Outcome {
    if interrupt.was_heard() && tally.is_empty() {
        return Outcome::Interrupted;
    }
    if let Some(why) = &tally.unmet {
        complain(why);
        Outcome::Unmet
    } else if tally.is_complete() {
        Outcome::Complete
    } else {
        Outcome::Refused
    }
}

#[cfg(test)]
mod tests {
    use trueghz::host::RecordedSystem;

    use super::*;

    /// A Linux machine without any readable files.
    fn without_files() -> Machine {
        let nothing = r#"{"device":"none","origin":"synthetic","platform":"linux"}"#;
        Machine::read(&RecordedSystem::from_json(nothing).expect("a recording of nothing"))
    }

    fn with_cores(cpus: &str) -> Machine {
        let file = r#"{"device":"some","origin":"synthetic","platform":"linux",
            "files":{"/sys/devices/system/cpu/present":"CPUS\\n","/sys/devices/system/cpu/online":"CPUS\\n"}}"#;
        Machine::read(&RecordedSystem::from_json(&file.replace("CPUS", cpus)).expect("a recording"))
    }

    #[test]
    fn a_core_outside_the_mask_is_refused_and_the_mask_is_named() {
        let machine = with_cores("0-3");
        assert_eq!(unusable(&[0, 2], &machine, &[0, 1, 2, 3]), None);
        let said = unusable(&[0, 2], &machine, &[0, 1]).expect("a refusal");
        assert!(said.starts_with("this program may not use core 2; its affinity mask allows 0-1"), "{said}");
    }

    #[test]
    fn an_empty_list_is_not_shown_as_what_there_is() {
        let said = unusable(&[7], &without_files(), &[0, 1]).expect("a refusal");
        assert!(said.contains("allows 0-1") && !said.contains("this machine has"), "{said}");
        assert_eq!(unusable(&[1], &without_files(), &[0, 1]), None, "the mask knows it");
        assert_eq!(unusable(&[1], &without_files(), &[]), None, "nothing is known: the system will say");
    }
}
