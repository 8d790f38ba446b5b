//! Destination and time of the gauges that `trueghz measure --openmetrics` writes.

use std::fs;
use std::path::Path;

use crate::common::{assert_one_sentence, code, run, text};

const SHORT: [&str; 5] = ["measure", "--cpu", "current", "--duration", "50ms"];

fn measure(more: &[&str]) -> std::process::Output {
    run(SHORT.iter().chain(more).copied())
}

fn assert_gauges(text: &str) {
    assert!(text.starts_with("# TYPE trueghz_build_info gauge\n") && text.ends_with("# EOF\n"), "{text}");
    let states = text.lines().filter(|line| line.starts_with("trueghz_verdict{"));
    assert_eq!(states.clone().count(), 4, "{text}");
    assert_eq!(states.filter(|line| line.ends_with(" 1")).count(), 1, "{text}");
}

#[test]
fn a_file_is_replaced_and_nothing_is_left_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trueghz.prom");
    fs::write(&file, "what was there").unwrap();
    let output = measure(&["--repeat", "2", "--openmetrics", file.to_str().unwrap()]);
    assert!([0, 1].contains(&code(&output)), "{output:?}");
    assert_ne!(text(&output.stdout), "", "the answer");
    assert_gauges(&fs::read_to_string(&file).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_hyphen_is_standard_output_and_the_answer_stands_aside() {
    let output = measure(&["--openmetrics", "-"]);
    assert!([0, 1].contains(&code(&output)), "{output:?}");
    assert_gauges(text(&output.stdout));
    assert_ne!(text(&output.stderr), "", "the answer");
    assert!(!Path::new("-").exists());
}

#[test]
fn what_cannot_be_written_is_said_before_anything_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let named = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (words, says) in [
        (&["--openmetrics", &named("trueghz.txt")][..], "names end in .prom"),
        (&["--openmetrics", &named("nowhere/trueghz.prom")], "nowhere"),
        (&["--openmetrics", "-", "--raw", "-"], "need a file each"),
    ] {
        let output = measure(words);
        assert_eq!((code(&output), text(&output.stdout)), (2, ""), "{words:?}");
        assert_one_sentence(&output, says);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// `--watch` writes after its first measurement, waits, and ends at once at a signal; the file
/// stays.
#[cfg(unix)]
#[test]
fn a_watch_rests_between_measurements_and_leaves_its_file() {
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trueghz.prom");
    let path = file.to_str().unwrap();
    let words = [&SHORT[..], &["--watch", "--every", "1h", "--openmetrics", path]].concat();
    let child = crate::common::start(&words);
    let begun = Instant::now();
    while !file.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "a measurement of 50 ms");
        std::thread::sleep(Duration::from_millis(5));
    }
    let process = i32::try_from(child.id()).unwrap();
    // SAFETY: the child was not waited for, so the process id is still its own.
    assert_eq!(unsafe { libc::kill(process, libc::SIGTERM) }, 0);
    let output = child.wait_with_output().unwrap();
    // 130: on a loaded machine the only measurement may have no reading.
    assert!([0, 1, 130].contains(&code(&output)), "{output:?}");
    assert_gauges(&fs::read_to_string(&file).unwrap());
}
