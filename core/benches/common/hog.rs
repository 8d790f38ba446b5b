//! A busy process: this program again, told so by its environment.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use trueghz::host::pin_to;

/// Names the core on which this process is to be busy.
const HOG: &str = "TRUEGHZ_BENCH_HOG_CPU";

/// What the process says when it is on its core.
const READY: &str = "busy";

/// Turns between two looks of the compiler: some milliseconds.
const TURNS: u32 = 1 << 20;

/// A process that is busy until this is dropped.
pub struct Hog(Child);

impl Hog {
    /// Makes a core busy, and returns when it is; or says in words why it is not.
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

/// Is that process, if this one was started as one; else returns.
pub fn be_one_if_told() {
    let Ok(cpu) = std::env::var(HOG) else { return };
    let pinned = pin_to(cpu.parse().expect("a cpu number"));
    let said = pinned.as_ref().map_or_else(ToString::to_string, |_| READY.to_owned());
    // The parent may have gone: then nobody needs this process.
    if writeln!(std::io::stdout(), "{said}").is_err() || pinned.is_err() {
        std::process::exit(1);
    }
    // Eight sums that need nothing of each other keep the adders of a wide core busy.
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
