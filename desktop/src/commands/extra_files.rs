//! Files written in addition to the output: raw data, HTML page, SVG plots, gauges.

use std::path::Path;

use trueghz::report::histogram::WindowHistogram;
use trueghz::report::{Measurement, RawMeasurement};
use trueghz_report::{Report, html, openmetrics};

use super::interrupt::Interrupt;
use crate::outcome::{Failure, Reader, print, print_aside};
use crate::output_file::OutputFile;

/// The requested files of `--raw`, `--html`, `--svg` and `--openmetrics`.
pub struct ExtraFiles {
    raw: Option<OutputFile>,
    html: Option<OutputFile>,
    svg: Option<OutputFile>,
    openmetrics: Option<OutputFile>,
}

impl ExtraFiles {
    /// Checks that all files can be written.
    ///
    /// # Errors
    /// [`Failure`] if one cannot be written, or if two take standard output.
    pub fn open(
        raw: Option<&Path>,
        html: Option<&Path>,
        svg: Option<&Path>,
        openmetrics: Option<&Path>,
    ) -> Result<ExtraFiles, Failure> {
        let open = |path: Option<&Path>| path.map(OutputFile::open).transpose();
        let files = ExtraFiles {
            raw: open(raw)?,
            html: open(html)?,
            svg: open(svg)?,
            openmetrics: open(openmetrics)?,
        };
        if let Some(OutputFile::File { path, .. }) = &files.openmetrics
            && path.extension().is_none_or(|extension| extension != "prom")
        {
            let why = "node_exporter reads only files whose names end in .prom";
            return Err(Failure::file("write", path, why));
        }
        if files.each().filter(|file| file.takes_standard_output()).count() > 1 {
            return Err(Failure::new("--raw, --html, --svg and --openmetrics need a file each"));
        }
        Ok(files)
    }

    fn each(&self) -> impl Iterator<Item = &OutputFile> {
        self.raw.iter().chain(&self.html).chain(&self.svg).chain(&self.openmetrics)
    }

    /// Prints the output: on standard error if one of the files takes standard output.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be written.
    pub fn answer(&self, text: &str) -> Result<Reader, Failure> {
        if self.each().any(OutputFile::takes_standard_output) { print_aside(text) } else { print(text) }
    }

    /// Writes the windows, the page and the picture.
    ///
    /// # Errors
    /// [`Failure`] if one cannot be written.
    pub fn write(
        &mut self,
        measurement: &Measurement,
        windows: &RawMeasurement,
        histograms: &[Option<WindowHistogram>],
    ) -> Result<(), Failure> {
        if let Some(file) = &mut self.raw {
            file.write(&(windows.to_json() + "\n"))?;
        }
        if let Some(file) = &mut self.html {
            file.write(&html::page(measurement, histograms))?;
        }
        self.write_picture(|| html::picture(&Report::Measurement(Box::new(measurement.clone()))))
    }

    /// Checks that a page and a picture can be written; opens no other file.
    ///
    /// # Errors
    /// [`Failure`] if one cannot.
    pub fn pictures(html: Option<&Path>, svg: Option<&Path>) -> Result<ExtraFiles, Failure> {
        ExtraFiles::open(None, html, svg, None)
    }

    /// Writes the page and the picture of a report.
    ///
    /// # Errors
    /// [`Failure`] if one cannot be written.
    pub fn draw(&mut self, report: &Report) -> Result<(), Failure> {
        self.write_page(|| html::report_page(report))?;
        self.write_picture(|| html::picture(report))
    }

    /// Creates the page and writes it, if one was requested.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be written.
    pub fn write_page(&mut self, page: impl FnOnce() -> String) -> Result<(), Failure> {
        self.html.as_mut().map_or(Ok(()), |file| file.write(&page()))
    }

    fn write_picture(&mut self, picture: impl FnOnce() -> String) -> Result<(), Failure> {
        self.svg.as_mut().map_or(Ok(()), |file| file.write(&picture()))
    }

    /// Writes the gauges, unless the measurement was stopped: its partial result is less than the
    /// file already contains.
    ///
    /// # Errors
    /// [`Failure`] if they cannot be written.
    pub fn write_openmetrics(
        &mut self,
        measurement: &Measurement,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        match &mut self.openmetrics {
            Some(file) if !interrupt.was_heard() => file.write(&openmetrics::text(measurement)),
            _ => Ok(()),
        }
    }
}
