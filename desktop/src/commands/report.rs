//! Destinations of a report on a varying clock: the output, a page, and a line in a store.

use std::path::Path;

use trueghz_report::Report;

use super::extra_files::ExtraFiles;
use super::keep::ReportAppender;
use crate::cli::ReportArgs;
use crate::distinct::distinct;
use crate::outcome::Failure;
use crate::output::Format;

/// Requested outputs, all of which can be written.
pub struct Destination {
    form: Format,
    files: ExtraFiles,
    keeper: ReportAppender,
}

impl Destination {
    /// Checks that all outputs except `record` can be written, and changes nothing. `record` must
    /// differ from the other files.
    ///
    /// # Errors
    /// [`Failure`] if one cannot be written, or if two are the same file.
    pub fn open(args: &ReportArgs, record: Option<&Path>) -> Result<Destination, Failure> {
        let (html, svg) = (args.page.html.as_deref(), args.page.svg.as_deref());
        let keep = args.kept.keep.as_deref();
        distinct(&[("--record", record), ("--html", html), ("--svg", svg), ("--keep", keep)])?;
        Ok(Destination {
            form: Format::from(args.form),
            files: ExtraFiles::pictures(html, svg)?,
            keeper: ReportAppender::open(args.kept.keep.as_deref())?,
        })
    }

    /// Prints the report and writes the requested files.
    ///
    /// # Errors
    /// [`Failure`] if one cannot be written.
    pub fn give(&mut self, report: Report) -> Result<(), Failure> {
        self.files.answer(&self.form.report(&report))?;
        self.files.draw(&report)?;
        self.keeper.keep(|| report)
    }
}
