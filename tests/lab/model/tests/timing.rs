//! The model's timing against counts made by hand, and the fast way against the slow one.

use proptest::prelude::*;
use trueghz_lab_model::UNITS_PER_CYCLE;
use trueghz_lab_model::block::Block;
use trueghz_lab_model::core::Core;
use trueghz_lab_model::follow::Follower;
use trueghz_lab_model::machine::{CoreTiming, Machine};
use trueghz_lab_model::timing::Timings;

const ADD: u32 = 0x8b01_0000; // add x0, x0, x1
const MUL: u32 = 0x9b01_7c00; // mul x0, x0, x1
const SUBS: u32 = 0xf100_0442; // subs x2, x2, #1
const BRANCH: u32 = 0x54ff_ffe1; // b.ne
const ISB: u32 = 0xd503_3fdf;

fn core(text: &str) -> CoreTiming {
    toml::from_str(text).expect("the test's core is well-formed")
}

/// Cycles of `iterations` iterations of a loop, from an empty core to an empty core.
fn cycles(timing: &CoreTiming, body: &[u32], iterations: u32) -> f64 {
    let (mut core, timings) = (Core::new(timing), Timings::new(timing));
    for _ in 0..iterations {
        for word in body {
            core.step(&timings.of(*word));
        }
        if body.last() == Some(&BRANCH) {
            core.taken_branch();
        }
    }
    core.drain();
    core.now() as f64 / UNITS_PER_CYCLE as f64
}

#[test]
fn a_chain_takes_its_latency_a_step() {
    let timing = core("width = 4\nwindow = 64\nlatency = { multiply = 3, add = 0.5 }");
    assert_eq!(cycles(&timing, &[MUL], 1000), 3000.0);
    assert_eq!(cycles(&timing, &[ADD], 1000), 500.0);
}

#[test]
fn independent_instructions_are_bound_by_pipes_and_width() {
    // add x3, x1, x1 depends on nothing that the loop writes.
    const FREE: u32 = 0x8b01_0023;
    let two_pipes = core("width = 8\nwindow = 64\npipes = { alu = 2 }");
    assert_eq!(cycles(&two_pipes, &[FREE], 1000), 500.0);
    let width_of_three = core("width = 3\nwindow = 64\npipes = { alu = 8 }");
    assert_eq!(cycles(&width_of_three, &[FREE], 999), 333.0);
}

#[test]
fn a_window_of_one_runs_one_at_a_time() {
    const FREE_MUL: u32 = 0x9b01_7c23; // mul x3, x1, x1
    let timing = core("width = 4\nwindow = 1\nlatency = { multiply = 5 }\npipes = { multiply = 8 }");
    assert_eq!(cycles(&timing, &[FREE_MUL], 100), 500.0);
}

#[test]
fn a_taken_branch_sets_the_pace_of_a_tight_loop() {
    let one = core("width = 4\nwindow = 64\ntaken_branch = 1");
    let two = core("width = 4\nwindow = 64\ntaken_branch = 2");
    assert!((cycles(&one, &[SUBS, BRANCH], 1000) - 1000.0).abs() <= 2.0);
    assert!((cycles(&two, &[SUBS, BRANCH], 1000) - 2000.0).abs() <= 2.0);
}

#[test]
fn a_chain_hides_its_loop_where_instructions_overtake() {
    let body: Vec<u32> = [[ADD; 32].as_slice(), &[SUBS, BRANCH]].concat();
    let out_of_order = core("width = 4\nwindow = 128\npipes = { alu = 2 }");
    assert!((cycles(&out_of_order, &body, 1000) - 32_000.0).abs() <= 2.0);
    let in_order = core("in_order = true\nwidth = 1\nwindow = 16");
    assert!((cycles(&in_order, &body, 1000) - 34_000.0).abs() <= 2.0);
}

#[test]
fn a_barrier_waits_for_all_before_it() {
    let timing = core("width = 4\nwindow = 64\nlatency = { multiply = 5 }");
    // Two chains of multiplications that would overlap; with the barrier they do not.
    const OTHER: u32 = 0x9b01_7c84; // mul x4, x4, x1
    let overlapping = cycles(&timing, &[MUL, OTHER], 1);
    let apart = cycles(&timing, &[MUL, ISB, OTHER], 1);
    assert!(apart >= overlapping + 4.0, "{apart} against {overlapping}");
}

/// Runs a program of blocks both ways; the times after every block.
fn both_ways(timing: &CoreTiming, bodies: &[Vec<u32>], order: &[usize]) -> [Vec<u64>; 2] {
    [true, false].map(|remembers| {
        let mut follower = Follower::new(timing, remembers);
        let mut address = 0x1000;
        let mut blocks: Vec<Block> = Vec::new();
        for (number, body) in bodies.iter().enumerate() {
            // The last block is the kernel's: it empties the core.
            blocks.push(follower.block(address, body, number + 1 < bodies.len()));
            address += 4 * body.len() as u64;
        }
        let times = order.iter().map(|number| {
            follower.enter(&mut blocks[number % bodies.len()]);
            follower.now()
        });
        let times = times.collect();
        let counts = follower.counts();
        let run: usize = order.iter().map(|number| bodies[number % bodies.len()].len()).sum();
        assert_eq!(counts.instructions + counts.unmodelled, run as u64);
        if !remembers {
            assert_eq!(counts.looked_up, 0);
        }
        times
    })
}

