//! `trueghz-bionic-app LIBRARY check CHECKSUMS`: loads TrueGHz's library for Android and uses it as
//! an app does; prints a line for each result, and ends with 1 at the first that is wrong.
//! CHECKSUMS is a file with the name and the value of every checksum that the Kotlin layer
//! compares.
//!
//! `trueghz-bionic-app LIBRARY measure --json --duration MSms --raw FILE`: measures with it, and
//! prints and writes what the program `trueghz` does: for the lab.
//!
//! A program for Android, which tests/bionic/loader runs. Parts of Android outside its C library
//! are simulated: the Java machine (`java`) and the log's daemon (`log`).

#[cfg(unix)]
mod checks;
#[cfg(unix)]
mod instrument;
#[cfg(unix)]
mod java;
#[cfg(unix)]
mod library;
#[cfg(unix)]
mod log;
#[cfg(unix)]
mod session;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        [library, "check", checksums] => checks::all(library, checksums),
        [library, "measure", ref options @ ..] => instrument::measure(library, options),
        _ => Err(anyhow::anyhow!(
            "usage: trueghz-bionic-app LIBRARY check CHECKSUMS | LIBRARY measure OPTION..."
        )),
    };
    match done {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("trueghz-bionic-app: {error:#}");
            std::process::ExitCode::FAILURE
        }
    }
}

#[cfg(not(unix))]
fn main() {}
