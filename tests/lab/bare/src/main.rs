//! Proves a machine's timing: loops of known length, timed by the machine's counter.
//!
//! One core after the other prints `core N ...` and then its lines, `name steps iterations ticks`:
//! the number of steps of a loop, its iterations, and the ticks that the counter advanced.
//! `trueghz-lab prove` compares them with the settings.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod bare;

#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!("trueghz-lab-bare runs on the lab's machines only: see tests/lab/README.md");
    std::process::exit(2);
}
