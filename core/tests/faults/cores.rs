//! Threads that are not on the requested core.

use std::sync::Arc;

use trueghz::clock::mock::{MockClock, VirtualTime};
use trueghz::clock::{ClockError, ClockFactory, ClockId, choose_from};
use trueghz::estimate::verdict::Reason;
use trueghz::host::{PinError, Platform};
use trueghz::report::Reading;
use trueghz::run::target::Selection;

use crate::environment::{Phone, Places, true_hz};
use crate::stand::{MID_RUN_NS, MS, expect, with_each_seed};
use crate::table::{Group, Row};

pub const GROUP: Group = Group {
    title: "Cores that cannot be had",
    about: "A session on a simulated phone of two kinds of core, with a clock each: cores 0 and 1 \
        (Cortex-A55), 2 and 3 (Cortex-A78).",
    rows: &[
        Row {
            fault: "`CLOCK_MONOTONIC_RAW` is refused",
            outcome: "the next clock times, and is named",
            proof: the_raw_clock_is_refused,
        },
        Row {
            fault: "affinity refused",
            outcome: "a warning, and the core really used",
            proof: || used_instead(|_, _| Err(PinError::Refused { errno: 1 })),
        },
        Row {
            fault: "affinity ignored, and found out at once",
            outcome: "the same",
            proof: || used_instead(|asked, _| Err(PinError::Ignored { asked, found: 0 })),
        },
        Row {
            fault: "affinity silently ignored",
            outcome: "the same",
            proof: || used_instead(|_, _| Ok(vec![(0.0, 0)])),
        },
        Row {
            fault: "a core outside of the cpuset is asked for",
            outcome: "the same",
            proof: || used_instead(|cpu, _| Err(PinError::NotInSet { cpu })),
        },
        Row {
            fault: "core off-line before its turn",
            outcome: "that core refused `offline`; what remains is measured",
            proof: || offline(|cpu, _| if cpu == 2 { Err(PinError::Offline { cpu }) } else { on(cpu) }),
        },
        Row {
            fault: "core goes off-line in the middle of its windows",
            outcome: "the same",
            proof: || {
                offline(|cpu, asked| match (cpu, asked) {
                    (2, 0) => Ok(vec![(0.0, 2), (MID_RUN_NS, 0)]),
                    (2, _) => Err(PinError::Offline { cpu }),
                    _ => on(cpu),
                })
            },
        },
        Row {
            fault: "cores are asked for where no thread can ask for one (Apple's systems)",
            outcome: "each is refused by name; the core that the thread is on is measured, and nothing else",
            proof: where_no_core_can_be_asked_for,
        },
        Row {
            fault: "the cpuset is one core",
            outcome: "that core is measured; the other kind is named as `core_type_unreachable`",
            proof: a_cpuset_of_one,
        },
        Row {
            fault: "all cores of a kind are switched off",
            outcome: "the kind is named as `offline`; what remains is measured",
            proof: a_kind_switched_off,
        },
        Row {
            fault: "moved to the other kind and back inside windows, three times",
            outcome: "those windows are dropped",
            proof: migration_and_back,
        },
        Row {
            fault: "moved to the other kind between windows, for good",
            outcome: "never mixed: `varying`, or the result of one core",
            proof: migration_for_good,
        },
    ],
};

fn on(cpu: u32) -> Result<Places, PinError> {
    Ok(vec![(0.0, cpu)])
}

fn the_only(readings: &[Reading]) -> &Reading {
    let [reading] = readings else { panic!("one reading, not {}", readings.len()) };
    reading
}

fn the_raw_clock_is_refused() -> String {
    let refused = || Err(ClockError::Refused { id: ClockId::MonotonicRaw, errno: 1 });
    let mut openers = ClockFactory::default();
    openers.primary(ClockId::MonotonicRaw, refused);
    openers.primary(ClockId::Monotonic, || {
        Ok(Arc::new(MockClock::new(&VirtualTime::new(), 24_000_000).with_id(ClockId::Monotonic)))
    });
    with_each_seed(|seed| {
        let chosen = choose_from(&openers).expect("the second opens");
        let (clock, notes) = (chosen.primary.id(), chosen.notes);
        let measurement = Phone { clock, notes, ..Phone::new(seed) }.measured(Selection::Cpus(vec![2]));
        assert_eq!((measurement.clock.id, &*measurement.clock.name), (clock, "CLOCK_MONOTONIC"));
        expect(the_only(&measurement.cores))
            .steady()
            .right_to(true_hz(2, seed), 100.0)
            .warned(&["clock_fallback"])
            .in_words(
                "measured with CLOCK_MONOTONIC, a fallback: CLOCK_MONOTONIC_RAW was refused by the system",
            )
            .seen()
    })
}

/// Core 2 is requested, and the thread is on core 0.
fn used_instead(answer: fn(u32, usize) -> Result<Places, PinError>) -> String {
    with_each_seed(|seed| {
        let readings = Phone::new(seed).pinning(answer).read(Selection::Cpus(vec![2]));
        let reading = the_only(&readings);
        let claimed_hz = reading.claim.map(|claim| claim.hz);
        expect(reading)
            .steady()
            .right_to(true_hz(0, seed), 100.0)
            .warned(&["affinity_refused"])
            .in_words("could not stay on core 2: measured on core 0")
            .and((reading.cpu, &*reading.kind) == (Some(0), "Cortex-A55"), "says core 0, a Cortex-A55")
            .and(claimed_hz == Some(1.8e9), "compared with that core's claim")
            .seen()
    })
}