fn timing() -> impl Strategy<Value = CoreTiming> {
    let latency = prop_oneof![Just(0.5), Just(1.0), Just(1.0 / 3.0), Just(2.0), Just(5.25)];
    let taken = prop_oneof![Just(0.0), Just(0.5), Just(1.0), Just(2.5)];
    (1..9_u32, 1..200_u32, any::<bool>(), taken, latency, 1..4_u32).prop_map(
        |(width, window, in_order, taken, latency, pipes)| {
            core(&format!(
                "width = {width}\nwindow = {window}\nin_order = {in_order}\ntaken_branch = {taken:.1}\n\
                 latency = {{ add = {latency:.6}, multiply = 3, float_add = 2, load = 4 }}\n\
                 pipes = {{ alu = {pipes} }}"
            ))
        },
    )
}

/// Words of code that programs are made of.
fn word() -> impl Strategy<Value = u32> {
    let group = prop_oneof![
        Just((0x1e00_0000_u32, 0x0a00_0000_u32)),
        Just((0x1e00_0000, 0x1a00_0000)),
        Just((0xff20_0000, 0x1e20_0000)),
        Just((0x3f00_0000, 0x3900_0000)),
        Just((0xffff_ffff, ISB)),
    ];
    (any::<u32>(), group).prop_map(|(random, (mask, fixed))| random & !mask | fixed)
}

proptest! {
    /// Loops, and switches between loops, of any blocks on any core.
    #[test]
    fn looking_up_is_exactly_modelling(
        timing in timing(),
        bodies in prop::collection::vec(prop::collection::vec(word(), 1..40), 2..6),
        loops in prop::collection::vec((0..6_usize, 1..60_usize), 1..30),
    ) {
        let order: Vec<usize> = loops.iter().flat_map(|(block, iterations)| vec![*block; *iterations]).collect();
        let [fast, slow] = both_ways(&timing, &bodies, &order);
        prop_assert_eq!(fast, slow);
    }

    /// Loops of two blocks, as where a body crosses a page.
    #[test]
    fn loops_of_two_blocks_are_exact(
        timing in timing(),
        bodies in prop::collection::vec(prop::collection::vec(word(), 1..80), 3..4),
        iterations in 50..200_usize,
    ) {
        let order: Vec<usize> = (0..iterations).flat_map(|_| [0, 1]).collect();
        let [fast, slow] = both_ways(&timing, &bodies, &order);
        prop_assert_eq!(fast, slow);
    }
}

/// Rounds of every kind, left and taken up again: one state, states that alternate, two blocks.
#[test]
fn rounds_are_exact() {
    const LOOP: [u32; 2] = [SUBS, BRANCH];
    // Two instructions enter three at a time, without a gap at the branch: every third iteration is
    // alike.
    let gapless = "width = 3\nwindow = 31\ntaken_branch = 0\nlatency = { multiply = 5.25 }";
    for timing in [core("width = 8\nwindow = 600"), core(gapless)] {
        let bodies: Vec<Vec<u32>> = vec![LOOP.into(), vec![MUL, ADD], LOOP.into(), vec![ADD], vec![ADD]];
        let mut order = Vec::new();
        for iterations in 0..300 {
            order.extend(vec![0; iterations % 70]);
            order.extend([1, 2].repeat(iterations % 90));
            order.extend([0, 2, 0, 1, 4].repeat(iterations % 2));
            order.extend(vec![3; iterations % 7]);
        }
        let [fast, slow] = both_ways(&timing, &bodies, &order);
        assert_eq!(fast, slow);
    }
}

#[test]
fn a_hot_loop_is_looked_up() {
    let timing = core("width = 8\nwindow = 600\nlatency = { multiply = 3 }");
    let mut follower = Follower::new(&timing, true);
    let body: Vec<u32> = [[MUL; 256].as_slice(), &[SUBS, BRANCH]].concat();
    let mut block = follower.block(0x1000, &body, true);
    const ITERATIONS: u64 = 10_000;
    for _ in 0..ITERATIONS {
        follower.enter(&mut block);
    }
    let counts = follower.counts();
    assert_eq!(counts.instructions, ITERATIONS * 258);
    assert!(counts.looked_up * 1000 > counts.instructions * 995, "{counts:?}");
}

/// More states than are kept: numbering restarts, and times stay exact.
#[test]
fn forgetting_is_exact() {
    let timing = core("width = 3\nwindow = 7\nlatency = { add = 0.5, multiply = 5.25 }");
    let mut random = fastrand::Rng::with_seed(7);
    let words = [ADD, MUL, SUBS, 0x9b01_7c84, 0x8b04_0063];
    let bodies: Vec<Vec<u32>> =
        (0..40).map(|_| (0..random.usize(1..30)).map(|_| words[random.usize(..5)]).collect()).collect();
    let mut order = Vec::new();
    for _ in 0..4_000 {
        let block = random.usize(..40);
        order.extend(vec![block; random.usize(1..12)]);
    }
    let [fast, slow] = both_ways(&timing, &bodies, &order);
    assert_eq!(fast, slow);
}

#[test]
fn a_machine_out_of_range_is_refused_by_name() {
    let text = "timer_hz = 24000000\ncpu = \"max\"\n[[cluster]]\nname = \"core\"\nclock = { mhz = 0.5 }\n\
        core = { width = 1, window = 1 }";
    let machine: Machine = toml::from_str(text).expect("well-formed");
    assert!(machine.check().is_err_and(|error| error.to_string().contains("clock")));
}
