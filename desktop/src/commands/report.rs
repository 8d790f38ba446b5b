//! Where a report on a clock that moves goes: the answer, a page beside it, a line of what is kept.

use trueghz::report::Report;

use super::beside::Beside;
use super::keep::Keeper;
use crate::cli::ReportArgs;
use crate::outcome::Failure;
use crate::output::Form;

/// All that was asked for, and can be written.
pub struct Destination {
    form: Form,
    beside: Beside,
    keeper: Keeper,
}

impl Destination {
    /// Makes sure that all can be written, and changes nothing.
    ///
    /// # Errors
    /// [`Failure`] if something cannot.
    pub fn open(args: &ReportArgs) -> Result<Destination, Failure> {
        Ok(Destination {
            form: Form::from(args.form),
            beside: Beside::pictures(args.page.html.as_deref(), args.page.svg.as_deref())?,
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
