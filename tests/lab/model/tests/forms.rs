//! Forms with a timing of their own: each source, each result and the throughput as they are set,
//! by hand-made counts; and the fast way against the slow one.

use proptest::prelude::*;
use trueghz_lab_model::UNITS_PER_CYCLE;
use trueghz_lab_model::core::Core;
use trueghz_lab_model::decode::{Field, SINK, ZERO, decode, form};
use trueghz_lab_model::follow::Follower;
use trueghz_lab_model::machine::{CoreTiming, Form, FormTiming, Machine};
use trueghz_lab_model::timing::Timings;

const WIDE: &str = "width = 8\nwindow = 512\npipes = { alu = 4, multiply = 2, float = 4 }";

fn core(forms: &str) -> CoreTiming {
    toml::from_str(&format!("{WIDE}\n[forms]\n{forms}")).expect("the test's core is well-formed")
}

/// Cycles of each of many rounds, when they follow one another.
fn cycles(timing: &CoreTiming, body: &[u32]) -> f64 {
    const ROUNDS: u64 = 8400;
    let (mut core, timings) = (Core::new(timing), Timings::new(timing));
    let mut run = || {
        for _ in 0..ROUNDS {
            body.iter().for_each(|word| _ = core.step(&timings.of(*word)));
        }
        core.drain();
        core.now()
    };
    let first = run();
    (run() - first) as f64 / (ROUNDS * UNITS_PER_CYCLE) as f64
}

fn comes_to(timing: &CoreTiming, body: &[u32], expected: f64) {
    let cycles = cycles(timing, body);
    // Filling and draining, once in so many rounds.
    assert!((cycles - expected).abs() < 0.002, "{cycles} and not {expected}");
}

#[test]
fn each_source_has_a_latency_of_its_own() {
    // madd: the addend may come 3.25 cycles late, the other factor a third.
    let timing = core("\"0x9b000000\" = { latency = { d = 4.5 }, late = { a = 3.25, m = 0.3333333333 } }");
    comes_to(&timing, &[0x9b01_0c40 | 2], 4.5); // madd x2, x2, x1, x3
    comes_to(&timing, &[0x9b02_0c22], 4.5 - 1.0 / 3.0); // madd x2, x1, x2, x3
    comes_to(&timing, &[0x9b01_0862], 1.25); // madd x2, x3, x1, x2
    // mul, which is madd with the zero register, is a form of its own.
    comes_to(&timing, &[0x9b01_7c42], 1.0);
}

#[test]
fn each_result_has_a_latency_of_its_own() {
    // adds x2, x2, x1, then adc x2, x1, x1: through the flags alone.
    let timing = core(
        "\"0xab000000\" = { latency = { d = 2, flags = 3.5 } }\n\"0x9a000000\" = { latency = { d = 0.5 } }",
    );
    comes_to(&timing, &[0xab01_0042], 2.0);
    comes_to(&timing, &[0xab01_0042, 0x9a01_0022], 4.0);
    // ldr x3, [x2], #0: the base is written back in a cycle and a half; through the data it takes
    // five.
    let load = core("\"0xf8400400\" = { latency = { d = 5, n = 1.5 } }");
    comes_to(&load, &[0xf840_0443], 1.5);
}

#[test]
fn each_form_has_a_throughput_of_its_own() {
    // fadd v2.4s, v0.4s, v1.4s, in 4 pipes; fmla with an accumulator, five copies of which wait for
    // themselves.
    let timing = core(
        "\"0x4e20d400\" = { occupancy = 3 }\n\"0x4e20cc00\" = { latency = { d = 7.5 }, late = { d = 2.5 } }",
    );
    comes_to(&timing, &[0x4e21_d402], 0.75);
    let copies: Vec<u32> = (2..7).map(|register| 0x4e21_cc00 | register).collect();
    comes_to(&timing, &copies, 5.0);
}

#[test]
fn a_form_that_is_none_is_refused() {
    let machine = |form: &str, timing: &str| {
        let text = format!(
            "timer_hz = 24000000\ncpu = \"max\"\n[[cluster]]\nname = \"core\"\nclock = {{ mhz = 1000 }}\n\
             core = {{ width = 1, window = 1, forms = {{ {form} = {timing} }} }}"
        );
        toml::from_str::<Machine>(&text)
            .map_err(|error| error.to_string())?
            .check()
            .map_err(|error| error.to_string())
    };
    assert_eq!(machine("\"0x9b000000\"", "{ latency = { d = 4 } }"), Ok(()));
    // With registers; no word.
    assert!(machine("\"0x9b010c42\"", "{}").is_err_and(|error| error.contains("no form")));
    assert!(machine("\"madd\"", "{}").is_err_and(|error| error.contains("no form")));
    // A source that comes after the result.
    let later = machine("\"0x9b000000\"", "{ latency = { d = 4 }, late = { a = 4.5 } }");
    assert!(later.is_err_and(|error| error.contains("late")));
}

