//! Functions that an app depends on, checked on the loaded library one after another.

use std::ffi::c_void;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use trueghz::host::{Conditions, Machine, Platform, ThermalStatus};
use trueghz::report::Reading;
use trueghz_ffi::{SessionEvent, SessionJob, SessionOutcome};
use uniffi::{RustBuffer, RustCallStatus};

use crate::instrument;
use crate::java::{self, Phone};
use crate::library::Library;
use crate::log;
use crate::session::{self, Ended, Observing};

/// Duration of the sessions, in ms. Their readings under an emulator mean nothing; only their end
/// counts.
const DURATION_MS: u32 = 100;

/// Time limit for anything that is awaited. A correct library takes less than a hundredth of it.
const PATIENCE: Duration = Duration::from_secs(20);

/// `android_LogPriority`: a warning.
const WARNING: u8 = 5;

/// Checks everything; a line for each.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn all(path: &str, checksums: &str) -> Result<()> {
    let daemon = log::Daemon::start()?;
    let library = Library::open(path)?;
    println!("ok loaded, with all of its imports");
    start(library)?;
    println!("ok JNI_OnLoad");
    println!("ok {} checksums as the Kotlin layer has them", compare(library, checksums)?);
    println!("ok plain calls: {}", plain_calls(library)?);
    println!("ok a table of clocks of {} rows", clocks(library)?);
    println!("ok a measurement: {}", measurement(library)?);
    println!("ok an observer that throws, by the log: {}", throwing(library, &daemon)?);
    println!("ok the power manager: {}", power_manager(library)?);
    println!("checked");
    Ok(())
}

/// Does the same as `System.loadLibrary`.
fn start(library: Library) -> Result<()> {
    // SAFETY: the type that Java has for it, and a machine that lives for ever.
    let version = unsafe {
        let on_load: unsafe extern "C" fn(*const c_void, *mut c_void) -> i32 =
            library.function("JNI_OnLoad")?;
        on_load(java::machine(), std::ptr::null_mut())
    };
    ensure!(version == java::VERSION, "JNI_OnLoad wants version {version:#x} of Java's interface");
    Ok(())
}

/// Compares the checksums of the library's functions with those from which the Kotlin layer was
/// generated; returns their number.
fn compare(library: Library, checksums: &str) -> Result<usize> {
    let list = std::fs::read_to_string(checksums).with_context(|| checksums.to_owned())?;
    for line in list.lines() {
        let (name, value) = line.split_once(' ').context("not a name and a value")?;
        // SAFETY: the type that all of them have.
        let here = unsafe {
            let checksum: unsafe extern "C" fn() -> u16 = library.function(name)?;
            checksum()
        };
        ensure!(value.parse() == Ok(here), "{name} is {here}, and the Kotlin layer wants {value}");
    }
    let count = list.lines().count();
    ensure!(count > 0, "{checksums} names no checksum");
    Ok(count)
}

fn plain_calls(library: Library) -> Result<String> {
    // SAFETY: here and below, the types that the Kotlin layer has for these functions.
    let version: String = library.lift(unsafe {
        let version: unsafe extern "C" fn(&mut RustCallStatus) -> RustBuffer =
            library.ours("func_version")?;
        library.call(|status| version(status))?
    })?;
    ensure!(version == trueghz_ffi::version(), "it is version {version}");
    // SAFETY: as above.
    let machine: Machine = library.lift(unsafe {
        let machine: unsafe extern "C" fn(&mut RustCallStatus) -> RustBuffer =
            library.ours("func_machine")?;
        library.call(|status| machine(status))?
    })?;
    ensure!(machine.system.platform == Platform::Android, "it takes the system for {:?}", machine.system);
    // SAFETY: as above.
    let refused = unsafe {
        let replay: unsafe extern "C" fn(RustBuffer, &mut RustCallStatus) -> RustBuffer =
            library.ours("func_replay")?;
        let text = library.lower("{}".to_owned())?;
        library.call(|status| replay(text, status))
    };
    let Err(refusal) = refused else { bail!("what is no recording is taken for one") };
    Ok(format!("version {version}, {} cores, a refusal with {refusal}", machine.cores.len()))
}

fn clocks(library: Library) -> Result<usize> {
    let ended = session::run(library, SessionJob::Clocks, Observing::Looks)?;
    ensure!(ended.windows.is_none(), "looking at clocks recorded windows");
    let SessionOutcome::ClocksSeen { table } = &ended.outcome else { bail!("no table of clocks") };
    ensure!(!table.rows.is_empty(), "the table of clocks is empty");
    watched(&ended)?;
    Ok(table.rows.len())
}

