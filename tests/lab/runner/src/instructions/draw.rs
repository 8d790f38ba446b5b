//! Draws what the forms of a core take.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use trueghz_lab_model::class::Pipe;
use trueghz_lab_model::decode::{FLAGS, Field, Op, Operand, SINK, ZERO, decode};
use trueghz_lab_model::machine::{CoreTiming, Form, FormTiming};

use super::listed::{Instance, Listed};

/// The instructions of the instrument's own chains and loops (core/src/chain/kinds.rs). They keep
/// the cycle, or the whole number of cycles, of their class: on a core without an instruction of
/// one cycle there is no reading, and so no table.
const OWN: [u32; 12] = [
    0xf100_0442, // subs x2, x2, #1
    0xd100_0442, // sub x2, x2, #1
    0x8b01_0000, // add x0, x0, x1
    0xca01_0000, // eor x0, x0, x1
    0xcb01_0000, // sub x0, x0, x1
    0x9ac1_2c00, // ror x0, x0, x1
    0x9b01_7c00, // mul x0, x0, x1
    0x1e61_2800, // fadd d0, d0, d1
    0x1e61_0800, // fmul d0, d0, d1
    0xd503_3fdf, // isb
    // The first operand's value, before a loop: these loads run in parallel with the loop's begin.
    0xf940_0002, // ldr x2, [x0]
    0x3dc0_0002, // ldr q2, [x0]
];

/// Latencies are drawn up to this many cycles...
const MOST: f64 = 8.0;
/// ...from this many.
const LEAST: f64 = 0.5;
/// A source may arrive later than the start by at most this fraction of the latency. In a chain
/// that walks round four registers, a step writes the register that the fourth before has read: so
/// that way round is never the longer.
const LATEST: f64 = 0.5;
/// Reading the time takes long on every core; and the emulator has to be called for each.
const CLOCK_READ: (u32, f64) = (0xd53b_e042, 16.0);

/// Sets of units of a group of pipes.
const SETS: usize = 4;

/// Every form of the list in all rows, with a timing of its own.
pub fn forms(list: &[Listed], core: &CoreTiming, random: &mut Rng) -> BTreeMap<Form, FormTiming> {
    let own: BTreeSet<Form> = OWN.map(Form::of).into();
    let words = list.iter().flat_map(|form| &form.rows).flat_map(|row| &row.words);
    let mut forms = BTreeMap::new();
    for &word in words {
        let form = Form::of(word);
        if !own.contains(&form) && !forms.contains_key(&form) {
            forms.insert(form, timing(word, core, random));
        }
    }
    forms
}

/// The units of each form of the list, in one of a few sets of a group of pipes: for a cycle, ready
/// after one or two. Forms of several instructions, and those that run in no pipe, have none.
pub fn units(list: &[Listed], core: &CoreTiming, random: &mut Rng) -> BTreeMap<Form, FormTiming> {
    let own: BTreeSet<Form> = OWN.map(Form::of).into();
    let mut sets: BTreeMap<Pipe, Vec<Vec<u32>>> = BTreeMap::new();
    let mut forms = BTreeMap::new();
    for form in list {
        let Some(Instance { words, .. }) = form.instance() else { continue };
        let [word] = words[..] else { continue };
        let op = decode(word);
        let (form, Some(pipe)) = (Form::of(word), op.class.pipe()) else { continue };
        if own.contains(&form) {
            continue;
        }
        let pipe = if pipe == Pipe::Multiply { Pipe::Alu } else { pipe };
        let pipes = core.pipes.get(&pipe).copied().unwrap_or(1);
        let sets = sets.entry(pipe).or_insert_with(|| (0..SETS).map(|_| some_of(pipes, random)).collect());
        let of_pipes = sets[random.usize(0..sets.len())].clone();
        let cycles = f64::from(random.u32(1..=2));
        let results = op.results.iter().filter(|result| result.register != SINK);
        let latency = results.map(|result| (result.field, cycles)).collect();
        forms.insert(
            form,
            FormTiming { latency, occupancy: Some(1.0), pipe: Some(pipe), of_pipes, ..FormTiming::default() },
        );
    }
    forms
}

/// Some of `pipes` pipes, at least one.
fn some_of(pipes: u32, random: &mut Rng) -> Vec<u32> {
    let chosen = random.u32(1..1 << pipes);
    (0..pipes).filter(|pipe| chosen >> pipe & 1 == 1).collect()
}

