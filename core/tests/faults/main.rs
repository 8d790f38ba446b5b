//! The table of faults, `docs/faults.md`: each row with the function that proves it.
//!
//! * `table`: rows, groups and the document; `stand`: a machine with faults and the expected
//!   result; `environment`: a system of several such cores, in which a session takes place;
//!   `root`: files of a phone.
//! * The groups, a file each.

#[path = "../pure/readings/bench.rs"]
#[allow(dead_code, reason = "readings use more of it")]
mod bench;
mod cancel;
mod chains;
mod clock_faults;
mod clock_moves;
mod clocks;
mod cores;
mod environment;
#[cfg(unix)]
mod files;
mod kernel;
mod loads;
mod observers;
#[path = "../pure/environment.rs"]
mod one_core;
mod rated;
#[path = "../../host/tests/root/mod.rs"]
mod root;
mod stand;
mod table;
mod time_lost;

macro_rules! groups {
    ($($group:ident)+) => {
        $(
            #[test]
            fn $group() {
                $group::GROUP.prove();
            }
        )+
    };
}

groups! {
    clocks
    clock_faults
    rated
    cores
    clock_moves
    time_lost
    cancel
    chains
    observers
    loads
}

#[cfg(unix)]
groups! { files }
