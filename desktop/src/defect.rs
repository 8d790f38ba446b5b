//! The end of the program by a panic, which is a defect of it.
//!
//! The shipped program carries no tables to unwind by (tools/dist.sh), so nothing after a panic
//! would run anyway. Files are safe: a new one replaces the old one as its last step.

use std::io::Write;
use std::panic::{PanicHookInfo, set_hook};

use crate::outcome::FAILED;

/// Makes a panic on any thread end the program with a sentence and the exit status of a failure.
pub fn end_at_any_panic() {
    set_hook(Box::new(|panic| {
        // Not through `live` or `complain`, whose locks the panicking thread may hold. If standard
        // error cannot be written, the status is what is left.
        drop(writeln!(std::io::stderr(), "{}", sentence(panic)));
        std::process::exit(FAILED.into());
    }));
}

fn sentence(panic: &PanicHookInfo<'_>) -> String {
    let place = panic.location().map(|place| format!(" ({}:{})", place.file(), place.line()));
    let message = panic.payload_as_str().unwrap_or("no message");
    format!("\ntrueghz: a defect of this program, please report it: {message}{}", place.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    /// Tells the test below that it is the child.
    const CHILD: &str = "TRUEGHZ_TEST_PANICS";

    /// Skipped under an emulator, in which a program cannot start itself.
    #[test]
    fn a_panic_on_any_thread_ends_the_program_with_a_sentence() {
        if std::env::var_os(CHILD).is_some() {
            super::end_at_any_panic();
            drop(std::thread::spawn(|| panic!("on purpose")).join());
            unreachable!("the program has ended");
        }
        if std::env::var_os("TRUEGHZ_TEST_EMULATOR").is_some() {
            return;
        }
        let mut child = Command::new(std::env::current_exe().expect("this program"));
        child.args(["a_panic_on_any_thread", "--nocapture"]).env(CHILD, "1");
        let output = child.output().expect("it runs");
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(words.contains("please report it: on purpose (desktop"), "{words}");
    }
}
