//! A busy process: a second instance of this program, started with an environment variable.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use trueghz::host::pin_to;

/// Environment variable with the CPU on which this process is to be busy.
const HOG: &str = "TRUEGHZ_BENCH_HOG_CPU";

/// Message of the process when it runs on its CPU.
const READY: &str = "busy";

/// Iterations between two calls of `black_box`: some milliseconds.
const TURNS: u32 = 1 << 20;

/// A process that is busy until this guard is dropped.
pub struct Hog(Child);

impl Hog {
    /// Makes `cpu` busy and returns when it is, or returns the reason why it is not.
    pub fn on(cpu: u32) -> Result<Hog, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        let started = command.env(HOG, cpu.to_string()).stdout(Stdio::piped()).spawn();
        let mut hog = Hog(started.map_err(|error| error.to_string())?);
        let output = hog.0.stdout.take().ok_or("no pipe")?;
        let mut said = String::new();
        BufReader::new(output).read_line(&mut said).map_err(|error| error.to_string())?;
        match said.trim() {
            READY => Ok(hog),
            "" => Err("it ended at once".to_owned()),
            why => Err(why.to_owned()),
        }
    }
}

impl Drop for Hog {
    fn drop(&mut self) {
        let ended = self.0.kill().and_then(|()| self.0.wait());
        if let Err(error) = ended {
            eprintln!("a busy process is left: {error}");
        }
    }
}

/// Runs as the busy process if this one was started as one; returns otherwise.
pub fn be_one_if_told() {
    let Ok(cpu) = std::env::var(HOG) else { return };
    let pinned = pin_to(cpu.parse().expect("a cpu number"));
    let said = pinned.as_ref().map_or_else(ToString::to_string, |_| READY.to_owned());
    // If the parent has ended, this process is not needed.
    if writeln!(std::io::stdout(), "{said}").is_err() || pinned.is_err() {
        std::process::exit(1);
    }
    // Eight independent sums keep the adders of a wide core busy.
    let mut sums = [1_u64, 2, 3, 4, 5, 6, 7, 8];
    loop {
        for turn in 0..TURNS {
            for sum in &mut sums {
                *sum = (*sum ^ u64::from(turn)).wrapping_add(sum.rotate_left(7));
            }
        }
        black_box(&mut sums);
    }
}
