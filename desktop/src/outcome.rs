//! Exit status, error messages and standard streams.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use terminal_size::terminal_size_of;
use trueghz_report::text::is_acted_on;

use crate::format::{width_of, wrapping};
use crate::live;

/// Outcome of a command that ran without a [`Failure`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The requested result is complete.
    Complete,
    /// At least one core has no reading.
    Refused,
    /// A condition of the command line is not met.
    Unmet,
    /// Stopped before there was a result.
    Interrupted,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        ExitCode::from(match outcome {
            Outcome::Complete => 0,
            Outcome::Refused => 1,
            Outcome::Unmet => 3,
            Outcome::Interrupted => Outcome::INTERRUPTED,
        })
    }
}

impl Outcome {
    /// 128 plus the number of SIGINT, as in shells.
    pub const INTERRUPTED: u8 = 130;
}

/// Exit code of a [`Failure`] and of wrong usage.
pub const FAILED: u8 = 2;

/// Reason why a command failed, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Failure(String);

impl Failure {
    /// Creates a failure with this message.
    pub fn new(words: impl std::fmt::Display) -> Failure {
        Failure(words.to_string())
    }

    /// Creates a failure for a file that could not be used.
    pub fn file(doing: &str, path: &Path, error: impl std::fmt::Display) -> Failure {
        Failure(format!("cannot {doing} {}: {error}", path.display()))
    }
}

/// Prints a message on standard error: wrapped on a terminal, otherwise on one line.
pub fn complain(words: impl std::fmt::Display) {
    live::clear();
    let text = harmless(&format!("trueghz: {words}")).into_owned();
    let width = width_of(terminal_size_of(io::stderr()));
    let options = wrapping(width).subsequent_indent("  ");
    anstream::eprintln!("{}", textwrap::fill(&text, options));
}

/// Replaces control characters, on which a terminal acts, by the replacement character. Names of
/// files and of this machine may contain them; in the contents of files they are replaced when a
/// file is read. Line ends and the program's own colours are kept.
fn harmless(text: &str) -> Cow<'_, str> {
    let acts = |(at, c): (usize, char)| match c {
        '\n' | '\t' => false,
        '\r' => !text[at..].starts_with("\r\n"),
        '\u{1b}' => !is_colour(&text[at..]),
        c => is_acted_on(c),
    };
    if !text.char_indices().any(acts) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.char_indices().map(|of| if acts(of) { '\u{fffd}' } else { of.1 }).collect())
}

/// Returns `true` if a text begins with an escape sequence that sets only colours and weights.
fn is_colour(text: &str) -> bool {
    let Some(parameters) = text.strip_prefix("\u{1b}[") else { return false };
    let end = parameters.find(|c: char| !(c.is_ascii_digit() || c == ';'));
    end.is_some_and(|end| parameters[end..].starts_with('m'))
}

/// State of the reader of standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// It accepts data.
    Listening,
    /// It has closed the stream, as `head` does once it has enough lines.
    Gone,
}

/// Writes to standard output.
///
/// # Errors
/// [`Failure`] if writing fails, for example on a full disk.
pub fn print(text: &str) -> Result<Reader, Failure> {
    write(anstream::stdout().lock(), text)
}

/// Writes the output to standard error, because a file option uses standard output.
///
/// # Errors
/// As [`print()`].
pub fn print_aside(text: &str) -> Result<Reader, Failure> {
    write(anstream::stderr().lock(), text)
}

fn write(mut stream: impl Write, text: &str) -> Result<Reader, Failure> {
    live::clear();
    match stream.write_all(harmless(text).as_bytes()).and_then(|()| stream.flush()) {
        Ok(()) => Ok(Reader::Listening),
        Err(error) if reader_is_gone(&error) => Ok(Reader::Gone),
        Err(error) => Err(Failure::new(format!("cannot write the output: {}", plain(&error)))),
    }
}

/// Returns `true` if the error means that the reader has closed the stream.
///
/// For some pipes Windows reports "no process is on the other end of the pipe", which the standard
/// library does not map to a broken pipe.
pub fn reader_is_gone(error: &io::Error) -> bool {
    /// winerror.h: ERROR_PIPE_NOT_CONNECTED.
    const PIPE_NOT_CONNECTED: i32 = 233;
    let not_connected = cfg!(windows) && error.raw_os_error() == Some(PIPE_NOT_CONNECTED);
    not_connected || error.kind() == ErrorKind::BrokenPipe
}

/// Text of an error as the end of a sentence, without the system's error number.
pub fn plain(error: &io::Error) -> String {
    let words = error.to_string();
    let mut letters = words.split(" (os error").next().unwrap_or_default().chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_told_nothing_but_colours() {
        for (text, shown) in [
            ("\u{1b}[1;36msteady\u{1b}[0m\r\n\ta", "\u{1b}[1;36msteady\u{1b}[0m\r\n\ta"),
            ("\u{1b}]52;c;AAAA\u{7}", "\u{fffd}]52;c;AAAA\u{fffd}"),
            ("\u{1b}[2J\u{1b}[H\u{1b}", "\u{fffd}[2J\u{fffd}[H\u{fffd}"),
            ("a\rb\u{9b}2J\u{202e}\u{2028}", "a\u{fffd}b\u{fffd}2J\u{fffd}\u{fffd}"),
            ("3.69 GHz \u{b1} 1 kHz", "3.69 GHz \u{b1} 1 kHz"),
        ] {
            assert_eq!(harmless(text), shown, "{text:?}");
        }
    }
}