fn measurement(library: Library) -> Result<String> {
    let ended = session::run(library, instrument::job(DURATION_MS), Observing::Looks)?;
    let events = watched(&ended)?;
    let first = ended.seen.events.first();
    ensure!(matches!(first, Some(SessionEvent::Started { .. })), "the first event is {first:?}");
    let last = ended.seen.events.last();
    ensure!(matches!(last, Some(SessionEvent::CoreFinished { .. })), "the last event is {last:?}");
    let windows = ended.windows.as_deref().context("it recorded nothing")?;
    let reading = only_reading(&ended)?;
    ensure!(
        reading.conditions == Conditions::default(),
        "without a context it knows {:?}",
        reading.conditions
    );
    Ok(format!("{events}, {} bytes of windows, {:?}", windows.len(), reading.verdict))
}

/// An observer's events come from one thread, which is not the caller's; it is let go at the end.
fn watched(ended: &Ended) -> Result<String> {
    let seen = &ended.seen;
    // SAFETY: no pointers.
    let caller = unsafe { libc::gettid() };
    let [thread] = seen.threads[..] else { bail!("events came on the threads {:?}", seen.threads) };
    ensure!(thread != caller, "events came on the caller's thread");
    ensure!(seen.handles == -1, "the observer is still held: {}", seen.handles);
    Ok(format!("{} events on a thread of their own", seen.events.len()))
}

fn throwing(library: Library, daemon: &log::Daemon) -> Result<String> {
    daemon.lines()?;
    let ended = session::run(library, instrument::job(DURATION_MS), Observing::Throws)?;
    let seen = &ended.seen;
    ensure!(seen.events.len() == 1, "it was called {} times", seen.events.len());
    ensure!(seen.handles == -1, "the observer is still held: {}", seen.handles);
    let warnings = &only_reading(&ended)?.warnings;
    let warned = warnings.iter().any(|warning| warning.code() == "observer_panicked");
    ensure!(warned, "the reading warns of other things only: {warnings:?}");
    let lines = daemon.lines()?;
    let line = lines.iter().find(|line| line.text.contains("thrown on purpose"));
    let line = line.with_context(|| format!("the log has other lines only: {lines:?}"))?;
    ensure!(line.tag == "TrueGHz" && line.priority == WARNING, "the log has {line:?}");
    let thread = seen.threads.first().copied().unwrap_or_default() as u16;
    ensure!(line.thread == thread, "the log has another thread: {line:?}");
    Ok(line.text.clone())
}

fn power_manager(library: Library) -> Result<String> {
    // SAFETY: `NativeStart.attach`: the thread's part of Java, the class, the context.
    unsafe {
        type Attach = unsafe extern "C" fn(*const c_void, usize, usize);
        let attach: Attach = library.function("Java_org_trueghz_NativeStart_attach")?;
        attach(java::thread(), java::CONTEXT, java::CONTEXT);
    }
    let phones = [
        (Phone { power_saving: true, thermal: 3, headroom: 0.75 }, ThermalStatus::Severe),
        // NaN if a device does not know it.
        (Phone { power_saving: false, thermal: 0, headroom: f32::NAN }, ThermalStatus::Nominal),
    ];
    for (phone, thermal) in phones {
        java::be(phone);
        let ended = session::run(library, instrument::job(DURATION_MS), Observing::Looks)?;
        let told = Conditions {
            thermal: Some(thermal),
            thermal_headroom: Some(f64::from(phone.headroom)).filter(|headroom| !headroom.is_nan()),
            power_saving: Some(phone.power_saving),
            in_background: None,
        };
        let reading = only_reading(&ended)?;
        ensure!(reading.conditions == told, "{phone:?} comes to {:?}", reading.conditions);
        let warned = reading.warnings.iter().any(|warning| warning.code() == "low_power");
        ensure!(warned == phone.power_saving, "{phone:?} comes to {:?}", reading.warnings);
    }
    // A thread detaches when it ends, which is soon after its session has.
    let begun = Instant::now();
    while java::attached() != 0 {
        ensure!(begun.elapsed() < PATIENCE, "{} threads stay attached to Java", java::attached());
        std::thread::yield_now();
    }
    Ok("power saving, thermal status and headroom".to_owned())
}

fn only_reading(ended: &Ended) -> Result<&Reading> {
    let SessionOutcome::Measured { report } = &ended.outcome else { bail!("it did not measure") };
    report.cores.first().context("it measured no core")
}
