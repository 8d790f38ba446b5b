//! The instruments that measure on a machine: the program for Linux or for macOS, or the library
//! for Android.

use std::path::{Path, PathBuf};

use crate::emulator::{Error, Program};
use crate::list::{Cell, Instrument};
use crate::recording;

/// The instruments that are at hand.
#[derive(Debug, clap::Args)]
pub struct Instruments {
    /// The instrument: a static aarch64 Linux program
    #[arg(long)]
    program: PathBuf,
    /// The other one: a folder with the library for Android, Android's C library, and the program
    /// and the loader that use them (make/lab.mk)
    #[arg(long)]
    android: Option<PathBuf>,
    /// A third one: a folder with the program for macOS and with tests/apple-on-linux, which runs
    /// it
    #[arg(long)]
    apple: Option<PathBuf>,
}

/// The names of files in the folder for Android: the loader is the program that runs, and the app
/// its first argument.
const LOADER: &str = "trueghz-bionic-loader";
const APP: &str = "trueghz-bionic-app";
const LIBRARY: &str = "libtrueghz_ffi.so";

/// The loader and the program in the folder for macOS.
const APPLE_LOADER: &str = "trueghz-apple-on-linux";
const APPLE_PROGRAM: &str = "trueghz";

impl Instruments {
    /// Returns `true` if a cell's instrument is available.
    pub fn has(&self, cell: &Cell) -> bool {
        match cell.instrument {
            Instrument::AndroidLibrary => self.android.is_some(),
            _ => cell.apple.is_none() || self.apple.is_some(),
        }
    }

    /// The program that measures a cell, with its arguments.
    ///
    /// # Errors
    /// If the folder for Android cannot be read.
    pub fn program(&self, cell: &Cell) -> Result<Program, Error> {
        let duration = format!("{}ms", cell.duration_ms);
        let duration = ["--duration", &duration];
        let measure = || [&["measure", "--json"], &duration[..], &["--raw", recording::FILE]].concat();
        let forms = || cell.forms.iter().map(String::as_str);
        let words: Vec<&str> = match (cell.instrument, &self.android) {
            (Instrument::AndroidLibrary, Some(folder)) => return android(folder, &measure()),
            (Instrument::Instructions, _) => ["instructions", "--json"].into_iter().chain(forms()).collect(),
            (Instrument::Units, _) => {
                ["instructions", "--units", "--json"].into_iter().chain(forms()).collect()
            }
            (Instrument::Identify, _) => vec!["identify", "--json"],
            (Instrument::Ramp, _) => {
                [&["ramp", "--json", "--rest", "100ms", "--repeat", "1"], &duration[..]].concat()
            }
            (Instrument::Sustained, _) => {
                let class = cell.load_class.iter().flat_map(|class| ["--class", class]);
                let load = cell.load.iter().flat_map(|load| ["--load", load]);
                ["sustained", "--json"].into_iter().chain(duration).chain(class).chain(load).collect()
            }
            _ => measure(),
        };
        Ok(match (&cell.apple, &self.apple) {
            (Some(settings), Some(folder)) => apple(folder, settings, &words),
            _ => {
                let arguments = words.into_iter().map(str::to_owned).collect();
                Program { file: self.program.clone(), arguments, files: Vec::new() }
            }
        })
    }
}

/// The loader, which runs the app, which uses the library: all of them lie at the guest's root.
fn android(folder: &Path, words: &[&str]) -> Result<Program, Error> {
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| Error::File(folder.into(), error))?;
    let files = entries.iter().map(std::fs::DirEntry::path).filter(|file| !file.ends_with(LOADER)).collect();
    let places = ["/".to_owned(), format!("/{APP}"), format!("/{LIBRARY}")];
    let arguments = places.into_iter().chain(words.iter().map(|word| (*word).to_owned())).collect();
    Ok(Program { file: folder.join(LOADER), arguments, files })
}

/// The loader with the settings of the emulated macOS, which runs the program at the guest's root.
fn apple(folder: &Path, settings: &[String], words: &[&str]) -> Program {
    let program = format!("/{APPLE_PROGRAM}");
    let words = words.iter().map(|word| (*word).to_owned());
    let arguments = settings.iter().cloned().chain([program]).chain(words).collect();
    Program { file: folder.join(APPLE_LOADER), arguments, files: vec![folder.join(APPLE_PROGRAM)] }
}
