//! `trueghz replay`: recorded windows, estimated anew.

use std::fs::File;
use std::io::{self, Read};
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use trueghz::Measurement;
use trueghz::report::RawMeasurement;
use trueghz::report::sustained::SustainedReport;

use super::beside::Beside;
use crate::cli::ReplayArgs;
use crate::outcome::{Failure, Outcome, plain, print};
use crate::output::Form;
use crate::tally::Tally;

/// What is read of a file at most: an hour of windows (`--duration` allows a minute for each core, so this is
/// sixty cores). A core makes some 9,000 windows of the usual length in a second, and each takes some 55 bytes.
const LIMIT_BYTES: u64 = 3_600 * 9_000 * 55;

/// Estimates a file.
pub fn run(args: &ReplayArgs) -> Result<Outcome, Failure> {
    let beside = Beside::open(None, args.html.as_deref())?;
    let file = &args.file;
    let text = if file == Path::new("-") {
        read(io::stdin().lock(), LIMIT_BYTES)
    } else {
        open(file).and_then(|file| read(file, LIMIT_BYTES))
    };
    let text = text.map_err(|error| Failure::file("read", file, plain(&error)))?;
    if SustainedReport::may_be_lines(&text) {
        return sustained(args, &text);
    }
    let raw = RawMeasurement::from_json(&text).map_err(|error| Failure::file("use", file, error))?;
    let measurement = estimate_on_a_thread(&raw);
    let changed = |why| Failure::file("use", file, format!("its windows are no core's: {why}"));
    measurement.check().map_err(changed)?;
    beside.answer(Form::from(args.form), &measurement, &raw)?;
    let mut tally = Tally::default();
    tally.add(&measurement);
    Ok(if tally.is_complete() { Outcome::Complete } else { Outcome::Refused })
}

/// Estimates the records of a sustained load.
fn sustained(args: &ReplayArgs, text: &str) -> Result<Outcome, Failure> {
    if args.form.markdown || args.html.is_some() {
        return Err(Failure::new("records of a sustained load have no page yet: leave out --html and --markdown"));
    }
    let read = SustainedReport::from_lines(text).map_err(|error| Failure::file("use", &args.file, error))?;
    print(&Form::from(args.form).sustained(&read.report))?;
    if read.left_out > 0 {
        anstream::eprintln!("trueghz: {} damaged lines were left out", read.left_out);
    }
    Ok(if read.report.found.is_some() { Outcome::Complete } else { Outcome::Refused })
}

/// Opens a file, unless it is known to be too large before it is read.
fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.len() > LIMIT_BYTES { Err(too_large(LIMIT_BYTES)) } else { Ok(file) }
}

/// Reads to the end, but no more than `limit` bytes, and nothing more of what does not begin as JSON does.
fn read(from: impl Read, limit: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    // A byte more than is allowed tells that there is more.
    let mut from = from.take(limit.saturating_add(1));
    let chunk =
        |from: &mut io::Take<_>, bytes: &mut Vec<u8>| from.by_ref().take(CHUNK_BYTES).read_to_end(bytes);
    while chunk(&mut from, &mut bytes)? > 0 {
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        if first.is_some_and(|&byte| byte != b'{') {
            return Err(io::Error::other("it is no raw measurement, which begins with {"));
        }
    }
    if bytes.len() as u64 > limit {
        return Err(too_large(limit));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is no text in UTF-8"))
}

/// What is read before the first byte is looked at.
const CHUNK_BYTES: u64 = 64 << 10;

fn too_large(limit: u64) -> io::Error {
    let gigabytes = limit as f64 / 1e9;
    io::Error::other(format!("it holds more than {gigabytes:.1} GB, more than an hour of windows needs"))
}

/// Estimates where a session does: on a thread that is not the first. In programs for Windows by GNU's tools the first
/// one computes logarithms with other rounding (the C library's start sets the x87 unit's precision for it alone), and
/// a replay is to give the numbers of the day to the last bit.
fn estimate_on_a_thread(raw: &RawMeasurement) -> Measurement {
    thread::scope(|scope| scope.spawn(|| raw.estimate()).join()).unwrap_or_else(|panic| resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_read_to_the_limit() {
        let endless = || io::Cursor::new(b"{").chain(io::repeat(b' '));
        let error = read(endless(), 1_000_000).unwrap_err().to_string();
        assert!(error.contains("more than an hour of windows needs"), "{error}");
        assert_eq!(read(endless().take(1_000_000), 1_000_000).unwrap().len(), 1_000_000);
    }

    #[test]
    fn what_is_no_json_is_not_read_on() {
        struct Counted(u64);
        impl Read for Counted {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0 += buffer.len() as u64;
                buffer.fill(0);
                Ok(buffer.len())
            }
        }
        let mut zeros = Counted(0);
        assert!(read(&mut zeros, LIMIT_BYTES).unwrap_err().to_string().contains("begins with {"));
        assert!(zeros.0 <= CHUNK_BYTES, "{} bytes", zeros.0);
    }

    #[test]
    fn the_limit_is_the_one_that_the_help_states() {
        assert!(too_large(LIMIT_BYTES).to_string().contains("1.8 GB"));
        assert!(crate::help::REPLAY.contains("1.8 GB"));
    }
}
