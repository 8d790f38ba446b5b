//! Time from a signal to the end of a reading, and whether the partial result is printed. Prints a
//! table; asserts nothing.
//!
//! `TRUEGHZ_BENCH_KILLS` sets the number of readings per signal (default 100).

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    #[cfg(target_os = "linux")]
    linux::print();
    #[cfg(not(target_os = "linux"))]
    println!("\n## Signals\n\nNot measured here: only Linux tells from outside that a reading has begun.");
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io::Read;
    use std::process::{Child, Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    /// Longest measuring time that the program accepts.
    const DURATION: &str = "60s";

    /// Latest signal, after the start of the measurement. If interrupts keep windows short, a
    /// reading has its maximum number of windows by then.
    const LATEST: Duration = Duration::from_secs(4);

    /// Golden ratio: the fractional parts of its multiples fill 0 to 1 evenly.
    const GOLDEN: f64 = 0.618_034;

    const SIGNALS: [(&str, libc::c_int); 3] =
        [("SIGINT", libc::SIGINT), ("SIGTERM", libc::SIGTERM), ("SIGHUP", libc::SIGHUP)];

    pub fn print() {
        let kills =
            std::env::var("TRUEGHZ_BENCH_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
        println!("\n## Signals: {kills} readings of {DURATION} per row, each ended at another moment\n");
        println!("| signal | printed a reading | with a number | median ms to the end | worst ms |");
        println!("|---|---|---|---|---|");
        for (name, signal) in SIGNALS {
            let ends: Vec<End> = (0..kills)
                .map(|kill| End::after(LATEST.mul_f64((f64::from(kill) * GOLDEN).fract()), signal))
                .collect();
            let share = |counts: fn(&End) -> bool| {
                format!("{} of {kills}", ends.iter().filter(|&end| counts(end)).count())
            };
            let mut times: Vec<Duration> = ends.iter().map(|end| end.took).collect();
            times.sort();
            let ms = |time: Option<&Duration>| time.map_or(f64::NAN, |time| time.as_secs_f64() * 1e3);
            println!(
                "| {name} | {} | {} | {:.1} | {:.1} |",
                share(|end| end.printed),
                share(|end| end.number),
                ms(times.get(times.len() / 2)),
                ms(times.last()),
            );
        }
    }

    /// Result of a reading that a signal ended.
    struct End {
        printed: bool,
        number: bool,
        took: Duration,
    }

    impl End {
        /// Starts a reading and sends it `signal` when it has measured for `moment`.
        fn after(moment: Duration, signal: libc::c_int) -> End {
            let mut child = Command::new(env!("CARGO_BIN_EXE_trueghz"))
                .args(["--json", "--cpu", "current", "--duration", DURATION])
                .stdout(Stdio::piped())
                .spawn()
                .expect("a program that starts");
            while !measures(&child) {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(moment);
            let sent = Instant::now();
            let pid = libc::pid_t::try_from(child.id()).expect("a process");
            // SAFETY: sends a signal to a child that has not been waited for.
            assert_eq!(unsafe { libc::kill(pid, signal) }, 0);
            let mut text = String::new();
            child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
            child.wait().expect("an end");
            let took = sent.elapsed();
            let answer: Option<serde_json::Value> = serde_json::from_str(&text).ok();
            let reading = answer.as_ref().and_then(|answer| answer.pointer("/cores/0"));
            let number = reading.is_some_and(|reading| !reading["frequency_hz"].is_null());
            End { printed: reading.is_some(), number, took }
        }
    }

    /// Returns `true` if the measuring thread runs; by then the signal handler is installed.
    fn measures(child: &Child) -> bool {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", child.id())).into_iter().flatten().flatten();
        let mut names = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
        names.any(|name| name.trim() == "trueghz-measure")
    }
}