fn offline(answer: fn(u32, usize) -> Result<Places, PinError>) -> String {
    with_each_seed(|seed| {
        let readings = Phone::new(seed).pinning(answer).read(Selection::Cpus(vec![2, 0]));
        let [gone, there] = &readings[..] else { panic!("two readings") };
        let gone = expect(gone).refused(Reason::Offline).seen();
        let there = expect(there).steady().right_to(true_hz(0, seed), 100.0).warned(&[]).seen();
        format!("core 2: {gone}; core 0: {there}")
    })
}

fn where_no_core_can_be_asked_for() -> String {
    with_each_seed(|seed| {
        let phone = || {
            let mut phone = Phone::new(seed);
            phone.host.has_os_cpu_ids = false;
            phone.pinning(|_, _| Err(PinError::Unsupported { platform: Platform::Macos }))
        };
        let refused = |selection| {
            let readings = phone().read(selection);
            let cpus: Vec<Option<u32>> = readings.iter().map(|reading| reading.cpu).collect();
            let seen = readings.iter().map(|reading| expect(reading).refused(Reason::AffinityRefused).seen());
            let mut seen: Vec<String> = seen.collect();
            seen.dedup();
            assert_eq!(seen.len(), 1, "{seen:?}");
            (cpus, seen.remove(0))
        };
        let (all, seen) = refused(Selection::All);
        assert_eq!(all, [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(refused(Selection::Cpus(vec![2, 3])), (vec![Some(2), Some(3)], seen.clone()));
        let current = Selection::Current.targets(&phone().host, &[]);
        let [target] = &current[..] else { panic!("one target: {current:?}") };
        assert_eq!((target.cpu, target.load_threads), (None, 0));
        let current = phone().read(Selection::Current);
        let current = expect(the_only(&current)).steady().right_to(true_hz(0, seed), 100.0).seen();
        format!("all, or a list: {seen}; the current one: {current}")
    })
}

fn a_cpuset_of_one() -> String {
    with_each_seed(|seed| {
        let seen = [Selection::All, Selection::EachCoreType].map(|selection| {
            let phone = Phone { allowed: vec![3], ..Phone::new(seed) };
            one_kind_of_two(&phone.read(selection), seed, Reason::CoreTypeUnreachable)
        });
        let [all, each] = seen;
        assert_eq!(all, each);
        all
    })
}

fn a_kind_switched_off() -> String {
    with_each_seed(|seed| {
        let mut phone = Phone { allowed: vec![2, 3], ..Phone::new(seed) };
        for core in &mut phone.host.cores {
            core.online = core.cpu >= 2;
        }
        one_kind_of_two(&phone.read(Selection::EachCoreType), seed, Reason::Offline)
    })
}

/// The last of cores 2 and 3 is measured, and the other core type is refused.
fn one_kind_of_two(readings: &[Reading], seed: u64, reason: Reason) -> String {
    let (refused, measured): (Vec<_>, Vec<_>) = readings.iter().partition(|reading| reading.reason.is_some());
    let ([refused], [measured]) = (&refused[..], &measured[..]) else { panic!("{readings:?}") };
    let named = expect(refused)
        .refused(reason)
        .and((&*refused.kind, &refused.cpus[..]) == ("Cortex-A55", &[0, 1]), "says cores 0 and 1, Cortex-A55")
        .and(refused.claim.is_some_and(|claim| claim.hz == 1.8e9), "with what is claimed of them")
        .seen();
    let expected = expect(measured).steady().right_to(true_hz(3, seed), 100.0).warned(&[]);
    format!("{named}; {}", expected.and(measured.cpu == Some(3), "core 3, the last of its kind").seen())
}

fn migration_and_back() -> String {
    with_each_seed(|seed| {
        let astray = |cpu, _| {
            let away = [200.0, 300.0, 400.0].into_iter();
            let iterations = away.flat_map(|at_ms| [(at_ms * MS, 0), ((at_ms + 3.03) * MS, cpu)]);
            Ok([(0.0, cpu)].into_iter().chain(iterations).collect())
        };
        let readings = Phone::new(seed).pinning(astray).read(Selection::Cpus(vec![2]));
        let reading = the_only(&readings);
        let expected = expect(reading).steady().right_to(true_hz(2, seed), 100.0).warned(&["migrated"]);
        expected.and(reading.cpu == Some(2), "says core 2").seen()
    })
}

fn migration_for_good() -> String {
    with_each_seed(|seed| {
        let phone = Phone { places: vec![(0.0, 0), (200.0 * MS, 2)], ..Phone::new(seed) };
        let readings = phone.read(Selection::Current);
        let reading = the_only(&readings);
        let expected = expect(reading).steady().right_to(true_hz(2, seed), 100.0).warned(&["migrated"]);
        expected.and(reading.cpu == Some(2), "of core 2 alone, where most windows ended").seen()
    })
}
