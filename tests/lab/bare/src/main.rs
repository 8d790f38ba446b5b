//! Proves a machine's timing: loops of known length, timed by the machine's counter.
//!
//! Every line it prints is `name steps trips ticks`: how often the loop was run, how many steps it has, and
//! how far the counter went. `trueghz-lab prove` compares them with what was set.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod bare;

#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!("trueghz-lab-bare runs on the lab's machines only: see tests/lab/README.md");
    std::process::exit(2);
}
