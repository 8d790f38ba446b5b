//! The clock of the calling thread's core.

use crate::host;
use crate::report::Reading;

use super::measure::{MeasureError, measure};
use super::options::Options;
use super::target::Selection;

/// Measures the clock of the core on which the calling thread runs, now. It takes about 0.6 s, for
/// which the caller waits.
///
/// If threads can be pinned, the measurement stays on that core even if the caller is moved. Pin a
/// benchmark that is to be converted to cycles, too ([`pin_to`](host::pin_to)). Apple's systems
/// choose the core by urgency: there it is the core on which the system puts the measuring thread,
/// and the reading states its type.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread. A core that cannot be measured has a refused
/// reading with the reason.
///
/// # Panics
/// If the measuring thread panicked, which is a defect of this crate.
pub fn clock() -> Result<Reading, MeasureError> {
    let can_pin = !host::allowed_cpus().is_empty();
    let here = host::current_cpu().filter(|_| can_pin);
    let selection = here.map_or(Selection::Current, |cpu| Selection::Cpus(vec![cpu]));
    let ended = measure(Options::new().cores(selection))?.wait();
    let measured = ended.unwrap_or_else(|panicked| panic!("{panicked}"));
    Ok(measured.measurement.cores.into_iter().next().expect("a reading for the requested core"))
}
