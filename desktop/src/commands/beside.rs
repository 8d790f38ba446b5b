//! What is written beside an answer: the windows, and the page.

use std::path::Path;

use trueghz::report::histogram::WindowHistogram;
use trueghz::report::{Measurement, RawMeasurement, html};

use crate::outcome::{Failure, print, print_aside};
use crate::output::Form;
use crate::output_file::OutputFile;

/// The files of `--raw` and `--html`, where they were asked for.
pub struct Beside {
    raw: Option<OutputFile>,
    html: Option<OutputFile>,
}

impl Beside {
    /// Makes sure that both can be written.
    ///
    /// # Errors
    /// [`Failure`] if one cannot, or if both are the same.
    pub fn open(raw: Option<&Path>, html: Option<&Path>) -> Result<Beside, Failure> {
        let open = |path: Option<&Path>| path.map(OutputFile::open).transpose();
        let is_same = raw.is_some() && raw == html;
        let beside = Beside { raw: open(raw)?, html: open(html)? };
        let takes = |file: &Option<OutputFile>| file.as_ref().is_some_and(OutputFile::takes_standard_output);
        if is_same || (takes(&beside.raw) && takes(&beside.html)) {
            return Err(Failure::new("--raw and --html need a file each"));
        }
        Ok(beside)
    }

    /// Gives the answer, then writes what was asked for. The answer stands aside, on standard error, where standard
    /// output is taken.
    ///
    /// # Errors
    /// [`Failure`] if something cannot be written.
    pub fn answer(
        self,
        form: Form,
        measurement: &Measurement,
        windows: &RawMeasurement,
    ) -> Result<(), Failure> {
        let answer = form.single(measurement, windows);
        let mut files = self.raw.iter().chain(&self.html);
        if files.any(OutputFile::takes_standard_output) {
            print_aside(&answer)?;
        } else {
            print(&answer)?;
        }
        if let Some(file) = self.raw {
            file.write(&(windows.to_json() + "\n"))?;
        }
        if let Some(file) = self.html {
            file.write(&html::page(measurement, &WindowHistogram::of_each(windows)))?;
        }
        Ok(())
    }
}
