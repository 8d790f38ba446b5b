//! Duration of the shortest commands, from start to end. Prints a table; asserts nothing.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Number of runs per row.
const RUNS: usize = 50;

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    println!("\n## The program: {RUNS} runs per row\n");
    println!("| command | fastest ms | median ms |");
    println!("|---|---|---|");
    // Baseline: the cost of starting any program on this machine.
    row("true", Command::new("true"));
    for arguments in [&["--version"][..], &["info"], &["timebase", "125/3"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trueghz"));
        command.args(arguments);
        row(&format!("trueghz {}", arguments.join(" ")), command);
    }
}

fn row(name: &str, mut command: Command) {
    command.stdout(Stdio::null());
    let mut times: Vec<Duration> = (0..RUNS).map(|_| time(&mut command)).collect();
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!("| `{name}` | {:.2} | {:.2} |", ms(times[0]), ms(times[RUNS / 2]));
}

fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    let status = command.status().expect("a program that starts");
    assert!(status.success(), "{command:?}: {status}");
    start.elapsed()
}
