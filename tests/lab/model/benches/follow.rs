//! The cost of modelling an instruction: each one modelled again, and looked up block by block.
//!
//! `make lab-bench`. The only place of the lab where real time is measured.

use std::hint::black_box;
use std::time::Instant;

use trueghz_lab_model::follow::Follower;
use trueghz_lab_model::machine::CoreTiming;

const ADD: u32 = 0x8b01_0000; // add x0, x0, x1
const SUBS: u32 = 0xf100_0442; // subs x2, x2, #1
const BRANCH: u32 = 0x54ff_ffe1; // b.ne

/// Nanoseconds an instruction.
fn cost_ns(steps: usize, remembers: bool, instructions: u64) -> f64 {
    let core = "width = 8\nwindow = 600\npipes = { alu = 6 }";
    let timing: CoreTiming = toml::from_str(core).expect("well-formed");
    let mut follower = Follower::new(&timing, remembers);
    let mut body = vec![ADD; steps];
    body.extend([SUBS, BRANCH]);
    let iterations = instructions / body.len() as u64;
    let mut block = follower.block(0x1000, &body, true);
    let start = Instant::now();
    for _ in 0..iterations {
        follower.enter(black_box(&mut block));
    }
    start.elapsed().as_secs_f64() * 1e9 / (iterations * body.len() as u64) as f64
}

fn main() {
    println!("steps  modelled, ns  looked up, ns  times faster");
    for steps in [0, 32, 256] {
        let slow = cost_ns(steps, false, 20_000_000);
        let fast = cost_ns(steps, true, 200_000_000);
        println!("{steps:5}  {slow:12.3}  {fast:13.4}  {:12.0}", slow / fast);
    }
}