/// The remembered results suffice even if every instruction has a timing of its own.
fn looked_up_as_modelled(bodies: &[Vec<u32>], order: &[usize], seed: u64) -> Result<(), TestCaseError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut timing = core("");
    for word in bodies.iter().flatten() {
        let mut units = |most: u64| random.u64(0..=most * UNITS_PER_CYCLE) as f64 / UNITS_PER_CYCLE as f64;
        let latency = [Field::D, Field::N, Field::Flags].map(|field| (field, 2.0 + units(6)));
        let late = [Field::D, Field::N, Field::A, Field::M, Field::Flags].map(|field| (field, units(2)));
        let form = FormTiming {
            latency: latency.into(),
            late: late.into(),
            occupancy: Some(units(3)),
            ..FormTiming::default()
        };
        timing.forms.insert(Form::of(*word), form);
    }
    let [fast, slow] = [true, false].map(|remembers| {
        let mut follower = Follower::new(&timing, remembers);
        let starts = (0..).map(|number| 0x1000 * (number + 1));
        let blocks = bodies.iter().zip(starts).map(|(body, start)| follower.block(start, body, true));
        let mut blocks: Vec<_> = blocks.collect();
        let after = |number: &usize| {
            follower.enter(&mut blocks[number % bodies.len()]);
            follower.now()
        };
        order.iter().map(after).collect::<Vec<u64>>()
    });
    prop_assert_eq!(fast, slow);
    Ok(())
}

fn word() -> impl Strategy<Value = u32> {
    // General registers, vectors, loads: few registers, so that much depends on much.
    let few = 0x0063_0c63_u32;
    let forms = prop::sample::select(vec![
        0x8b00_0000_u32,
        0xab00_0000,
        0x9b00_0000,
        0x9a80_0000,
        0xfa40_0000,
        0x4e20_cc00,
        0x4e60_9400,
        0x4e20_d400,
        0xf840_0400,
        0x4e08_1c00,
        0x9e66_0000,
        0x4e00_2000,
    ]);
    (any::<u32>(), forms).prop_map(move |(random, form)| form | random & few & registers_of(form))
}

fn registers_of(word: u32) -> u32 {
    decode(word).operands().fold(0, |mask, operand| mask | operand.field.mask())
}

proptest! {
    #[test]
    fn looking_up_is_exactly_modelling(
        bodies in prop::collection::vec(prop::collection::vec(word(), 1..30), 2..5),
        loops in prop::collection::vec((0..5_usize, 1..60_usize), 1..20),
        seed in any::<u64>(),
    ) {
        let order: Vec<usize> = loops.iter().flat_map(|(block, iterations)| vec![*block; *iterations]).collect();
        looked_up_as_modelled(&bodies, &order, seed)?;
    }

    /// A form does not depend on its registers' numbers, and is a form itself, of the same class
    /// and the same places.
    #[test]
    fn a_form_is_the_word_without_its_registers(word in any::<u32>()) {
        let (form, op) = (form(word), decode(word));
        let bare = decode(form);
        prop_assert_eq!(trueghz_lab_model::decode::form(form), form);
        prop_assert_eq!((op.class, op.writeback == SINK), (bare.class, bare.writeback == SINK));
        let places = |op: &trueghz_lab_model::decode::Op| op.sources.map(|source| (source.register == ZERO, source.field));
        prop_assert_eq!(places(&op), places(&bare));
    }
}

/// The word that chance found once: `casp w30, wzr` has the zero register where others have the
/// neighbour of their first.
#[test]
fn a_pair_with_the_zero_register_is_a_form_of_its_own() {
    let word = |first: u32| 0x0820_7c00 | first << 16;
    assert_eq!(form(word(30)), word(30));
    assert_eq!(form(word(4)), word(0));
    assert_eq!(decode(word(30)).results.map(|result| result.register), [30, SINK, SINK, SINK]);
}
