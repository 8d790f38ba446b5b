//! Where a report on a clock that moves goes: the answer, a page beside it, a line of what is kept.

use std::path::Path;

use trueghz_report::Report;

use super::beside::Beside;
use super::keep::Keeper;
use crate::cli::ReportArgs;
use crate::distinct::distinct;
use crate::outcome::Failure;
use crate::output::Form;

/// All that was asked for, and can be written.
pub struct Destination {
    form: Form,
    beside: Beside,
    keeper: Keeper,
}

impl Destination {
    /// Makes sure that all can be written, besides a `record` of it, and changes nothing.
    ///
    /// # Errors
    /// [`Failure`] if something cannot.
    pub fn open(args: &ReportArgs, record: Option<&Path>) -> Result<Destination, Failure> {
        let (html, svg) = (args.page.html.as_deref(), args.page.svg.as_deref());
        let keep = args.kept.keep.as_deref();
        distinct(&[("--record", record), ("--html", html), ("--svg", svg), ("--keep", keep)])?;
        Ok(Destination {
            form: Form::from(args.form),
            beside: Beside::pictures(html, svg)?,
            keeper: Keeper::open(args.kept.keep.as_deref())?,
        })
    }

    /// Gives the answer, and writes what was asked for besides.
    ///
    /// # Errors
    /// [`Failure`] if something cannot be written.
    pub fn give(&mut self, report: Report) -> Result<(), Failure> {
        self.beside.answer(&self.form.report(&report))?;
        self.beside.draw(&report)?;
        self.keeper.keep(|| report)
    }
}
