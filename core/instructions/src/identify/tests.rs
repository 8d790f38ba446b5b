use std::collections::BTreeSet;

use fastrand::Rng;

use super::*;

const DRAWS: usize = 100;

/// Minimum number of draws that are right.
const ENOUGH: usize = 99;

/// Relative standard deviation of the drawn latencies.
const NOISE: f64 = 0.02;

/// Cores with the same table, by the sources' columns.
const CLASSES: [&[&str]; 6] = [
    &["firestorm_ocxtal", "firestorm_johnson"],
    &["icestorm_johnson"],
    &["neoverse_n1_graviton2", "neoverse_n1_altra"],
    &["neoverse_v1_graviton3", "cortex_x1_8cx_gen3"],
    &["cortex_a72_lx2160a"],
    &["cortex_a53_rpi3"],
];

fn class_of(core: &str) -> &'static [&'static str] {
    CLASSES.iter().find(|class| class.contains(&core)).unwrap_or_else(|| panic!("{core} is in no class"))
}

/// A normally distributed number, of mean 0 and deviation 1 (Box and Muller).
fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * (1.0 - rng.f64()).ln()).sqrt() * (std::f64::consts::TAU * rng.f64()).cos()
}

type Pair = (&'static str, &'static str);

/// The latencies that are published of a core.
fn table(core: usize) -> Vec<(Pair, f64)> {
    let published = ReferenceFigures::aarch64();
    let latencies = published.pairs().filter(|(_, pair)| *pair != THROUGHPUT);
    latencies.filter_map(|(form, pair)| Some(((form, pair), published.figures(form, pair)[core]?))).collect()
}

/// A table as measured: with noise, and its error.
fn measured(table: &[(Pair, f64)], factor: f64, rng: &mut Rng) -> Vec<Latency<'static>> {
    let of = |((form, pair), cycles): &(Pair, f64), noise: f64| Latency {
        form,
        pair,
        cycles: cycles * factor * (1.0 + NOISE * noise),
        error: cycles * factor * NOISE,
    };
    table.iter().map(|row| of(row, normal(rng))).collect()
}

fn identified(measured: &[Latency<'_>]) -> Identification {
    identify(ReferenceFigures::aarch64(), measured)
}

fn names(class: &Class) -> BTreeSet<&'static str> {
    class.cores.iter().map(|neighbour| neighbour.core).collect()
}

/// Asserts that each core is identified in enough draws, from those of its pairs that `keep`
/// returns.
fn named(
    keep: impl Fn(Vec<(Pair, f64)>, &mut Rng) -> Vec<(Pair, f64)>,
    right: impl Fn(&str, &Class) -> bool,
) {
    let mut rng = Rng::with_seed(1);
    for (index, core) in ReferenceFigures::aarch64().cores().iter().enumerate() {
        let draws = (0..DRAWS).filter(|_| {
            let table = keep(table(index), &mut rng);
            let measured = measured(&table, 1.0, &mut rng);
            identified(&measured).nearest().is_ok_and(|class| right(core, class))
        });
        let count = draws.count();
        assert!(count >= ENOUGH, "{core}: named in {count} of {DRAWS} draws");
    }
}

fn is_its_class(core: &str, class: &Class) -> bool {
    names(class) == class_of(core).iter().copied().collect()
}

#[test]
fn each_core_is_named_from_its_own_table_with_noise() {
    named(|table, _| table, is_its_class);
}

#[test]
fn each_core_is_named_from_the_phones_forms() {
    let mut lines = include_str!("../aarch64.tsv").lines().filter(|line| !line.starts_with('#'));
    assert!(lines.next().is_some_and(|header| header.ends_with("\tmarks")));
    let rows = lines.map(|line| (line.split('\t').next(), line.rsplit('\t').next()));
    let carried =
        |marks: Option<&str>| marks.is_some_and(|marks| marks.split(' ').any(|mark| mark == "phone"));
    let phone: BTreeSet<_> = rows.filter(|(_, marks)| carried(*marks)).filter_map(|(form, _)| form).collect();
    assert!((50..=70).contains(&phone.len()), "{}", phone.len());
    named(|table, _| table.into_iter().filter(|((form, _), _)| phone.contains(form)).collect(), is_its_class);
}

#[test]
fn a_core_with_a_third_of_its_pairs_missing_is_still_named() {
    // Too few pairs may remain to distinguish it from a sibling; its class then contains it.
    let two_thirds = |mut table: Vec<(Pair, f64)>, rng: &mut Rng| {
        rng.shuffle(&mut table);
        table.truncate(table.len() * 2 / 3);
        table
    };
    named(two_thirds, |core, class| names(class).contains(core));
}

