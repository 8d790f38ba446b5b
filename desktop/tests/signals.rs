//! Ctrl-C and the other signals that end a program: the partial result is printed, whenever they
//! arrive.

#![cfg(unix)]

mod common;

use std::io::{BufRead, BufReader};
use std::process::Child;
#[cfg(target_os = "linux")]
use std::time::Duration;

use common::start;
#[cfg(target_os = "linux")]
use common::{code, text, wait_until_it_measures};

/// All signals that a terminal, a shell and a system send to request an orderly end.
const ENDING: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

fn send(signal: libc::c_int, child: &Child) {
    let pid = libc::pid_t::try_from(child.id()).unwrap();
    // SAFETY: sends a signal to a child that this test started and has not waited for.
    assert_eq!(unsafe { libc::kill(pid, signal) }, 0);
}

/// Waits for the end, with a timeout so long that only a hanging program exceeds it.
#[cfg(target_os = "linux")]
fn end_of(child: Child) -> (i32, String, String) {
    let (sender, receiver) = std::sync::mpsc::channel();
    // Read while waiting: a long output would fill the pipe and block the program.
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let output = receiver.recv_timeout(Duration::from_secs(30)).expect("a signal ends the program").unwrap();
    (code(&output), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
}

#[test]
fn each_of_them_ends_a_watch_with_what_is_known() {
    for signal in ENDING {
        let mut child = start(&["--watch", "--csv", "--cpu", "current", "--duration", "50ms"]);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let header = lines.next().unwrap().unwrap();
        let first = lines.next().unwrap().unwrap();
        assert!(header.starts_with("reading,") && first.starts_with("1,"));
        send(signal, &child);
        let rest: Vec<String> = lines.map(Result::unwrap).collect();
        let status = child.wait().unwrap().code();
        assert!(matches!(status, Some(0 | 1 | 130)), "{signal}: {status:?}");
        assert!(rest.iter().all(|row| row.split(',').count() >= header.split(',').count()), "no half rows");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_at_once_says_that_nothing_is_known() {
    let child = start(&["--cpu", "current", "--duration", "60s"]);
    wait_until_it_measures(&child);
    send(libc::SIGINT, &child);
    let (code, out, err) = end_of(child);
    assert_eq!(err, "");
    // If the signal is delivered late, the program may already have a reading.
    match code {
        130 => assert!(out.contains("stopped before the first reading"), "{out}"),
        0 => assert!(out.contains("stopped early"), "{out}"),
        other => panic!("ended with {other}: {out}"),
    }
}

/// Sends signals at times from the start of the warm-up to well into the windows.
#[cfg(target_os = "linux")]
#[test]
fn whenever_one_comes_the_reading_so_far_is_printed() {
    /// Latest time of a signal, in milliseconds.
    const LATEST_MS: f64 = 600.0;
    /// Golden ratio: the fractional parts of its multiples fill 0 to 1 evenly.
    const GOLDEN: f64 = 0.618_034;
    for time in 0..20_u32 {
        let moment_ms = (f64::from(time) * GOLDEN).fract() * LATEST_MS;
        let signal = ENDING[time as usize % ENDING.len()];
        keeps_what_is_known("20s", Duration::from_secs_f64(moment_ms / 1e3), |child| send(signal, child));
    }
}

/// `timeout` sends one signal to the program and one to its group, and users press twice.
#[cfg(target_os = "linux")]
#[test]
fn two_signals_at_once_are_one() {
    keeps_what_is_known("60s", Duration::from_secs(1), |child| {
        send(libc::SIGINT, child);
        send(libc::SIGTERM, child);
        std::thread::sleep(Duration::from_millis(30));
        // The child may have ended, but its process id stays valid until it is waited for.
        send(libc::SIGINT, child);
    });
}

#[cfg(target_os = "linux")]
fn keeps_what_is_known(duration: &str, after: Duration, signal: impl FnOnce(&Child)) {
    let child = start(&["--json", "--cpu", "current", "--duration", duration]);
    wait_until_it_measures(&child);
    std::thread::sleep(after);
    signal(&child);
    let (code, out, err) = end_of(child);
    assert_eq!(err, "");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let core = &answer["cores"][0];
    assert!(core["warnings"].as_array().unwrap().iter().any(|w| w["code"] == "cancelled"), "{core}");
    match code {
        0 => assert!(core["frequency_hz"].is_object(), "{core}"),
        130 => assert_eq!(
            (&core["verdict"], &core["frequency_hz"]),
            (&"refused".into(), &serde_json::Value::Null)
        ),
        other => panic!("ended with {other} after {after:?}: {core}"),
    }
}
