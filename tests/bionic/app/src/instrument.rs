//! The library as the instrument of the lab: a measurement as the program `trueghz` prints and
//! writes one.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use trueghz::run::target::Selection;
use trueghz_ffi::{MeasureOptions, SessionJob, SessionOutcome};
use uniffi::{RustBuffer, RustCallStatus};

use crate::library::Library;
use crate::session::{self, Observing};

/// Measures, by those options of the program that the lab gives.
///
/// # Errors
/// If the library fails, or there are other options.
pub fn measure(path: &str, options: &[&str]) -> Result<()> {
    let ["--json", "--duration", duration, "--raw", file] = options else {
        bail!("the options are --json --duration MSms --raw FILE");
    };
    let milliseconds = duration.strip_suffix("ms").and_then(|number| number.parse().ok());
    let milliseconds = milliseconds.with_context(|| format!("{duration} are no milliseconds"))?;
    let library = Library::open(path)?;
    let ended = session::run(library, job(milliseconds), Observing::Looks)?;
    let SessionOutcome::Measured { report } = ended.outcome else { bail!("it did not measure") };
    ensure!(!ended.seen.events.is_empty(), "its observer saw nothing");
    fs::write(file, ended.windows.context("it recorded nothing")?)?;
    // SAFETY: the type that the Kotlin layer has for it.
    let json = unsafe {
        let json: unsafe extern "C" fn(RustBuffer, &mut RustCallStatus) -> RustBuffer =
            library.ours("func_report_json")?;
        let report = library.lower(*report)?;
        library.call(|status| json(report, status))?
    };
    println!("{}", library.lift::<String>(json)?);
    Ok(())
}

/// A measurement as the program makes one.
pub fn job(milliseconds: u32) -> SessionJob {
    SessionJob::Measure {
        options: MeasureOptions {
            cores: Selection::EachCoreType,
            duration_ms: Some(milliseconds),
            warm_up_limit_ms: None,
            keep_clear: false,
        },
    }
}
