//! Cores that take turns: no core is left behind, and the timer never goes back.

use proptest::prelude::*;
use trueghz_lab_model::turns::{Stage, Turns};

#[test]
fn the_lowest_goes_first_and_of_those_alike_the_first() {
    let mut turns = Turns::new(3);
    assert_eq!(turns.next(), None, "all are away");
    turns.set(1, Stage::Ready(5));
    turns.set(2, Stage::Ready(5));
    assert_eq!(turns.next(), Some(1));
    turns.set(0, Stage::Ready(4));
    assert_eq!(turns.next(), Some(0));
    turns.set(0, Stage::Running(4));
    assert_eq!(turns.next(), None, "one has the turn");
}

#[test]
fn who_was_called_back_is_waited_for_and_who_is_away_is_not() {
    let mut turns = Turns::new(2);
    turns.set(0, Stage::Ready(7));
    turns.set(1, Stage::Coming(8));
    assert_eq!(turns.next(), None, "core 1 has not arrived");
    turns.set(1, Stage::Ready(8));
    assert_eq!(turns.next(), Some(0));
    assert_eq!(turns.limit_fs(0), 8 + Turns::LEAD_FS);
    assert!(turns.may_read(0, 8));
    assert!(!turns.may_read(0, 9));
    turns.set(1, Stage::Away);
    assert_eq!(turns.limit_fs(0), u64::MAX);
    assert!(turns.may_read(0, u64::MAX));
}

/// The next action of a core: run for a given time, then read the timer or not, then sleep until
/// called or not.
#[derive(Debug, Clone, Copy)]
struct Deed {
    run_fs: u64,
    reads: bool,
    sleeps: bool,
}

fn deed() -> impl Strategy<Value = Deed> {
    (1..3 * Turns::LEAD_FS, any::<bool>(), prop::bool::weighted(0.2))
        .prop_map(|(run_fs, reads, sleeps)| Deed { run_fs, reads, sleeps })
}

proptest! {
    /// Any programs on four cores: reads are in order, leads are kept, all programs end.
    #[test]
    fn the_timer_never_goes_back(programs in prop::collection::vec(prop::collection::vec(deed(), 1..40), 4)) {
        let mut turns = Turns::new(4);
        let mut times = [0_u64; 4];
        let mut places = [0_usize; 4];
        let mut latest_read = 0;
        (0..4).for_each(|core| turns.set(core, Stage::Ready(0)));
        while let Some(core) = turns.next() {
            turns.set(core, Stage::Running(times[core]));
            let limit = turns.limit_fs(core);
            loop {
                let Some(deed) = programs[core].get(places[core]) else {
                    turns.set(core, Stage::Away);
                    break;
                };
                // A deed is a block of code: it is run whole once it is begun below the limit.
                times[core] += deed.run_fs;
                places[core] += 1;
                let awake = (0..4).filter(|other| turns.stage(*other) != Stage::Away);
                let lowest = awake.map(|other| times[other]).min().unwrap_or(0);
                prop_assert!(times[core] <= lowest + Turns::LEAD_FS + deed.run_fs);
                if deed.reads && turns.may_read(core, times[core]) {
                    prop_assert!(times[core] >= latest_read);
                    latest_read = times[core];
                }
                if deed.sleeps && (0..4).any(|other| other != core && turns.stage(other) != Stage::Away) {
                    turns.set(core, Stage::Away);
                    // Somebody calls it back at once, at his own time.
                    let caller = (0..4).find(|other| turns.stage(*other) != Stage::Away).unwrap_or(core);
                    times[core] = times[core].max(times[caller]);
                    turns.set(core, Stage::Ready(times[core]));
                    break;
                }
                if times[core] >= limit {
                    turns.set(core, Stage::Ready(times[core]));
                    break;
                }
            }
        }
        prop_assert!((0..4).all(|core| places[core] == programs[core].len()), "{places:?}");
    }
}
