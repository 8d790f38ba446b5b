//! Machine code of the user's own, measured as the set's forms are.
//!
//! Nothing is known of it: it may write anywhere, fault, or never end. So it runs in a process of
//! its own, whose end another process observes (desktop/src/commands/own.rs).

use trueghz::run::environment::HostEnvironment;
use trueghz::run::event::Observer;
use trueghz::run::measure::MeasureError;
use trueghz::run::session::Session;

use super::code::{Code, OwnCode};
use super::form::{Body, InstructionForm, InstructionProperty, Metric};
use super::measure::{InstructionOptions, measure_forms_at};
use super::set::SLOTS;
use super::table::Table;
use super::words;
use super::written::Written;

/// Maximum size of a step in bytes: 1,000 of them still fit into a second-level cache.
pub const MOST_BYTES: usize = 256;

/// The group of such code.
pub const OWN: &str = "own";

/// The user's own code to measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Own {
    /// Its name in the report.
    pub name: String,
    /// The code.
    pub code: OwnCode,
    /// For a latency: the source register, the result register, and the instruction at the end of
    /// the step that leads back.
    pub latency: Option<(String, String, String)>,
}

impl Own {
    /// As a form of one row. It lasts as long as the process.
    fn into_form(self) -> &'static InstructionForm {
        let text = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
        let metric = match self.latency {
            Some((from, to, via)) => Metric::Latency { from: text(from), to: text(to), via: Some(text(via)) },
            None => Metric::Throughput { copies: 1 },
        };
        let code = Code {
            short: words::call_own,
            middle: words::call_own,
            written: Some(words::call_own),
            own: Some(Box::leak(Box::new(self.code))),
        };
        Box::leak(Box::new(InstructionForm {
            key: "",
            name: text(self.name),
            group: OWN,
            features: &[],
            marks: &[],
            is_present: || true,
            values: [Some(1.0_f64.to_bits()); SLOTS],
            properties: Box::leak(Box::new([InstructionProperty { key: "", metric, code, text: "" }])),
            parts: [None; 2],
        }))
    }
}

/// Code that returned when it ran once.
pub struct Tried(&'static InstructionForm);

/// Runs the code once: the part before the loop and twenty steps.
///
/// # Errors
/// The system's error, if it provides no memory to execute. Any other failure of the code ends the
/// process.
pub fn try_once(own: Own) -> std::io::Result<Tried> {
    let form = own.into_form();
    let row = &form.properties()[0];
    // For its error: what is ready has none.
    Written::of(row.code())?;
    if let Some(mut run) = form.ready(row, Body::Short) {
        run.calls(1, 1);
    }
    Ok(Tried(form))
}

/// Starts measuring such code on this machine. The forms in `options` are ignored.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread.
pub fn measure_own(
    Tried(form): Tried,
    options: InstructionOptions,
    observer: impl Observer + 'static,
) -> Result<Session<Table>, MeasureError> {
    Ok(measure_forms_at(HostEnvironment::with_its_clocks()?, vec![form], options, observer)?)
}