fn timing(word: u32, core: &CoreTiming, random: &mut Rng) -> FormTiming {
    let op = decode(word);
    let results: Vec<Operand> = op.results.into_iter().filter(|result| result.register != SINK).collect();
    let mut latency: BTreeMap<Field, f64> =
        results.iter().map(|result| (result.field, cycles(random))).collect();
    if op.writeback != SINK {
        latency.insert(Field::N, cycles(random));
    }
    if carries_flags(&op) {
        let one = cycles(random);
        latency.values_mut().for_each(|cycles| *cycles = one);
    }
    let shortest = latency.values().copied().fold(MOST, f64::min);
    let late =
        if carries_flags(&op) { BTreeMap::new() } else { late(&op, results.first(), shortest, random) };
    let is_clock = word & !0x1f == CLOCK_READ.0 & !0x1f;
    let pipe = if is_clock { Some(Pipe::Alu) } else { op.class.pipe() };
    // A chain must not wait for pipes.
    let throughput = part(shortest * LATEST, random);
    let throughput = if is_clock { CLOCK_READ.1 } else { throughput };
    let pipes = |pipe| f64::from(core.pipes.get(&pipe).copied().unwrap_or(1));
    FormTiming {
        latency,
        late,
        occupancy: pipe.map(|pipe| throughput * pipes(pipe)),
        pipe: pipe.filter(|_| is_clock),
        ..FormTiming::default()
    }
}

/// Returns `true` if a chain through the flags runs parallel to a register's: `adcs`. Then a chain
/// of the one is a chain of the other, and the longer is measured.
fn carries_flags(op: &Op) -> bool {
    let reads = op.sources.iter().any(|source| source.register == FLAGS);
    reads && op.results.iter().any(|result| result.register == FLAGS)
}

/// Every other source is needed late. One that comes from another file than the result goes to is
/// needed at the start: a transfer is the longest way.
fn late(op: &Op, result: Option<&Operand>, shortest: f64, random: &mut Rng) -> BTreeMap<Field, f64> {
    let mut late = BTreeMap::new();
    let Some(result) = result else { return late };
    let sources = op.sources.iter().filter(|source| source.register != ZERO && is_of_file(source, result));
    for source in sources {
        if random.bool() {
            late.entry(source.field).or_insert_with(|| part(shortest * LATEST, random));
        }
    }
    late
}

fn is_of_file(a: &Operand, b: &Operand) -> bool {
    a.register / 32 == b.register / 32 && (a.register == FLAGS) == (b.register == FLAGS)
}

/// Whole cycles, halves, thirds, quarters, or any number.
fn cycles(random: &mut Rng) -> f64 {
    let parts = random.u32(0..=4);
    match parts {
        0 => LEAST + (MOST - LEAST) * random.f64(),
        parts => f64::from(random.u32(parts.div_ceil(2)..=parts * MOST as u32)) / f64::from(parts),
    }
}

/// Like [`cycles`], but above zero and at most `most` cycles.
fn part(most: f64, random: &mut Rng) -> f64 {
    let parts = f64::from(random.u32(1..=4));
    let wholes = (most * parts).floor();
    if random.bool() && wholes >= 1.0 {
        f64::from(random.u32(1..=wholes as u32)) / parts
    } else {
        most * (0.2 + 0.8 * random.f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_can_be_measured() {
        let core: CoreTiming =
            toml::from_str("width = 8\nwindow = 224\npipes = { alu = 4, float = 4 }").unwrap();
        let mut random = Rng::with_seed(3);
        // adds, adcs, csel, madd, fmla, ins from a general register, a load that writes back, a
        // store.
        for word in
            [0xab00_0000, 0x9a80_0000, 0x9b00_0000, 0x4e20_cc00, 0x4e08_1c00, 0xf840_0400, 0xf900_0000]
        {
            for _ in 0..1000 {
                let FormTiming { latency, late, occupancy, .. } = timing(word, &core, &mut random);
                let shortest = latency.values().copied().fold(MOST, f64::min);
                assert!(latency.values().all(|cycles| (LEAST..=MOST).contains(cycles)), "{latency:?}");
                assert!(late.values().all(|cycles| *cycles > 0.0 && *cycles <= shortest * LATEST));
                let pipes =
                    f64::from(core.pipes.get(&decode(word).class.pipe().unwrap()).copied().unwrap_or(1));
                assert!(occupancy.is_some_and(|cycles| cycles > 0.0 && cycles <= shortest * LATEST * pipes));
                assert!(
                    word != 0xba00_0000 || late.is_empty() && latency[&Field::D] == latency[&Field::Flags]
                );
                // Of csel the flags, of ins the general register come from another file.
                assert!(!late.contains_key(&Field::Flags));
                assert!(word != 0x4e08_1c00 || !late.contains_key(&Field::N));
            }
        }
    }

    #[test]
    fn the_instruments_own_chains_keep_their_cycle() {
        let row = |word| super::super::listed::ListedRow {
            measure: super::super::listed::Measure::Throughput,
            words: vec![word],
            copies: Some(10),
        };
        // add x5, x6, x7; add x5, x6, x7, lsl #2.
        let form =
            Listed { form: "add".into(), present: true, rows: vec![row(0x8b07_00c5), row(0x8b07_08c5)] };
        let core: CoreTiming = toml::from_str("width = 8\nwindow = 224").unwrap();
        let forms = forms(&[form], &core, &mut Rng::with_seed(1));
        assert_eq!(forms.keys().copied().collect::<Vec<_>>(), [Form::of(0x8b00_0800)]);
    }
}