#[test]
fn a_core_read_with_a_wrong_clock_is_refused_and_the_factor_said() {
    let mut rng = Rng::with_seed(2);
    for (index, core) in ReferenceFigures::aarch64().cores().iter().enumerate() {
        for factor in [1.1, 0.9, 2.0] {
            let measured = measured(&table(index), factor, &mut rng);
            match identified(&measured).nearest() {
                Err(NoMatch::OtherClock { core: like, factor: found }) => {
                    assert!(class_of(core).contains(&like), "{core} × {factor}: {like}");
                    assert!((found / factor - 1.0).abs() < 0.01, "{core} × {factor}: {found}");
                }
                other => panic!("{core} × {factor}: {other:?}"),
            }
        }
    }
}

#[test]
fn random_tables_are_refused() {
    let mut rng = Rng::with_seed(3);
    let cores = ReferenceFigures::aarch64().cores().len();
    for draw in 0..DRAWS {
        let mut random = table(draw % cores);
        if draw % 2 == 0 {
            // The right figures at the wrong forms.
            let mut figures: Vec<f64> = random.iter().map(|(_, cycles)| *cycles).collect();
            rng.shuffle(&mut figures);
            random.iter_mut().zip(figures).for_each(|(row, figure)| row.1 = figure);
        } else {
            random.iter_mut().for_each(|row| row.1 = f64::from(rng.u8(1..=8)));
        }
        let measured = measured(&random, 1.0, &mut rng);
        let identification = identified(&measured);
        assert!(matches!(identification.none_near, Some(NoMatch::TooFar { .. })), "{identification:?}");
    }
}

#[test]
fn near_is_half_the_distance_of_unrelated_designs() {
    // Apple's two cores are one design here, as are Neoverse N1, V1 and Cortex-X1.
    let design = |core: &str| {
        let of = |prefixes: &[&str]| prefixes.iter().any(|prefix| core.starts_with(prefix));
        (of(&["firestorm", "icestorm"]), of(&["neoverse", "cortex_x1"]), of(&["cortex_a72"]))
    };
    for (index, core) in ReferenceFigures::aarch64().cores().iter().enumerate() {
        let row = |((form, pair), cycles): (Pair, f64)| Latency { form, pair, cycles, error: NOISE * cycles };
        let exact: Vec<_> = table(index).into_iter().map(row).collect();
        for neighbour in identified(&exact).classes.iter().flat_map(|class| &class.cores) {
            let Candidate { core: other, distance, .. } = *neighbour;
            if design(core) == design(other) {
                assert!(distance < NEAR, "{core}, {other}: {distance}");
            } else {
                assert!(distance > 1.9 * NEAR, "{core}, {other}: {distance}");
            }
        }
    }
}

#[test]
fn a_source_s_slip_is_one_pair_and_no_more() {
    let mut rng = Rng::with_seed(4);
    let mut measured = measured(&table(0), 1.0, &mut rng);
    let before = identified(&measured).nearest().unwrap().cores[0];
    measured[7].cycles = 1e6;
    let after = identified(&measured).nearest().unwrap().cores[0];
    assert_eq!(after.core, before.core);
    assert!(after.distance - before.distance <= 1.0 / before.pairs as f64 + 1e-9);
}

#[test]
fn few_pairs_name_no_core() {
    let mut rng = Rng::with_seed(5);
    let mut measured = measured(&table(5), 1.0, &mut rng);
    measured.truncate(FEWEST_PAIRS - 1);
    let identification = identified(&measured);
    let too_few = NoMatch::TooFewPairs { pairs: FEWEST_PAIRS - 1, needed: FEWEST_PAIRS };
    assert_eq!(identification, Identification { classes: Vec::new(), none_near: Some(too_few) });
    let nothing = NoMatch::TooFewPairs { pairs: 0, needed: FEWEST_PAIRS };
    assert_eq!(identified(&[]).nearest(), Err(nothing));
}

#[test]
fn throughputs_and_what_is_no_number_are_left_out() {
    let published = ReferenceFigures::aarch64();
    let throughputs = published.pairs().filter(|(_, pair)| *pair == THROUGHPUT);
    let as_measured = |(form, pair): Pair| {
        let figure = published.figures(form, pair)[0]?;
        Some(Latency { form, pair, cycles: figure, error: NOISE * figure })
    };
    let throughputs: Vec<_> = throughputs.filter_map(as_measured).collect();
    assert!(throughputs.len() > FEWEST_PAIRS);
    assert!(identified(&throughputs).classes.is_empty());

    let mut rng = Rng::with_seed(6);
    let sound = measured(&table(0), 1.0, &mut rng);
    let expected = identified(&sound);
    for (cycles, error) in [(f64::NAN, 0.1), (0.0, 0.1), (-1.0, 0.1), (f64::INFINITY, 0.1), (3.0, f64::NAN)] {
        let (form, pair) = table(8)[100].0;
        let mut with = sound.clone();
        with.push(Latency { form, pair, cycles, error });
        assert_eq!(identified(&with), expected, "{cycles} ± {error}");
    }
}
